import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { type Fault, read, textOf, write } from './cards.ts';
import {
  cardPage,
  cupboardPage,
  ferryPage,
  homePage,
  notPrinted,
  opened,
  printed,
  problemPage,
  refused,
} from './pages.ts';
import { ferry, HEIGHT, stencil, WIDTH } from './stencil.ts';

const faults: Record<Fault, string> = {
  'not hexadecimal':
    'Type a card in hexadecimal, two digits for each byte. A digit is missing, or a character is not a digit.',
  'cannot be decrypted': 'This card cannot be decrypted. Cards have whole blocks, and this one was cut or changed.',
  'no grade': 'This card can be decrypted, but it has no grade.',
};

const size = { width: WIDTH, height: HEIGHT };

serve((request, response) => {
  answer(request, response).catch(() => {
    if (response.headersSent) response.destroy();
    else sendHtml(response, 500, problemPage('Spilt', 'The server made an error. Please try again.'));
  });
});

async function answer(request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (request.method === 'POST') return post(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, problemPage('Not possible', 'The workshop does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, homePage);
  if (path === '/ferry') return sendHtml(response, 200, ferryPage(size, '', null));
  if (path === '/card') return sendHtml(response, 200, cardPage('', null));
  if (path === '/cupboard') return sendHtml(response, 200, cupboardPage('', null));
  if (path === '/stencil.bin') {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.end(stencil);
    return;
  }
  sendHtml(response, 404, problemPage('Not found', 'This page does not exist.'));
}

async function post(path: string, request: IncomingMessage, response: ServerResponse) {
  const form = await readForm(request);
  if (!form) return sendHtml(response, 413, problemPage('Too long', 'This form is too long.'));
  if (path === '/ferry') {
    const typed = (form.get('name') ?? '').slice(0, 40);
    const right = typed.toUpperCase().replace(/[^A-Z]/g, '') === ferry;
    const outcome = right ? printed(readFlag('ferry')) : notPrinted;
    return sendHtml(response, right ? 200 : 422, ferryPage(size, typed, outcome));
  }
  if (path === '/card') {
    const name = (form.get('name') ?? '').slice(0, 60);
    const text = textOf(name);
    return sendHtml(response, 200, cardPage(name, { text, card: write(text) }));
  }
  if (path === '/cupboard') {
    const card = (form.get('card') ?? '').slice(0, 2000);
    const entries = read(card);
    if (typeof entries === 'string') return sendHtml(response, 422, cupboardPage(card, refused(faults[entries])));
    const grade = entries.get('grade') ?? '';
    const flag = grade === 'master' ? readFlag('cupboard') : undefined;
    return sendHtml(response, 200, cupboardPage(card, opened(entries.get('name') || 'Nobody', grade, flag)));
  }
  sendHtml(response, 404, problemPage('Not found', 'This address accepts no forms.'));
}
