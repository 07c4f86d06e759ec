import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { crates, FLAGGED, OWN } from './crates.ts';
import { entriesOf, splitQuery, toQuery } from './manifest.ts';
import { cratePage, cratesPage, manifestPage, noticePage, problemPage } from './pages.ts';
import { isSealed, seal } from './seal.ts';

const own = Buffer.from(`no=4471&bearer=lennart.holm&shed=7&crate=${OWN}`);

/** Path of a manifest with its seal. */
const addressOf = (manifest: Buffer) => `/shed?${toQuery(manifest)}&tag=${seal(manifest)}`;

/** Path of the clerk's own counter. It is derived from the flag, so that only the tests of a repair can find it. */
const counter = () =>
  createHash('sha256')
    .update(`customs clerk ${readFlag('ledger')}`)
    .digest('hex');

serve((request, response) => {
  try {
    answer(request, response);
  } catch {
    if (response.headersSent) response.destroy();
    else sendHtml(response, 500, problemPage('Stuck', 'The server made an error. Please try again.'));
  }
});

function answer(request: IncomingMessage, response: ServerResponse) {
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  const query = rest.join('?');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendHtml(response, 405, problemPage('Not possible', 'This page does not support this method.'));
  }
  if (path === '/style.css') return sendPublic(response, 'style.css');
  if (path === '/') return sendHtml(response, 200, manifestPage(entriesOf(own), seal(own), addressOf(own)));
  if (path === '/crates') return sendHtml(response, 200, cratesPage(crates));
  if (path === '/notice') return sendHtml(response, 200, noticePage);
  if (path === '/shed') return show(query, response);
  if (path === `/clerk/${counter()}`) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(addressOf(splitQuery(query).manifest));
    return;
  }
  sendHtml(response, 404, problemPage('No such window', 'This page does not exist.'));
}

/** Returns what is wrong with a rejected manifest, as far as this is visible without the secret. */
function refusal(query: string, tag: string): string {
  if (tag === '') return 'There is no seal at its end. Pell has looked at the back, too.';
  if (!/^[0-9a-f]{64}$/.test(tag))
    return 'The text after the last &tag= is not a seal. A seal has 64 hexadecimal digits, in small letters.';
  if (/%(?![0-9a-f]{2})/i.test(query))
    return 'The seal does not match this manifest. The manifest has a percent sign without two digits after it.';
  return 'The seal does not match this manifest. Pell has checked it twice.';
}

function show(query: string, response: ServerResponse) {
  const { manifest, tag } = splitQuery(query);
  if (!isSealed(manifest, tag)) {
    return sendHtml(response, 403, problemPage('Not sealed', refusal(query, tag)));
  }
  const entries = entriesOf(manifest);
  const crate = crates.find(({ number }) => String(number) === entries.get('crate'));
  if (!crate)
    return sendHtml(
      response,
      404,
      problemPage('No such crate', 'The seal is right, but there is no crate with this number.'),
    );
  const found = crate.number === FLAGGED ? readFlag('ledger') : undefined;
  sendHtml(response, 200, cratePage(entries.get('bearer') ?? 'nobody', crate, found));
}
