import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { BROWSER, visit } from '../shared/visit.ts';
import { browse } from './browser.ts';
import { fetchFor, type Request } from './network.ts';
import { deskPage, feedPage, messagePage, visitedPage } from './pages.ts';
import { report, sweep } from './sightings.ts';
import { moderatorOf, moderators } from './staff.ts';

const MAX_VISIT_MS = 8000;

if (process.argv[2] === BROWSER) await browse();
else open();

function open(): void {
  const server = serve(answer);
  let reading = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://feed');
    const moderator = moderatorOf(request.headers.cookie);
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (pathname === '/style.css') return sendPublic(response, 'style.css');
      if (pathname === '/' || pathname === '/night') return sendHtml(response, 200, feedPage(pathname === '/night'));
      if (pathname === '/desk' && moderator) return sendHtml(response, 200, deskPage(moderator));
      if (pathname === '/desk') {
        const text = 'Only moderators may open the desk, and you are not signed in as one.';
        return sendHtml(response, 403, messagePage('Moderators only', text));
      }
    }
    if (request.method !== 'POST' || !['/sightings', '/sweep', '/call'].includes(pathname)) {
      return sendHtml(response, 404, messagePage('Nothing here', 'This page does not exist. Perhaps a gull took it.'));
    }

    const form = await readForm(request);
    if (!form) return sendHtml(response, 413, messagePage('Too long', 'This report is too long.'));
    if (pathname === '/sweep') {
      sweep();
      response.writeHead(303, { location: '/' }).end();
      return;
    }
    if (pathname === '/sightings') {
      const text = field(form, 'text', 4000);
      if (!text)
        return sendHtml(
          response,
          400,
          messagePage('Nothing seen', 'A sighting needs a text of up to 4000 characters.'),
        );
      const by = moderator?.name ?? (field(form, 'by', 40) || 'Somebody');
      report({ gull: field(form, 'gull', 40) || 'Unknown', text, by, staff: moderator !== undefined });
      response.writeHead(303, { location: '/' }).end();
      return;
    }
    const called = moderators.find((one) => one.id === field(form, 'who', 20));
    if (!called) return sendHtml(response, 400, messagePage('Called whom?', 'There is no moderator of this name.'));
    if (reading || moderator) {
      const text = 'A moderator is still reading. The society has only one browser.';
      return sendHtml(response, 429, messagePage('One moment', text));
    }
    reading = true;
    try {
      const noted = await visit(`http://feed.ostrel${called.reads}`, {
        answer: (one: Request) => fetchFor(server, one, `watch=${called.session}`),
        maxMs: MAX_VISIT_MS,
        maxNoteLength: 200,
      });
      sendHtml(response, 200, visitedPage(called, noted));
    } finally {
      reading = false;
    }
  }
}

const field = (form: URLSearchParams, name: string, longest: number): string =>
  (form.get(name) ?? '').trim().slice(0, longest);
