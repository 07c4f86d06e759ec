import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, sendHtml } from '@hexpedition/lab-runtime/kit';
import { isStruckOut } from './order.ts';
import { counterPage } from './pages.ts';

/** Returns the number of a new ticket. */
const DRAWN = 412;

export function answerCounter(request: IncomingMessage, response: ServerResponse): void {
  const shown = /(?:^|;\s*)ticket=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  const held = numberOn(shown ?? '');
  if (held === undefined) {
    const ticket = Buffer.from(JSON.stringify({ number: DRAWN })).toString('base64');
    response.setHeader('Set-Cookie', `ticket=${ticket}; Path=/; SameSite=Lax`);
  }
  response.setHeader('Cache-Control', 'no-store');
  sendHtml(
    response,
    200,
    counterPage(held ?? DRAWN, isStruckOut() ? readFlag('key') : undefined, shown !== undefined && held === undefined),
  );
}

/** Returns the number on a ticket; undefined if it is not a ticket. The hole: the ticket is not signed. */
function numberOn(ticket: string): number | undefined {
  try {
    const { number } = JSON.parse(Buffer.from(decodeURIComponent(ticket), 'base64').toString('utf8'));
    return Number.isSafeInteger(number) ? number : undefined;
  } catch {
    return undefined;
  }
}
