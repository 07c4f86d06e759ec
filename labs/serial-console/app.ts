import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, readFlag, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { record } from './capture.ts';
import { Device, undisturbedStart } from './device.ts';
import { benchPage, messagePage, terminalPage } from './pages.ts';
import { carry } from './uart.ts';

/** Unusual baud rate, from a spare crystal of its maker. */
const speeds = [12_000, 14_000, 16_000, 24_000, 31_250, 45_000, 51_000, 62_500, 74_880];
const device = new Device(speeds[randomInt(speeds.length)] ?? 31_250);
const capture = record(undisturbedStart(device.baud, readFlag('ticket')), device.baud);

/** Maximum bytes that are typed at once. */
const MAX_BYTES = 2048;

serve((request, response) => {
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  if (path === '/style.css' || path === '/terminal.js') return sendPublic(response, path.slice(1));
  if (path === '/power') return power(request, response);
  if (path === '/wire') return wire(request, response, new URLSearchParams(query));
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendHtml(response, 405, messagePage('Not possible', 'This page does not support this method.'));
  }
  if (path === '/') return sendHtml(response, 200, benchPage(capture.wires));
  if (path === '/terminal') return sendHtml(response, 200, terminalPage());
  if (path === '/capture.csv') {
    response.writeHead(200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="capture.csv"',
    });
    return response.end(capture.csv);
  }
  sendHtml(response, 404, messagePage('Not found', 'There is no pad at this address.'));
});

function power(request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return sendJson(response, 405, { error: 'The switch is pressed with POST.' });
  }
  const at = device.length;
  device.power();
  sendJson(response, 200, { at });
}

/** GET reads the console, POST types into it. Both at the baud rate of the terminal. */
async function wire(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
  const speed = Number(query.get('speed'));
  if (!(speed >= 300 && speed <= 1_000_000)) {
    return sendJson(response, 400, { error: 'The speed must be between 300 and 1000000 baud.' });
  }
  const hasContact = query.get('pad') === capture.talking;
  if (request.method === 'GET') {
    const since = Number(query.get('since')) || 0;
    const text = hasContact ? carry(device.saidSince(since), device.baud, speed) : '';
    return sendJson(response, 200, {
      at: device.length,
      text,
      busy: device.isBusy,
      counting: hasContact && device.isCounting,
    });
  }
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'GET, POST');
    return sendJson(response, 405, { error: 'GET listens, POST types.' });
  }
  const typed = await readBody(request, { limit: MAX_BYTES });
  if (!typed) return sendJson(response, 413, { error: 'That is faster than anyone can type.' });
  const at = device.length;
  if (hasContact) device.hear(carry(typed.toString('latin1'), speed, device.baud));
  sendJson(response, 200, { at });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
