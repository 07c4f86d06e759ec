import type { IncomingMessage, ServerResponse } from 'node:http';
import { readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { prompt } from './machine.ts';
import { problemPage, terminalPage } from './pages.ts';
import { enter, shown } from './terminal.ts';

serve(async (request, response) => {
  const path = (request.url ?? '/').split('?')[0];
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST' && path === '/run') return run(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendHtml(response, 405, problemPage('Not possible', 'This page does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, terminalPage(shown(), prompt()));
  sendHtml(response, 404, problemPage('Not found', 'This page does not exist.'));
});

/** The page's form redirects to the page. A program that posts a line, raw or as `cmd=…`, gets the output. */
async function run(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request);
  if (body === undefined) return sendHtml(response, 413, problemPage('Too long', 'This line is too long.'));
  const form = body.startsWith('cmd=') ? new URLSearchParams(body) : undefined;
  const screen = enter((form?.get('cmd') ?? body).replaceAll('\r\n', '\n').replaceAll('\0', '').slice(0, 4000));
  if (form?.has('page')) return void response.writeHead(303, { location: '/#prompt' }).end();
  response
    .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
    .end(screen);
}
