import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { openLink } from './clerk.ts';
import { page, type Reply } from './http.ts';
import { clerkPage, missingPage } from './pages.ts';
import { answer } from './port.ts';

serve(async (request, response) => {
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s, 2);
  if (path === '/style.css') return sendPublic(response, 'style.css');
  const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams();
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

/** The fields of a form; undefined for one that is too long. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > 8192) return undefined;
    }
  } catch {
    // Whoever hung up in the middle gets no answer anyway
    return undefined;
  }
  return new URLSearchParams(body);
}
