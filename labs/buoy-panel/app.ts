import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { BROWSER, type Report, visit } from '../shared/visit.ts';
import { browse } from './browser.ts';
import { isOperator, switchLamp, token } from './buoys.ts';
import { fetchFor, type Request } from './network.ts';
import { messagePage, panelPage, sitePage } from './pages.ts';
import { MAX_PAGE_LENGTH, site } from './site.ts';

const MAX_VISIT_MS = 9000;

if (process.argv[2] === BROWSER) await browse();
else open();

function open(): void {
  const server = serve(answer);
  let reading = false;
  let last: { report: Report | undefined } | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://lab');
    const operator = isOperator(request.headers.cookie);
    const back = () => void response.writeHead(303, { location: '/' }).end();
    if (request.method === 'POST' && pathname === '/lamp') {
      const say = (status: number, value: object) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (!operator) return say(401, { error: 'No operator is on duty here.' });
      if (request.headers['x-token'] !== token) return say(403, { error: 'That is not the token of this panel.' });
      const order = await readText(request);
      if (order === undefined) return say(413, { error: 'An order for a lamp is shorter.' });
      return say(200, switchLamp(parsed(order)));
    }
    if (request.method === 'POST' && pathname === '/site') {
      const form = await readForm(request);
      if (!form) return sendHtml(response, 413, messagePage('Too long', 'This page is too long.'));
      const host = (form.get('host') ?? '').trim().toLowerCase();
      const wrong = site.problemWith(host);
      if (wrong) return sendHtml(response, 400, messagePage('Not saved', wrong));
      Object.assign(site, { host, page: (form.get('page') ?? '').slice(0, MAX_PAGE_LENGTH) });
      return back();
    }
    if (request.method === 'POST' && pathname === '/invite') {
      if (reading) return sendHtml(response, 429, messagePage('One moment', 'She is still reading.'));
      reading = true;
      try {
        site.letters = [];
        const answer = (one: Request) => fetchFor(server, one);
        last = { report: await visit(`${site.origin()}/`, { answer, maxMs: MAX_VISIT_MS }) };
      } finally {
        reading = false;
      }
      return back();
    }
    if (pathname === '/style.css') return sendPublic(response, 'style.css');
    if (pathname === '/') return sendHtml(response, 200, sitePage(last));
    if (pathname === '/panel') return sendHtml(response, 200, panelPage(operator));
    sendHtml(response, 404, messagePage('Adrift', 'There is no page at this position.'));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
