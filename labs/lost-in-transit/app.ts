import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFields, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { boardPage, problemPage, type Sent } from './pages.ts';
import { send } from './route.ts';
import { blankSlip, packetsOf, type Slip, SlipError } from './slip.ts';

serve(async (request, response) => {
  const path = (request.url ?? '/').split('?')[0];
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST' && (path === '/' || path === '/api/send')) return take(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendHtml(response, 405, problemPage('Not possible', 'The counter does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, boardPage(blankSlip));
  sendHtml(response, 404, problemPage('No such platform', 'This page does not exist.'));
});

async function take(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = await readFields(request);
  if (!fields) return sendHtml(response, 413, problemPage('Too large', 'This request is too large.'));
  const forProgram = path !== '/';
  const usual = forProgram ? { ...blankSlip, ttl: '64' } : blankSlip;
  const slip = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, (fields[name] ?? (forProgram ? value : '')).slice(0, 4000)]),
  ) as Slip;
  try {
    const sent: Sent[] = packetsOf(slip).map((packet) => ({ ttl: packet.ttl, replies: send(packet) }));
    if (forProgram) sendJson(response, 200, { sent });
    else sendHtml(response, 200, boardPage(slip, sent));
  } catch (error) {
    if (!(error instanceof SlipError)) throw error;
    if (forProgram) sendJson(response, 400, { error: error.message });
    else sendHtml(response, 400, boardPage(slip, undefined, error.message));
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(value, undefined, 2)}\n`);
}
