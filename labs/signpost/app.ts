import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { addressOf, pin } from './board.ts';
import { type Card, cardOf } from './card.ts';
import { NotRead, read } from './fetcher.ts';
import './hosts.ts';
import { boardPage, messagePage, signpostPage } from './pages.ts';

const MAX_ADDRESS_LENGTH = 1000;

serve(async (request, response) => {
  const [pathname = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');

  if (pathname === '/board' && request.method === 'POST') {
    const form = await readForm(request, { limit: 8192 });
    if (!form) return sendHtml(response, 413, messagePage('Too long', 'This notice is too long.'));
    const field = (name: string, longest: number) => form.get(name)?.trim().slice(0, longest) ?? '';
    const moved = field('moved', MAX_ADDRESS_LENGTH);
    if (moved && !URL.canParse(moved)) {
      const text = 'The new address is not valid. An address begins with http://.';
      return sendHtml(response, 400, messagePage('Not pinned up', text));
    }
    const notice = pin(field('title', 60) || 'Untitled', field('text', 400), moved);
    return response.writeHead(303, { location: `/board?pinned=${notice.id}` }).end();
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return sendHtml(response, 405, messagePage('Not done here', 'The Signpost can only read.'));
  }
  if (pathname === '/board') return sendHtml(response, 200, boardPage(parameters.get('pinned'), addressOf));
  if (pathname === '/') {
    const address = parameters.get('url')?.trim().slice(0, MAX_ADDRESS_LENGTH) ?? '';
    return sendHtml(response, 200, signpostPage(address, address ? look(address) : undefined));
  }
  sendHtml(response, 404, messagePage('Not found', 'This page does not exist.'));
});

/** Returns the card of an address, or why there is none. */
function look(address: string): Card | string {
  try {
    return cardOf(read(address));
  } catch (error) {
    return error instanceof NotRead ? error.message : 'The Signpost made an error.';
  }
}
