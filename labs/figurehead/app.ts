import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Html, readFlag, readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { sweep } from './housekeeping.ts';
import * as pages from './pages.ts';
import { beginSession, findSession, type Session } from './sessions.ts';
import { type Customer, designOf, doorsOf, priceOf, readWishes } from './shop.ts';

/** Maximum bytes of stored wishes. */
const MAX_WISHES_LENGTH = 4000;
const EXAMPLE = '{\n  "wood": "oak",\n  "colours": { "hair": "crimson" }\n}';

/** Other roles enter through paths that only the tests of a repair can derive, because they know the flags. */
const door = (flag: string) => `/door/${createHash('sha256').update(`door of ${flag}`).digest('hex')}`;
const others = (): [path: string, customer: Customer][] => [
  [door(readFlag('receipt')), { name: 'kessler', purse: 900, discount: 0.25 }],
  [door(readFlag('attic')), { name: 'ragna', purse: 5 }],
];

/** A response: a page, or a redirect. It is sent after the cleanup. */
interface Reply {
  status: number;
  page?: Html;
  location?: string;
  cookie?: string;
}

const show = (status: number, page: Html): Reply => ({ status, page });
const goTo = (location: string): Reply => ({ status: 303, location });

serve(async (request, response) => {
  if (request.url === '/style.css') return sendPublic(response, 'style.css');
  const body = request.method === 'POST' ? await readText(request) : '';
  let reply: Reply;
  // No await from here to the cleanup, so no other visitor meets these wishes
  try {
    reply = answer(request, body);
  } catch {
    sweep();
    const text = 'The shop cannot work with these wishes. Ragna has put down the chisel and looks at you.';
    reply = show(500, pages.problemPage('A knot in the wood', text, true));
  } finally {
    sweep();
  }
  if (reply.cookie) response.setHeader('Set-Cookie', reply.cookie);
  if (reply.page) sendHtml(response, reply.status, reply.page);
  else response.writeHead(reply.status, { location: reply.location }).end();
});

function answer(request: IncomingMessage, body: string | undefined): Reply {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (body === undefined) return show(413, pages.problemPage('Too long', 'These wishes are too long.'));
  if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
    return show(405, pages.problemPage('Not possible', 'The shop does not support this method.'));
  }
  const other = path.startsWith('/door/') ? others().find(([where]) => where === path) : undefined;
  if (other) return { ...goTo('/'), cookie: beginSession(other[1]).cookie };

  const known = findSession(request.headers.cookie);
  if (known) return serveCustomer(known, path, request, body);
  const { session, cookie } = beginSession({ name: 'ines', purse: 12 });
  return { ...serveCustomer(session, path, request, body), cookie };
}

function serveCustomer(session: Session, path: string, request: IncomingMessage, body: string): Reply {
  const isPost = request.method === 'POST';
  if (isPost && path === '/anew') {
    session.wishes = '{}';
    return goTo('/');
  }
  if (isPost && path === '/') return wish(session, request, body);

  const { customer } = session;
  const design = designOf(session.wishes);
  if (isPost && path === '/order') {
    const price = priceOf(design, customer);
    if (price <= customer.purse) return show(200, pages.receiptPage(customer, price, readFlag('receipt')));
    return show(402, pages.tooDearPage(customer, price));
  }
  if (path === '/') {
    const typed = session.wishes === '{}' ? EXAMPLE : session.wishes;
    return show(200, pages.shopPage(design, customer, typed, undefined));
  }
  if (path === '/record') return show(200, pages.recordPage(customer));
  if (path === '/people') return show(200, pages.peoplePage);
  if (path === '/attic') {
    if (doorsOf(customer).includes('attic')) return show(200, pages.atticPage(readFlag('attic')));
    return show(403, pages.shutPage(customer));
  }
  return show(404, pages.problemPage('Sawdust', 'There is only sawdust at this address.'));
}

/** Stores the wishes if they make a valid design. */
function wish(session: Session, request: IncomingMessage, body: string): Reply {
  const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
  const wishes = (isJson ? body : (new URLSearchParams(body).get('wishes') ?? '')).slice(0, MAX_WISHES_LENGTH + 1);
  const refuse = (problem: string) =>
    show(422, pages.shopPage(designOf('{}'), session.customer, wishes.slice(0, MAX_WISHES_LENGTH), problem));
  if (wishes.length > MAX_WISHES_LENGTH) return refuse('Wishes can have up to four thousand characters.');
  try {
    const parsed = readWishes(wishes);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      return refuse('Wishes must be a JSON object, in braces.');
    }
    designOf(wishes);
  } catch (error) {
    sweep();
    if (error instanceof SyntaxError) return refuse('That is not JSON. Check the commas.');
    return refuse(
      error instanceof RangeError ? 'A list can have up to ten thousand entries.' : 'The wood does not allow that.',
    );
  }
  session.wishes = wishes;
  return goTo('/');
}
