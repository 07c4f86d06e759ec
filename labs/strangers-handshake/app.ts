import type { IncomingMessage, ServerResponse } from 'node:http';
import { readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { messagePage, rockPage, sealingPage } from './pages.ts';
import { Talk } from './relay.ts';
import type { Message } from './seal.ts';

let talk: Talk | undefined;

serve((request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST') return answerPost(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, messagePage('Not possible', 'The relay does not support this method.'));
  }
  if (path === '/') return sendHtml(response, 200, rockPage(talk));
  if (path === '/sealing') return sendHtml(response, 200, sealingPage());
  if (path === '/api/held') return sendState(response, 200);
  sendHtml(response, 404, messagePage('Not found', 'This page does not exist.'));
});

async function answerPost(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request);
  if (body === undefined)
    return sendHtml(response, 413, messagePage('Too long', 'This message is too long to send by lamp.'));
  const home = () => void response.writeHead(303, { location: '/#hand' }).end();
  if (path === '/call' || path === '/api/call') {
    talk = new Talk();
    return path === '/call' ? home() : sendState(response, 200);
  }
  if (path === '/pass') {
    const message = messageIn(new URLSearchParams(body).get('message') ?? '');
    if (typeof message === 'string') return sendHtml(response, 400, rockPage(talk, message));
    talk?.pass(message);
    return home();
  }
  if (path === '/api/pass') {
    const message = messageIn(body);
    if (typeof message === 'string') return sendState(response, 400, message);
    talk?.pass(message);
    return sendState(response, 200);
  }
  sendHtml(response, 404, messagePage('Not found', 'This address accepts no messages.'));
}

/** Returns the message in a form, or what is wrong with it. */
function messageIn(text: string): Message | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'That is not JSON.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'A message must be a JSON object, in { }.';
  const entries = Object.entries(value);
  if (entries.length > 10 || entries.some(([, field]) => typeof field !== 'string'))
    return 'Each field of a message must be a text.';
  return Object.fromEntries(entries) as Message;
}

function sendState(response: ServerResponse, status: number, error?: string): void {
  const state = { held: talk?.held ?? null, ending: talk?.ending ?? null, ...(error === undefined ? {} : { error }) };
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(`${JSON.stringify(state, null, 2)}\n`);
}
