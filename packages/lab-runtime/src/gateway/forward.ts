import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, errors, type Pool } from 'undici';
import { type RawHeaders, requestHeaders, responseHeaders, withoutLength } from './headers.ts';
import { type Page, pages } from './pages.ts';

export interface ForwardLimits {
  requestBytes: number;
  responseBytes: number;
  /** How long the body of a request may take to arrive. */
  requestMs: number;
}

/** Answers that have no body, whatever their headers say. */
const bodiless = new Set([204, 304]);

class Refused extends Error {
  readonly page: Page;
  constructor(page: Page) {
    super(page.title);
    this.page = page;
  }
}

/**
 * Passes a request on and the answer back, both as streams.
 * @returns the page that says what went wrong, or undefined when the lab has answered.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  pool: Pool,
  limits: ForwardLimits,
): Promise<Page | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limits.requestBytes) return pages.tooLarge;
  const abort = new AbortController();
  const onClose = () => abort.abort(new Error('the browser went away'));
  response.on('close', onClose);
  const body = hasBody(request) ? limited(request, limits, abort) : null;
  try {
    const answer = await pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: request.url ?? '/',
      headers: requestHeaders(request.rawHeaders),
      body,
      signal: abort.signal,
      responseHeaders: 'raw',
    });
    const headers = responseHeaders(answer.headers as unknown as RawHeaders);
    if (bodiless.has(answer.statusCode)) {
      // Whatever the lab says of a length, nothing follows. Waiting for it would end in an error.
      answer.body.on('error', () => {}).destroy();
      response.writeHead(answer.statusCode, withoutLength(headers)).end();
      return undefined;
    }
    response.writeHead(answer.statusCode, headers);
    await pipeline(answer.body, capped(limits.responseBytes), response);
    return undefined;
  } catch (error) {
    return pageFor(abort.signal.aborted ? abort.signal.reason : error);
  } finally {
    response.off('close', onClose);
    // Gives up an answer that was not read to its end; does nothing after one that was
    abort.abort();
  }
}

function pageFor(error: unknown): Page {
  if (error instanceof Refused) return error.page;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) return pages.late;
  if (error instanceof errors.InvalidArgumentError) return pages.malformed;
  return pages.noAnswer;
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** The body of a request, which may be neither too long nor too slow, whatever its headers said. */
function limited(request: IncomingMessage, limits: ForwardLimits, abort: AbortController): Transform {
  const timer = setTimeout(() => abort.abort(new Refused(pages.tooSlow)), limits.requestMs);
  const counted = capped(limits.requestBytes, () => abort.abort(new Refused(pages.tooLarge)));
  // Not pipeline(): when a lab answers before it has read everything, that would end the browser's connection too
  request.pipe(counted);
  request.once('end', () => clearTimeout(timer));
  request.once('error', (error) => counted.destroy(error));
  request.once('close', () => {
    clearTimeout(timer);
    if (!request.readableEnded) counted.destroy();
  });
  counted.on('error', () => request.unpipe(counted));
  return counted;
}

function capped(limit: number, onTooLong?: () => void): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen <= limit) return done(null, chunk);
      onTooLong?.();
      done(new Refused(pages.tooLarge));
    },
  });
}
