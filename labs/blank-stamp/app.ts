import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { openPaper } from './clerk.ts';
import { office } from './office.ts';
import { MAX_LENGTH, messagePage, openedPage, paperPage } from './pages.ts';

serve(answer);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://office');
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  const { method = 'GET' } = request;
  const form = method === 'POST' ? await readForm(request) : new URLSearchParams();
  if (!form)
    return sendHtml(response, 413, messagePage('A ream', 'Mr. Blank only opens papers that fit through the slot.'));
  if (pathname === '/paper') {
    if (method !== 'POST') return sendHtml(response, 200, paperPage());
    const paper = (form.get('paper') ?? '').slice(0, MAX_LENGTH);
    if (!paper.trim())
      return sendHtml(response, 400, messagePage('A blank', 'Mr. Blank does not open an empty paper.'));
    return sendHtml(response, 200, openedPage(openPaper(paper), paper));
  }
  const fields = new URLSearchParams([...searchParams, ...form]);
  const { status, page, location } = office({ method, path: pathname, fields, cookie: request.headers.cookie ?? '' });
  if (page) sendHtml(response, status, page);
  else response.writeHead(status, { location }).end();
}
