import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { messagePage, recordingPage, roadPage } from './pages.ts';
import { gunnarComes, recordings, send } from './yard.ts';

/** Maximum bytes of a form. */
const MAX_BYTES = 1024;

serve((request, response) => {
  const path = request.url?.split('?')[0] ?? '/';
  if (request.method === 'POST') return takeForm(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, messagePage('Not possible', 'No receiver listens on this frequency.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('Cache-Control', 'no-store');
  if (path === '/') return sendHtml(response, 200, roadPage(undefined));
  const [, number, raw] = /^\/air\/(\d{1,6})(\.bin)?$/.exec(path) ?? [];
  const recording = recordings.find((one) => String(one.number) === number);
  if (!recording) return sendHtml(response, 404, messagePage('Static', 'There is no recording at this address.'));
  if (!raw) return sendHtml(response, 200, recordingPage(recording));
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="gate-${recording.number}.bin"`,
  });
  response.end(recording.samples);
});

async function takeForm(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request, { limit: MAX_BYTES });
  if (!form) {
    return sendHtml(response, 413, messagePage('Too long', 'This message is too long.'));
  }
  if (path === '/wait') {
    gunnarComes();
    return void response.writeHead(303, { location: '/#heard' }).end();
  }
  if (path !== '/send') return sendHtml(response, 404, messagePage('Static', 'This address accepts no messages.'));
  const message = (form.get('message') ?? '').toLowerCase().replace(/[\s_:-]/g, '');
  if (!/^[0-9a-f]{14}$/.test(message)) {
    return sendHtml(response, 400, roadPage('A message has 56 bits, so you need 14 hex digits.'));
  }
  send(message);
  response.writeHead(303, { location: '/#sender' }).end();
}
