import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { deafFor, hooks, isGiven, say } from './hooks.ts';
import { deskPage, messagePage } from './pages.ts';

/** Maximum bytes of a word. */
const MAX_BYTES = 1024;

serve((request, response) => {
  const path = request.url?.split('?')[0] ?? '/';
  if (request.method === 'POST') return listen(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, messagePage('Not possible', 'The night desk does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, deskPage());
  sendHtml(response, 404, messagePage('No such hook', 'The board has three hooks.'));
});

async function listen(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: MAX_BYTES });
  const hook = hooks.find(({ id }) => path === `/hooks/${id}`);
  if (!hook) {
    return sendHtml(response, 404, messagePage('No such hook', 'The board has three hooks.'));
  }
  if (!form) return sendHtml(response, 413, messagePage('Too long', 'This is too long. The desk only needs a word.'));
  const home = () => void response.writeHead(303, { location: '/' }).end();
  if (isGiven(hook)) return home();
  const wait = deafFor(hook);
  if (wait > 0) {
    response.setHeader('Retry-After', String(wait));
    return sendHtml(response, 429, deskPage({ hook, text: `The clerk is not listening. Wait ${wait} more seconds.` }));
  }
  if (say(hook, form.get('word') ?? '')) return home();
  const rest = deafFor(hook) > 0 ? ' The clerk does not listen for the next 15 seconds.' : '';
  sendHtml(response, 403, deskPage({ hook, text: `That is not the word for this hook.${rest}` }));
}
