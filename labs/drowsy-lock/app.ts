import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { type Door, type DoorName, doors, isReached, tryCode } from './ice-house.ts';
import { doorPage, messagePage, servicePage } from './pages.ts';

/** Maximum codes of one roll. */
const ROLL = 500;

serve((request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/style.css') return sendPublic(response, 'style.css');
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST') return answerPost(path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD, POST');
    return sendHtml(response, 405, messagePage('Frozen', 'The ice house does not support this method.'));
  }
  if (path === '/') return sendDoor(response, doors.outer);
  if (path === '/inner') return sendDoor(response, doors.inner);
  if (path === '/service') return sendHtml(response, 200, servicePage());
  sendHtml(response, 404, messagePage('Melted', 'This page does not exist.'));
});

function sendDoor(response: ServerResponse, door: Door, problem?: string) {
  if (!isReached(door)) {
    return sendHtml(response, 403, messagePage('The outer door first', 'The inner door is behind the outer one.'));
  }
  sendHtml(response, problem ? 400 : 200, doorPage(door, door.isOpen ? readFlag(door.name) : undefined, problem));
}

async function answerPost(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request, { limit: 16_384 });
  if (path === '/api/try')
    return body === undefined ? sendJson(response, 413, { error: 'The limit is 16 KB.' }) : answerRoll(body, response);
  if (body === undefined) return sendHtml(response, 413, messagePage('Too long', 'The code has eight letters.'));
  const door = path === '/try' ? doors.outer : path === '/inner/try' ? doors.inner : undefined;
  if (!door) return sendHtml(response, 404, messagePage('Melted', 'There is no lock at this address.'));
  const code = new URLSearchParams(body).get('code') ?? '';
  if (!isReached(door) || code === '' || code.length > 100)
    return sendDoor(response, door, 'The lock has no such characters.');
  tryCode(door, code);
  response.writeHead(303, { location: door.name === 'outer' ? '/#tries' : '/inner#tries' }).end();
}

/** Tries many codes, one after another, as the service does. */
function answerRoll(body: string, response: ServerResponse) {
  const order = objectIn(body);
  if (!order) return sendJson(response, 400, { error: 'Send a JSON object with a door and codes.' });
  const { door: name, codes } = order;
  const door = name === 'outer' || name === 'inner' ? doors[name satisfies DoorName] : undefined;
  if (!door) return sendJson(response, 400, { error: 'Name the door: outer or inner.' });
  if (
    !Array.isArray(codes) ||
    codes.length === 0 ||
    codes.length > ROLL ||
    codes.some((code) => typeof code !== 'string')
  ) {
    return sendJson(response, 400, { error: `codes is a list of 1 to ${ROLL} texts.` });
  }
  if (!isReached(door)) return sendJson(response, 403, { error: 'The inner door is behind the outer one.' });
  const ticks = (codes as string[]).map((code) => tryCode(door, code).ticks);
  sendJson(response, 200, { ticks, open: door.isOpen, ...(door.isOpen ? { inside: readFlag(door.name) } : {}) });
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(`${JSON.stringify(value)}\n`);
}
