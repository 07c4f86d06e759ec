import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { payments } from './bank.ts';
import { berths } from './berths.ts';
import { accountOf, book, welcome } from './desk.ts';
import { type Account, enter } from './ledger.ts';
import { bankPage, deskPage, messagePage, passPage } from './pages.ts';
import { refund } from './refunds.ts';

/**
 * The director gives a hundred crowns to a visitor with the right words. They are derived from the flag, so only the
 * tests of a repair know them.
 */
const gift = () =>
  createHash('sha256')
    .update(`gift of the director ${readFlag('boarding-pass')}`)
    .digest('hex');

serve(answer);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/style.css') return sendPublic(response, 'style.css');
  // No request to the desk has a body besides its address
  request.resume();

  const session = /(?:^|;\s*)berth=([0-9a-f]{32})/.exec(request.headers.cookie ?? '')?.[1];
  const account = accountOf(session);
  if (!account) {
    if (path !== '/') return goTo(response, '/');
    const visitor = welcome();
    response.setHeader('set-cookie', `berth=${visitor.session}; Path=/; HttpOnly; SameSite=Lax`);
    return sendHtml(response, 200, deskPage(visitor.account));
  }
  if (request.method === 'POST') return post(path, account, response);
  if (path === '/') return sendHtml(response, 200, deskPage(account));
  if (path === '/bank') return sendHtml(response, 200, bankPage(payments));
  const booking = account.bookings.find(({ id }) => path === `/bookings/${id}`);
  if (booking) return sendHtml(response, 200, passPage(booking, readFlag('boarding-pass')));
  return missing(response);
}

async function post(path: string, account: Account, response: ServerResponse): Promise<unknown> {
  const berth = berths.find(({ id }) => path === `/berths/${id}/book`);
  if (berth) {
    const problem = book(account, berth);
    return problem ? sendHtml(response, 409, messagePage('Not booked', problem)) : goTo(response, '/');
  }
  const booking = account.bookings.find(({ id }) => path === `/bookings/${id}/refund`);
  if (booking) {
    const result = await refund(account, booking);
    return result.paid ? goTo(response, '/') : sendHtml(response, 409, messagePage('Nothing paid', result.reason));
  }
  if (path === `/gift/${gift()}` && !account.hasGift) {
    account.hasGift = true;
    enter(account, 'A present from the director', 100);
    return goTo(response, '/');
  }
  return missing(response);
}

const missing = (response: ServerResponse) =>
  sendHtml(response, 404, messagePage('Not found', 'The ferry does not stop at this address.'));

const goTo = (response: ServerResponse, path: string) => response.writeHead(303, { location: path }).end();
