import type { IncomingMessage, ServerResponse } from 'node:http';
import { readText, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { readDeclaration } from './declaration.ts';
import { counterPage, messagePage, receiptPage, SAMPLE, tariffPage } from './pages.ts';
import { XmlError } from './xml.ts';

/** Maximum bytes of a declaration. */
const MAX_LENGTH = 16_384;

serve(answer);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const path = (request.url ?? '/').split('?')[0];
  if (path === '/declarations' && request.method === 'POST') return declare(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendHtml(response, 405, messagePage('Wrong counter', 'Declarations are taken at /declarations.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/' || path === '/declarations') return sendHtml(response, 200, counterPage(SAMPLE));
  if (path === '/tariff') return sendHtml(response, 200, tariffPage());
  return sendHtml(response, 404, messagePage('Nothing to declare', 'This address does not exist.'));
}

async function declare(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  // A form encodes it in up to three times as many bytes
  const body = await readText(request, { limit: MAX_LENGTH * 3 });
  if (body === undefined) {
    return sendHtml(response, 413, messagePage('Too large', 'A declaration can have up to 16 kilobytes.'));
  }
  // The page sends a form, a program sends the document as it is
  const document = body.trimStart().startsWith('<') ? body : (new URLSearchParams(body).get('document') ?? '');
  try {
    sendHtml(response, 200, receiptPage(readDeclaration(document.trim())));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    sendHtml(response, 400, counterPage(document, error.message));
  }
}
