import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { coatPage, counterPage, messagePage, refusalPage } from './pages.ts';
import { findTicket, MAGICIAN } from './tickets.ts';
import { countedFor, noteWrong, secondsToWait } from './tries.ts';

serve(answer);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const path = (request.url ?? '/').split('?')[0];
  if (path === '/collect' && request.method === 'POST') return collect(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendHtml(response, 405, messagePage('No', 'This page does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/' || path === '/collect') return sendHtml(response, 200, counterPage());
  return sendHtml(response, 404, messagePage('Not found', 'This page does not exist.'));
}

async function collect(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const form = await readForm(request, { limit: 1024 });
  if (!form) return sendHtml(response, 413, messagePage('Too long', 'This form is too long.'));
  const ticket = findTicket(form.get('ticket') ?? '');
  const pin = form.get('pin') ?? '';
  if (!ticket) return sendHtml(response, 404, messagePage('Not found', 'There is no coat with this number.'));
  if (!/^[0-9]{4}$/.test(pin)) {
    return sendHtml(response, 400, messagePage('Not a PIN', 'A PIN has four digits. This did not count as a try.'));
  }

  const seconds = secondsToWait(ticket.number, request);
  if (seconds > 0) {
    response.setHeader('Retry-After', String(seconds));
    return sendHtml(response, 429, refusalPage(seconds, countedFor(ticket.number, request)));
  }
  if (pin !== ticket.pin) {
    noteWrong(ticket.number, request);
    return sendHtml(response, 403, messagePage('Wrong PIN', 'The rack turns, and turns back.'));
  }
  sendHtml(response, 200, coatPage(ticket, ticket.number === MAGICIAN ? readFlag('pocket') : undefined));
}
