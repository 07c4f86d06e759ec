import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFields, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { ActionError, actions } from './actions.ts';
import { problemPage, streetPage } from './pages.ts';
import { state } from './street.ts';

serve(async (request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST') return runAction(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendHtml(response, 405, problemPage('Not possible', 'The street does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, streetPage(state()));
  if (path === '/api/street') return sendJson(response, 200, state());
  sendHtml(response, 404, problemPage('No such house', 'This page does not exist.'));
});

/** `/do/…` is for forms and redirects to the street, `/api/…` is for programs and returns its state. */
async function runAction(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, way, name = ''] = /^\/(do|api)\/([a-z]+)$/.exec(path) ?? [];
  const fields = await readFields(request);
  if (!fields) return sendHtml(response, 413, problemPage('Too large', 'This request is too large.'));
  const chosen = name === 'pass' && fields.then === 'drop' ? 'drop' : name;
  if (!way || !Object.hasOwn(actions, chosen)) {
    return sendHtml(response, 404, problemPage('No such house', 'This page does not exist.'));
  }
  try {
    actions[chosen]?.(fields);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    if (way === 'api') return sendJson(response, 400, { error: error.message });
    return sendHtml(response, 400, problemPage('Not sent', error.message));
  }
  if (way === 'api') return sendJson(response, 200, state());
  response.writeHead(303, { location: name === 'arp' ? '/#tables' : '/#hands' }).end();
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(value, undefined, 2)}\n`);
}
