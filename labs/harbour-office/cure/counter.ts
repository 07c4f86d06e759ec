import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, sendHtml } from '@hexpedition/lab-runtime/kit';
import { isStruckOut } from './order.ts';
import { counterPage } from './pages.ts';

/** What a ticket is called → the number on it. The visitor holds the name, and the office the number. */
const tickets = new Map<string, number>();

/** The number of a ticket that is drawn. */
const DRAWN = 412;

export function answerCounter(request: IncomingMessage, response: ServerResponse): void {
  const shown = /(?:^|;\s*)ticket=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  const held = tickets.get(shown ?? '');
  if (held === undefined) {
    const name = randomBytes(16).toString('hex');
    tickets.set(name, DRAWN);
    response.setHeader('Set-Cookie', `ticket=${name}; Path=/; HttpOnly; SameSite=Lax`);
  }
  response.setHeader('Cache-Control', 'no-store');
  sendHtml(
    response,
    200,
    counterPage(held ?? DRAWN, isStruckOut() ? readFlag('key') : undefined, shown !== undefined && held === undefined),
  );
}
