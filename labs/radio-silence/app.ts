import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import {
  answered,
  bulletinsPage,
  deskPage,
  keyPage,
  logPage,
  notReported,
  problemPage,
  refused,
  reported,
  static_,
} from './pages.ts';
import { pastBulletins } from './texts.ts';
import { answerOf, log, night } from './traffic.ts';

const bulletins = pastBulletins(12);

serve((request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (request.method === 'POST') return post(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, problemPage('Not possible', 'The receiver does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, logPage(log));
  if (path === '/bulletins') return sendHtml(response, 200, bulletinsPage(bulletins));
  if (path === '/desk') return sendHtml(response, 200, deskPage('', null));
  if (path === '/key') return sendHtml(response, 200, keyPage({ indicator: '', text: '' }, null));
  if (path === '/night.txt') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    return response.end(log.map(({ indicator, text }) => `${indicator} ${text}\n`).join(''));
  }
  sendHtml(response, 404, problemPage('Not found', 'No station sends from this address.'));
});

async function post(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request);
  if (!form) {
    return sendHtml(response, 413, problemPage('Too long', 'This message is too long.'));
  }
  if (path === '/desk') {
    const typed = (form.get('words') ?? '').slice(0, 80);
    const said = typed
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean)
      .join(' ');
    const right = said === night.words;
    return sendHtml(response, right ? 200 : 422, deskPage(typed, right ? reported(readFlag('words')) : notReported));
  }
  if (path === '/key') {
    const typed = {
      indicator: (form.get('indicator') ?? '').slice(0, 5),
      text: (form.get('text') ?? '').slice(0, 1600),
    };
    const digits = typed.text.replace(/\s+/g, '');
    if (!/^([0-9a-f]{2})+$/i.test(digits)) {
      const text = 'The message must be hexadecimal, with two digits for each byte.';
      return sendHtml(response, 422, keyPage(typed, refused(text)));
    }
    const answer = answerOf(typed.indicator.toUpperCase(), Buffer.from(digits, 'hex'), () => readFlag('wish'));
    return sendHtml(response, 200, keyPage(typed, answer ? answered(answer) : static_));
  }
  sendHtml(response, 404, problemPage('Not found', 'No station listens at this address.'));
}
