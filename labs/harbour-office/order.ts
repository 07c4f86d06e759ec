import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFlag, sendHtml } from '@hexpedition/lab-runtime/kit';
import { messagePage, orderPage } from './pages.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Whether the order that closes berth 9 has been cancelled. */
let struckOut = false;
export const isStruckOut = () => struckOut;

/** ETag of the order's state. */
const tag = () => (struckOut ? '"order-9-struck-out"' : '"order-9-as-of-tuesday"');

const show: Handler = (request, response) => {
  response.setHeader('ETag', tag());
  response.setHeader('Cache-Control', 'no-cache');
  if (request.headers['if-none-match'] === tag()) response.writeHead(304).end();
  else sendHtml(response, struckOut ? 410 : 200, orderPage(struckOut ? readFlag('order') : undefined));
};

// The hole: each method has its own handler, and only the one for the button checks the user
const handlers: Record<string, Handler> = {
  GET: show,
  HEAD: show,
  POST: (_, response) => {
    const text =
      'This button only works for the harbour master, who has never used it. There are other requests that you can send to the office. They have no buttons.';
    sendHtml(response, 403, messagePage('Not with this button', text));
  },
  DELETE: (request, response) => {
    const meant = request.headers['if-match'];
    if (meant === undefined) {
      const text =
        'Which version of the order do you mean? Send its ETag in the header If-Match, so that you only strike out a version that you have read.';
      return sendHtml(response, 428, messagePage('One moment', text));
    }
    // A second cancellation changes nothing
    if (!struckOut && meant !== '*' && meant !== tag()) {
      const text = 'That is not the ETag of the present order. Send it with its quotation marks.';
      return sendHtml(response, 412, messagePage('Another order', text));
    }
    struckOut = true;
    response.setHeader('ETag', tag());
    sendHtml(response, 200, orderPage(readFlag('order')));
  },
};

export function answerOrder(request: IncomingMessage, response: ServerResponse): void {
  const handler = handlers[request.method ?? ''];
  if (!handler) response.setHeader('Allow', Object.keys(handlers).join(', '));
  if (handler) handler(request, response);
  else if (request.method === 'OPTIONS') response.writeHead(204).end();
  else sendHtml(response, 405, messagePage('Not done here', 'An order does not support this method.'));
}
