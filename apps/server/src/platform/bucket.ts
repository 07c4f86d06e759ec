import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { StorageConfig } from './config.ts';

interface Answered {
  /** Of the store's answer; null when there was none. */
  status: number | null;
  /** The store's word for what is wrong, such as `NoSuchKey`; empty when it said none. */
  code?: string;
  /** Whether it may work a moment later. */
  isPassing: boolean;
}

/** What the store did not do, and why, in words for the operator's log. */
export class BucketError extends Error {
  readonly answered: Answered;

  constructor(message: string, answered: Answered) {
    super(message);
    this.name = 'BucketError';
    this.answered = answered;
  }
}

/** An object whose bytes are known by their hash. */
interface NewObject {
  size: number;
  /** Of all bytes, in hexadecimal: the store refuses others. */
  sha256: string;
  /** Called again for each try. What it throws is thrown on as it is. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** What is wanted of an object: both ends are included, and the object has to have this size. */
interface Wanted {
  from: number;
  to: number;
  size: number;
  /** Ends the reading at once. */
  signal: AbortSignal;
}

interface Call {
  method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  /** Left out for the bucket itself. */
  key?: string;
  headers?: Record<string, string>;
  /** SHA-256 of the body. */
  sha256?: string;
  bytes?: () => AsyncIterable<Uint8Array>;
}

export type Bucket = ReturnType<typeof createBucket>;

/** How long a call waits before it is tried again: each may be repeated without harm. */
const retryWaitsMs = [200, 600];

const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * A bucket of an S3-compatible store. `aws4fetch` signs; time limits and second tries are ours. All calls throw
 * BucketError.
 * @param options.patienceMs how long the store may do nothing: neither answer, nor take or send a byte
 */
export function createBucket(config: StorageConfig, { patienceMs = 10_000 } = {}) {
  const { host } = new URL(config.url);

  async function call({ method, key, headers = {}, sha256 = sha256OfNothing, bytes }: Call, patience: Patience) {
    const url = key === undefined ? config.url : `${config.url}/${key}`;
    const signer = new AwsV4Signer({
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      region: config.region,
      service: 's3',
      method,
      url,
      headers: { 'x-amz-content-sha256': sha256 },
    });
    const signed = (await signer.sign()).headers;
    // Not signed, because proxies before a store may change it. What comes is to be what lies there.
    signed.set('accept-encoding', 'identity');
    for (const [name, value] of Object.entries(headers)) signed.set(name, value);
    const body = bytes && watch(bytes(), patience);
    patience.renew();
    try {
      const response = await fetch(url, {
        method,
        headers: signed,
        redirect: 'manual',
        signal: patience.signal,
        // The types of browsers know neither Node's streams nor that a stream needs `duplex`.
        ...(body ? ({ body: body.stream, duplex: 'half' } as unknown as RequestInit) : {}),
      });
      if (response.ok) return response;
      throw await refusal(response);
    } catch (error) {
      throw body?.fault() ?? explain(error);
    } finally {
      patience.pause();
    }
  }

  /** Calls until it works, fails for good, or was tried often enough. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (let n = 0; ; n++) {
      try {
        return await work();
      } catch (error) {
        const wait = retryWaitsMs[n];
        if (wait === undefined || !(error instanceof BucketError) || !error.answered.isPassing) throw error;
        await sleep(wait);
      }
    }
  }

  /** A call whose answer says all in its status and headers. */
  const ask = (what: Call): Promise<Headers> =>
    insist(async () => {
      const patience = new Patience(patienceMs);
      try {
        const response = await call(what, patience);
        patience.renew();
        await response.arrayBuffer();
        return response.headers;
      } catch (error) {
        throw explain(error);
      } finally {
        patience.end();
      }
    });

  function explain(error: unknown): Error {
    if (error instanceof BucketError || error instanceof SourceFault) return error;
    if (error instanceof TooSlow)
      return new BucketError(`${host} has done nothing for ${patienceMs / 1_000} s.`, {
        status: null,
        isPassing: false,
      });
    // The signal of the caller, or the end of a call that has failed already.
    const isEnded = (error as Error).name === 'AbortError';
    const { message, cause } = error as Error & { cause?: Error & { code?: string } };
    const why = cause?.code ?? cause?.message ?? message;
    return new BucketError(`${host} could not be reached: ${why}.`, { status: null, isPassing: !isEnded });
  }

  async function refusal(response: Response): Promise<BucketError> {
    const { status } = response;
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
    const isPassing = status === 429 || status >= 500;
    return new BucketError(`${host} answered ${status}${code && ` ${code}`}.`, { status, code, isPassing });
  }

  const wrong = (what: string, status: number) => new BucketError(`${host} ${what}.`, { status, isPassing: false });

  return {
    /** Asks for the bucket itself, which shows whether address, key and name are right. */
    async check(): Promise<void> {
      await ask({ method: 'HEAD' });
    },

    /** Stores all of an object or nothing. */
    async put(key: string, { size, sha256, bytes }: NewObject): Promise<void> {
      try {
        await ask({ method: 'PUT', key, sha256, bytes, headers: { 'content-length': String(size) } });
      } catch (error) {
        throw error instanceof SourceFault ? error.cause : error;
      }
      const stored = Number((await ask({ method: 'HEAD', key })).get('content-length'));
      if (stored !== size) throw wrong(`has ${stored} of ${size} bytes of ${key}`, 200);
    },

    /**
     * Bytes of an object, asked for as they are taken. Where the connection ends too early, the rest is asked for on
     * another one: a visitor who pauses a film for long outlasts it.
     */
    async *read(key: string, { from, to, size, signal }: Wanted): AsyncGenerator<Buffer> {
      let at = from;
      for (let failures = 0; at <= to; ) {
        const patience = new Patience(patienceMs, signal);
        try {
          const headers = { range: `bytes=${at}-${to}` };
          const response = await insist(() => call({ method: 'GET', key, headers }, patience));
          const range = response.headers.get('content-range');
          if (response.status !== 206 || range !== `bytes ${at}-${to}/${size}`)
            throw wrong(`sent ${range ?? 'no range'} in place of bytes ${at}-${to}/${size} of ${key}`, response.status);
          for await (const bytes of partsOf(response, patience)) {
            at += bytes.length;
            if (at > to + 1) throw wrong(`sent too many bytes of ${key}`, response.status);
            failures = 0;
            yield bytes;
          }
          if (at <= to) throw new BucketError(`${host} ended too early.`, { status: null, isPassing: true });
        } catch (error) {
          const failure = explain(error);
          failures += 1;
          if (!(failure instanceof BucketError && failure.answered.isPassing) || failures > retryWaitsMs.length)
            throw failure;
        } finally {
          patience.end();
        }
      }
    },

    /** Also where there is none any more. */
    async remove(key: string): Promise<void> {
      try {
        await ask({ method: 'DELETE', key });
      } catch (error) {
        if (!(error instanceof BucketError) || error.answered.code !== 'NoSuchKey') throw error;
      }
    },
  };
}

/** What the caller's bytes could not give; no second try would help. */
class SourceFault extends Error {}

class TooSlow extends Error {}

/** Ends a call once the store has done nothing for long. What the other side of a call takes is not counted. */
class Patience {
  readonly signal: AbortSignal;
  readonly #ended = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, outer?: AbortSignal) {
    this.#ms = ms;
    this.signal = outer ? AbortSignal.any([this.#ended.signal, outer]) : this.#ended.signal;
  }

  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ended.abort(new TooSlow()), this.#ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.pause();
    this.#ended.abort();
  }
}

/** A body that renews the patience whenever the store has taken some of it. */
function watch(bytes: AsyncIterable<Uint8Array>, patience: Patience) {
  let fault: SourceFault | undefined;
  async function* parts() {
    try {
      for await (const part of bytes) {
        yield part;
        patience.renew();
      }
    } catch (error) {
      fault = new SourceFault('The bytes could not be read.', { cause: error });
      throw fault;
    }
  }
  return { stream: ReadableStream.from(parts()), fault: () => fault };
}

async function* partsOf({ body }: Response, patience: Patience): AsyncGenerator<Buffer> {
  const reader = body?.getReader();
  while (reader) {
    patience.renew();
    const { done, value } = await reader.read();
    patience.pause();
    if (done) return;
    yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
