import type { ServerResponse } from 'node:http';
import { readForm, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { openLink } from './clerk.ts';
import { page, type Reply } from './http.ts';
import { clerkPage, missingPage } from './pages.ts';
import { answer } from './port.ts';

serve(async (request, response) => {
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
  if (path === '/style.css') return sendPublic(response, 'style.css');
  const form = request.method === 'POST' ? await readForm(request, { limit: 8192 }) : new URLSearchParams();
  if (!form) return send(response, page(413, missingPage()));
  if (path === '/clerk') {
    const link = request.method === 'POST' ? (form.get('link')?.trim() ?? '') : undefined;
    const seen = link ? openLink(link, request.headers.host) : undefined;
    return send(response, page(200, clerkPage(link, seen)));
  }
  const cookies = new Map(
    (request.headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split(/=(.*)/s, 2) as [string, string]),
  );
  send(
    response,
    answer({
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      path,
      query: new URLSearchParams(search),
      form,
      cookies,
      bearer: /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1],
    }),
  );
});

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(body);
}
