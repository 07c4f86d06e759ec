import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const STYLE = `:root{color-scheme:dark;font:17px/1.6 system-ui,sans-serif;background:#0d1317;color:#d9e4e8}
body{margin:0;min-height:100vh;display:grid;place-items:center}
main{max-width:32rem;padding:2rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem;color:#fff}
a{display:inline-block;margin-top:1rem;padding:.6rem 1rem;border:1px solid #5c7480;border-radius:.4rem;color:#f5c451;text-decoration:none}
a:focus-visible,a:hover{border-color:#f5c451;outline:none}`;

const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

export interface Page {
  status: number;
  title: string;
  text: string;
}

export const pages = {
  unknown: { status: 404, title: 'Not found', text: 'There is no lab at this address.' },
  malformed: { status: 400, title: 'Malformed request', text: 'The gateway could not read this request.' },
  wrongBrowser: {
    status: 403,
    title: 'This lab is not open in this browser',
    text: 'Open it with the button on the page of the lab. The address alone gives no access.',
  },
  usedTicket: {
    status: 403,
    title: 'This link was used already',
    text: 'A link into a lab works once, and for half a minute. Open the lab again from its page.',
  },
  ended: {
    status: 410,
    title: 'This lab has stopped',
    text: 'You stopped it, or its time ran out. Your solves are kept. Start it again from its page.',
  },
  tooLarge: { status: 413, title: 'Request too large', text: 'A lab accepts requests of up to 10 MB.' },
  tooSlow: { status: 408, title: 'Request too slow', text: 'The rest of the request did not arrive in time.' },
  noAnswer: {
    status: 502,
    title: 'The lab did not answer',
    text: 'You may have broken it. Stop it on its page and start it again.',
  },
  late: {
    status: 504,
    title: 'The lab took too long',
    text: 'It is still busy, or it hangs. Try again, or restart it from its page.',
  },
} as const satisfies Record<string, Page>;

/**
 * Answers with one of the gateway's own pages, and closes the connection, because the request may not have been read.
 */
export function sendPage(response: ServerResponse, page: Page, back: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = html(page, back);
  response.writeHead(page.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Content-Security-Policy': CSP,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow',
    Connection: 'close',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** The page for an unknown address reveals nothing about known ones, so it has no link. */
function html({ status, title, text }: Page, back: string): string {
  const link = status === 404 || status === 400 ? '' : `<a href="${back}">Back to the labs</a>`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style>
<main><h1>${title}</h1><p>${text}</p>${link}</main></html>
`;
}
