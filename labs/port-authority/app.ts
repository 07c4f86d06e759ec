import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFields, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { nextSlip, sendAll } from './answers.ts';
import { entries } from './filter.ts';
import { bookPage, counterPage, orderPage, problemPage } from './pages.ts';
import './network.ts';
import { blankSlip, packetsOf, type Slip, SlipError } from './slip.ts';

serve(async (request, response) => {
  const path = (request.url ?? '/').split('?')[0];
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (request.method === 'POST' && path === '/') return takeSlip(request, response);
  if (request.method === 'POST' && path === '/api/send') return takeJson(request, response);
  if (!reads)
    return sendHtml(response, 405, problemPage('Not done here', 'The authority does not support this method.'));
  response.setHeader('cache-control', 'no-store');
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, counterPage(blankSlip));
  if (path === '/order') return sendHtml(response, 200, orderPage());
  if (path === '/book') return sendHtml(response, 200, bookPage(entries()));
  if (path === '/api/send') return sendJson(response, 405, { error: 'POST a packet here, as JSON.' });
  sendHtml(response, 404, problemPage('No such counter', 'This page does not exist.'));
});

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(value, undefined, 2)}\n`);
};

async function takeSlip(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = await readFields(request);
  if (!fields) return sendHtml(response, 413, problemPage('Too long', 'This request is too long.'));
  const slip = slipFrom(fields);
  try {
    const answers = sendAll(packetsOf(slip));
    sendHtml(response, 200, counterPage(nextSlip(slip, answers), answers));
  } catch (error) {
    if (!(error instanceof SlipError)) throw error;
    sendHtml(response, 400, counterPage(slip, undefined, error.message));
  }
}

async function takeJson(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fields = await readFields(request);
  if (!fields) return sendJson(response, 413, { error: 'This request is too long.' });
  // An invalid slip is read as an empty one
  if (!fields.to)
    return sendJson(response, 400, { error: 'Send JSON with at least a destination: {"to": "192.0.2.10"}.' });
  try {
    sendJson(response, 200, sendAll(packetsOf(slipFrom({ seq: '0', ack: '0', ...fields }))));
  } catch (error) {
    if (!(error instanceof SlipError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
}

const slipFrom = (fields: Record<string, string>): Slip =>
  Object.fromEntries(
    Object.entries(blankSlip).map(([name, usual]) => [name, (fields[name] ?? usual).slice(0, 2000)]),
  ) as Slip;
