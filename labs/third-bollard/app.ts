import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { gatePage, passesPage, problemPage, quayPage } from './pages.ts';
import { open, seal } from './pass.ts';
import { visitorOf } from './watch.ts';

const word = readFlag('word');
/** Maximum hexadecimal digits of a pass. */
const MAX_LENGTH = 4096;

/** Path at which passes are made. It is derived from the flag, so that only the tests of a repair can find it. */
const desk = `/desk/${createHash('sha256')
  .update(`night watch ${readFlag('chest')}`)
  .digest('hex')}`;

const issue = (text: string | Buffer) => seal(Buffer.from(text));

serve((request, response) => {
  try {
    answer(request, response);
  } catch {
    if (response.headersSent) response.destroy();
    else sendHtml(response, 500, problemPage('Error', 'The server made an error. Please try again.'));
  }
});

function answer(request: IncomingMessage, response: ServerResponse) {
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendHtml(response, 405, problemPage('Not possible', 'This page does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/passes') return sendHtml(response, 200, passesPage);
  const held = /(?:^|;\s*)pass=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  response.setHeader('Cache-Control', 'no-store');
  if (path === '/') {
    const fresh = issue(`name=otto;rank=deckhand;word=${word}`);
    response.setHeader('Set-Cookie', `pass=${fresh}; Path=/; SameSite=Lax`);
    return sendHtml(response, 200, quayPage(fresh));
  }
  if (path === '/gate') return gate(held, response);
  if (path === desk) {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(issue(Buffer.from(query, 'hex')));
    return;
  }
  sendHtml(response, 404, problemPage('Not found', 'This page does not exist.'));
}

function gate(held: string | undefined, response: ServerResponse) {
  if (held === undefined) return response.writeHead(303, { location: '/' }).end();
  const text = held.length <= MAX_LENGTH ? open(held) : undefined;
  if (!text) {
    const damaged = 'This pass is damaged. Ask for a new one on the quay.';
    return sendHtml(response, 400, problemPage('Damaged', damaged));
  }
  const visitor = visitorOf(text, word);
  if (!visitor) {
    const unknown =
      'The pass can be decrypted, but the watch does not know this rank. The sergeant looks at you suspiciously.';
    return sendHtml(response, 403, problemPage('Unknown', unknown));
  }
  sendHtml(response, 200, gatePage(visitor, visitor.reach >= 3 ? readFlag('chest') : undefined));
}
