import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { BROWSER, type Report, visit } from '../shared/visit.ts';
import { browse } from './browser.ts';
import { fetchFor, type Request } from './network.ts';
import { customsPage, messagePage, sitePage } from './pages.ts';
import { answerRecords, isShelf } from './records.ts';
import { MAX_PAGE_LENGTH, site } from './site.ts';

const MAX_VISIT_MS = 8000;

if (process.argv[2] === BROWSER) await browse();
else open();

function open(): void {
  const server = serve(answer);
  let reading = false;
  let last: { report: Report | undefined } | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://lab');
    if (isShelf(pathname)) return answerRecords(request, response, pathname);
    const back = () => void response.writeHead(303, { location: '/' }).end();
    if (request.method === 'POST' && pathname === '/site') {
      const form = await readForm(request);
      if (!form) return sendHtml(response, 413, messagePage('Too long', 'This page is too long.'));
      const host = (form.get('host') ?? '').trim().toLowerCase();
      const page = (form.get('page') ?? '').slice(0, MAX_PAGE_LENGTH);
      const wrong = site.problemWith(host);
      if (wrong) return sendHtml(response, 400, sitePage(last, { host, page, wrong }));
      Object.assign(site, { host, page });
      return back();
    }
    if (request.method === 'POST' && pathname === '/invite') {
      if (reading) return sendHtml(response, 429, messagePage('One moment', 'The inspector is still reading.'));
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
    if (pathname === '/customs') return sendHtml(response, 200, customsPage());
    sendHtml(response, 404, messagePage('Not found', 'This page does not exist.'));
  }
}
