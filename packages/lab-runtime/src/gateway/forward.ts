import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { type Dispatcher, errors, type Pool } from 'undici';
import { type RawHeaders, requestHeaders, responseHeaders, withoutLength } from './headers.ts';
import { type Page, pages } from './pages.ts';

export interface ForwardLimits {
  requestBytes: number;
  responseBytes: number;
  /** Milliseconds within which the body of a request must arrive. */
  requestMs: number;
}

/** Statuses of responses without a body, regardless of their headers. */
const bodiless = new Set([204, 304]);

/**
 * Streams a request to the lab and the response back. It uses undici's own callbacks, because streams in between took
 * half of the gateway's time.
 * @returns the page that describes the error, or undefined if the lab has answered
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  pool: Pool,
  limits: ForwardLimits,
): Promise<Page | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limits.requestBytes) return Promise.resolve(pages.tooLarge);
  return new Promise((resolve) => {
    let lab: Dispatcher.DispatchController | undefined;
    let isSettled = false;
    let seen = 0;
    const onClose = () => settle(pages.noAnswer);
    const onDrain = () => lab?.resume();
    /** Settles once, and aborts what is still in progress. */
    const settle = (page?: Page) => {
      if (isSettled) return;
      isSettled = true;
      response.off('close', onClose).off('drain', onDrain);
      // Does nothing after a response that was read completely
      lab?.abort(new Error(page?.title ?? 'the response is not needed any more'));
      body?.destroy();
      resolve(page);
    };
    response.on('close', onClose).on('drain', onDrain);
    const body = hasBody(request) ? limitBody(request, limits, settle) : null;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        lab = controller;
        if (isSettled) controller.abort(new Error('the browser disconnected'));
      },
      onResponseStart(controller, status) {
        if (isSettled || status < 200) return;
        const headers = responseHeaders(textOf(controller.rawHeaders));
        if (bodiless.has(status)) {
          // No body follows, even if the lab announces a length. Waiting for it would end in an error.
          response.writeHead(status, withoutLength(headers)).end();
          settle();
        } else response.writeHead(status, headers);
      },
      onResponseData(controller, chunk) {
        if (isSettled) return;
        seen += chunk.length;
        if (seen > limits.responseBytes) settle(pages.tooLarge);
        else if (!response.write(chunk)) controller.pause();
      },
      onResponseEnd() {
        if (!isSettled) response.end();
        lab = undefined;
        settle();
      },
      onResponseError: (_, error) => settle(pageFor(error)),
    };
    const { method = 'GET', url = '/' } = request;
    try {
      pool.dispatch(
        { method: method as Dispatcher.HttpMethod, path: url, headers: requestHeaders(request.rawHeaders), body },
        handler,
      );
    } catch (error) {
      settle(pageFor(error));
    }
  });
}

/** Names and values as Node takes them: each byte is a character. */
function textOf(raw: unknown): RawHeaders {
  return (raw as Buffer[]).map((one) => one.toString('latin1'));
}

function pageFor(error: unknown): Page {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) return pages.late;
  if (error instanceof errors.InvalidArgumentError) return pages.malformed;
  return pages.noAnswer;
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** Streams the body of a request. Limits its length and duration, regardless of its headers. */
function limitBody(request: IncomingMessage, limits: ForwardLimits, refuse: (page: Page) => void): Transform {
  const timer = setTimeout(() => refuse(pages.tooSlow), limits.requestMs);
  let seen = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen <= limits.requestBytes) return done(null, chunk);
      refuse(pages.tooLarge);
      done();
    },
  });
  // Not pipeline(): if a lab answers before it has read everything, that would also end the browser's connection
  request.pipe(counted);
  request.once('end', () => clearTimeout(timer));
  request.once('error', (error) => counted.destroy(error));
  request.once('close', () => {
    clearTimeout(timer);
    if (!request.readableEnded) counted.destroy();
  });
  counted.on('error', () => {});
  counted.on('close', () => request.unpipe(counted));
  return counted;
}
