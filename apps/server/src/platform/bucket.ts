import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketCall, NewObject } from './bucket-call.ts';
import { createBucketUploads } from './bucket-uploads.ts';
import type { StorageConfig } from './config.ts';

interface ErrorInfo {
  /** HTTP status of the store's answer; null without an answer. */
  status: number | null;
  /** The store's error code, such as `NoSuchKey`; empty without one. */
  code?: string;
  /** Whether a retry may succeed. */
  isTransient: boolean;
}

/** A failed call to the store. The message is for the operator's log. */
export class BucketError extends Error {
  readonly info: ErrorInfo;

  constructor(message: string, info: ErrorInfo) {
    super(message);
    this.name = 'BucketError';
    this.info = info;
  }
}

/** Range to read of an object. Both ends are inclusive. */
interface ByteRange {
  from: number;
  to: number;
  /** Expected size of the whole object. */
  size: number;
  /** Aborts the read. */
  signal: AbortSignal;
}

export type Bucket = ReturnType<typeof createBucket>;

/** Pauses before the retries of a call, in multiples of `retryPauseMs`. All calls are idempotent. */
const retryPauses = [1, 3];

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Creates a client for a bucket of an S3-compatible store. `aws4fetch` signs the calls; this module adds time limits and
 * retries. All calls throw BucketError.
 * @param options.stallTimeoutMs how long the store may neither answer nor receive or send a byte
 * @param options.retryPauseMs pause before the first retry
 */
export function createBucket(config: StorageConfig, { stallTimeoutMs = 10_000, retryPauseMs = 200 } = {}) {
  const { host } = new URL(config.url);

  async function call(
    { method, key, query = {}, headers = {}, metadata = {}, sha256 = emptySha256, bytes }: BucketCall,
    stall: StallTimer,
  ) {
    const address = key === undefined ? config.url : `${config.url}/${key}`;
    const search = new URLSearchParams(query).toString();
    const url = search ? `${address}?${search}` : address;
    const signer = new AwsV4Signer({
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      region: config.region,
      service: 's3',
      method,
      url,
      headers: {
        'x-amz-content-sha256': sha256,
        ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
      },
    });
    const signed = (await signer.sign()).headers;
    // Requests the stored bytes without compression. Not signed, because proxies in front of a store may change it.
    signed.set('accept-encoding', 'identity');
    for (const [name, value] of Object.entries(headers)) signed.set(name, value);
    const body = bytes && createBody(bytes(), stall);
    stall.restart();
    try {
      const response = await fetch(url, {
        method,
        headers: signed,
        redirect: 'manual',
        signal: stall.signal,
        // The browser types have neither Node's streams nor `duplex`, which a stream needs.
        ...(body ? ({ body: body.stream, duplex: 'half' } as unknown as RequestInit) : {}),
      });
      if (response.ok) return response;
      throw await toBucketError(response);
    } catch (error) {
      throw body?.sourceError() ?? explain(error);
    } finally {
      stall.pause();
    }
  }

  /** Retries a call after transient errors. */
  async function withRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let n = 0; ; n++) {
      try {
        return await work();
      } catch (error) {
        const pauses = retryPauses[n];
        if (pauses === undefined || !(error instanceof BucketError) || !error.info.isTransient) throw error;
        await sleep(pauses * retryPauseMs);
      }
    }
  }

  /** Makes a call whose answer is short. */
  const exchange = (options: BucketCall): Promise<{ headers: Headers; text: string }> =>
    withRetry(async () => {
      const stall = new StallTimer(stallTimeoutMs);
      try {
        const response = await call(options, stall);
        stall.restart();
        return { headers: response.headers, text: await response.text() };
      } catch (error) {
        throw explain(error);
      } finally {
        stall.end();
      }
    });

  /** Makes a call whose result is in the status and headers of the answer. */
  const request = async (options: BucketCall): Promise<Headers> => (await exchange(options)).headers;

  function explain(error: unknown): Error {
    if (error instanceof BucketError || error instanceof SourceError) return error;
    if (error instanceof StallError)
      return new BucketError(`${host} has not responded for ${stallTimeoutMs / 1_000} s.`, {
        status: null,
        isTransient: false,
      });
    // Aborted by the caller's signal, or after a call that has already failed.
    const isAborted = (error as Error).name === 'AbortError';
    const { message, cause } = error as Error & { cause?: Error & { code?: string } };
    const reason = cause?.code ?? cause?.message ?? message;
    return new BucketError(`${host} could not be reached: ${reason}.`, { status: null, isTransient: !isAborted });
  }

  async function toBucketError(response: Response): Promise<BucketError> {
    const { status } = response;
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
    const isTransient = status === 429 || status >= 500;
    return new BucketError(`${host} answered ${status}${code && ` ${code}`}.`, { status, code, isTransient });
  }

  const unexpected = (problem: string, status: number) =>
    new BucketError(`${host} ${problem}.`, { status, isTransient: false });

  return {
    /** Requests the bucket itself, to verify the address, the credentials and the bucket's name. */
    async check(): Promise<void> {
      await request({ method: 'HEAD' });
    },

    /** Stores an object completely or not at all. */
    async put(key: string, { size, sha256, bytes }: NewObject): Promise<void> {
      try {
        await request({ method: 'PUT', key, sha256, bytes, headers: { 'content-length': String(size) } });
      } catch (error) {
        throw error instanceof SourceError ? error.cause : error;
      }
      const stored = Number((await request({ method: 'HEAD', key })).get('content-length'));
      if (stored !== size) throw unexpected(`has ${stored} of ${size} bytes of ${key}`, 200);
    },

    /**
     * Streams a range of an object. If the connection ends early, requests the rest on a new connection, because a visitor
     * who pauses a film can pause longer than a connection lasts.
     */
    async *read(key: string, { from, to, size, signal }: ByteRange): AsyncGenerator<Buffer> {
      let at = from;
      for (let failures = 0; at <= to; ) {
        const stall = new StallTimer(stallTimeoutMs, signal);
        try {
          const headers = { range: `bytes=${at}-${to}` };
          const response = await withRetry(() => call({ method: 'GET', key, headers }, stall));
          const range = response.headers.get('content-range');
          if (response.status !== 206 || range !== `bytes ${at}-${to}/${size}`) {
            const problem = `sent ${range ?? 'no range'} instead of bytes ${at}-${to}/${size} of ${key}`;
            throw unexpected(problem, response.status);
          }
          for await (const bytes of readBody(response, stall)) {
            at += bytes.length;
            if (at > to + 1) throw unexpected(`sent too many bytes of ${key}`, response.status);
            failures = 0;
            yield bytes;
          }
          if (at <= to)
            throw new BucketError(`${host} ended the answer too early.`, { status: null, isTransient: true });
        } catch (error) {
          const failure = explain(error);
          failures += 1;
          if (!(failure instanceof BucketError && failure.info.isTransient) || failures > retryPauses.length)
            throw failure;
        } finally {
          stall.end();
        }
      }
    },

    /** Returns the size and metadata of an object; null if it does not exist. */
    async head(key: string): Promise<{ size: number; metadata: (name: string) => string | null } | null> {
      try {
        const headers = await request({ method: 'HEAD', key });
        return { size: Number(headers.get('content-length')), metadata: (name) => headers.get(`x-amz-meta-${name}`) };
      } catch (error) {
        if (error instanceof BucketError && error.info.status === 404) return null;
        throw error;
      }
    },

    ...createBucketUploads(exchange, unexpected),

    /** Deletes an object. Succeeds if it does not exist. */
    async remove(key: string): Promise<void> {
      try {
        await request({ method: 'DELETE', key });
      } catch (error) {
        if (!(error instanceof BucketError) || error.info.code !== 'NoSuchKey') throw error;
      }
    },
  };
}

/** The caller's bytes could not be read. A retry would not help. */
class SourceError extends Error {}

class StallError extends Error {}

/** Aborts a call when the store makes no progress for a time. The timer is paused while the caller is busy. */
class StallTimer {
  readonly signal: AbortSignal;
  readonly #ended = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, outer?: AbortSignal) {
    this.#ms = ms;
    this.signal = outer ? AbortSignal.any([this.#ended.signal, outer]) : this.#ended.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ended.abort(new StallError()), this.#ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.pause();
    this.#ended.abort();
  }
}

/** Creates a request body that restarts the stall timer whenever the store has received a part of it. */
function createBody(bytes: AsyncIterable<Uint8Array>, stall: StallTimer) {
  let sourceError: SourceError | undefined;
  async function* parts() {
    try {
      for await (const part of bytes) {
        yield part;
        stall.restart();
      }
    } catch (error) {
      sourceError = new SourceError('The bytes could not be read.', { cause: error });
      throw sourceError;
    }
  }
  return { stream: ReadableStream.from(parts()), sourceError: () => sourceError };
}

async function* readBody({ body }: Response, stall: StallTimer): AsyncGenerator<Buffer> {
  const reader = body?.getReader();
  while (reader) {
    stall.restart();
    const { done, value } = await reader.read();
    stall.pause();
    if (done) return;
    yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
