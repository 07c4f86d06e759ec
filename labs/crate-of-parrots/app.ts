import type { IncomingMessage } from 'node:http';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { Crate, Docket, HEIGHTS, Label, MOST_PERCHES, Perch, parrots } from './aviary.ts';
import { cratePage, docketPage, listPage, messagePage, spiltPage } from './pages.ts';
import { pack, revive } from './revive.ts';
import { sourcePage } from './source-page.ts';

/** Maximum length that fits into a cookie. */
const MAX_LENGTH = 3000;

const emptyCrate = () => new Crate('Klara Vogt', []);

serve(async (request, response) => {
  const pathname = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  const keep = (list: string) => {
    const cookie = Buffer.from(list).toString('base64url');
    response.setHeader('set-cookie', `crate=${cookie}; Path=/; SameSite=Lax`);
  };
  const goTo = (path: string) => response.writeHead(303, { location: path }).end();
  if (pathname === '/source') return sendHtml(response, 200, sourcePage());

  let form = new URLSearchParams();
  if (request.method === 'POST') {
    const read = await readForm(request, { limit: 8192 });
    if (!read) return sendHtml(response, 413, messagePage('Too large', 'The crane lifts eight kilobytes.'));
    form = read;
    if (pathname === '/new') {
      keep(pack(emptyCrate()));
      return goTo('/');
    }
    if (pathname === '/list') {
      const list = spaced(form.get('list') ?? '', 0);
      if (Buffer.byteLength(list) > MAX_LENGTH) {
        return sendHtml(response, 413, messagePage('Too long', `A packing list can have up to ${MAX_LENGTH} bytes.`));
      }
      keep(list);
      return goTo('/');
    }
  }

  const list = listIn(request);
  if (pathname === '/list') return sendHtml(response, 200, listPage(spaced(list ?? pack(emptyCrate()), 2)));
  try {
    const crate = list === undefined ? emptyCrate() : revive(list);
    if (!(crate instanceof Crate)) throw new Error('This is not a crate.');
    if (request.method === 'POST' && pathname === '/add') {
      const bird = parrots.find(({ name }) => name === form.get('parrot'));
      const height = HEIGHTS.find((one) => String(one) === form.get('height'));
      if (bird && height && crate.perches.length < MOST_PERCHES) crate.perches.push(new Perch(height, bird));
      keep(pack(crate));
      return goTo('/');
    }
    if (request.method === 'POST' && pathname === '/remove') {
      crate.perches.splice(Number(form.get('perch')) || 0, 1);
      keep(pack(crate));
      return goTo('/');
    }
    if (pathname === '/') return sendHtml(response, 200, cratePage(crate));
    if (pathname === '/docket') {
      const docket = new Docket([
        new Label('customs', { owner: crate.owner, count: crate.perches.length }),
        new Label('care', { noise: crate.heard.reduce((sum, { says }) => sum + says.length, 0) }),
      ]);
      return sendHtml(response, 200, docketPage(docket));
    }
  } catch (error) {
    return sendHtml(response, 400, spiltPage(error instanceof Error ? error.message : String(error)));
  }
  sendHtml(response, 404, messagePage('Not on this quay', 'There is only straw at this address.'));
});

/** Returns the packing list in a visitor's cookie. */
function listIn(request: IncomingMessage): string | undefined {
  const cookie = /(?:^|;\s*)crate=([\w+/=%-]+)/.exec(request.headers.cookie ?? '')?.[1];
  return cookie && Buffer.from(cookie.replaceAll('%3D', '='), 'base64').toString('utf8');
}

/** Returns the same list with other white space, or unchanged if it is not valid. */
function spaced(list: string, indent: number): string {
  try {
    return JSON.stringify(JSON.parse(list), undefined, indent);
  } catch {
    return list;
  }
}
