import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { AnswerReader } from './generator/answers.ts';
import { Histogram } from './generator/histogram.ts';

export interface Request {
  path: string;
  headers?: Record<string, string>;
}

export interface Drive {
  port: number;
  /** Asked in turn. */
  requests: Request[];
  connections: number;
  /** Load before the measurement begins, so that code is compiled and pools are full. */
  warmUpMs: number;
  durationMs: number;
}

/** What one run measured. Times are in microseconds; failures are answers outside 2xx and broken connections. */
export interface Driven {
  requests: number;
  perSecond: number;
  bytesPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  failures: Record<string, number>;
  /** Answers with those of the warm-up. */
  allRequests: number;
  /** How busy the generator itself was, 0 to 1. Near 1 it was the limit, not the server. */
  generatorBusy: number;
}

/** How long the last answers may take after the end before they count as failures. */
const patienceMs = 10_000;

/**
 * Loads a server on 127.0.0.1: each connection asks, waits for the whole answer, and asks again (a closed loop, so a
 * server that stalls is asked less in the meantime).
 */
export async function drive({ port, requests, connections, warmUpMs, durationMs }: Drive): Promise<Driven> {
  const messages = requests.map(encode);
  const start = performance.now() + warmUpMs;
  const end = start + durationMs;
  const histogram = new Histogram();
  const failures: Record<string, number> = {};
  let allRequests = 0;
  let bytes = 0;
  let turn = 0;

  const loop: Loop = {
    port,
    end,
    next: () => messages[turn++ % messages.length] ?? '',
    received(count) {
      const now = performance.now();
      if (now >= start && now < end) bytes += count;
    },
    answered(status, since) {
      const now = performance.now();
      allRequests += 1;
      if (now < start || now >= end) return;
      if (status >= 200 && status < 300) histogram.record((now - since) * 1_000);
      else this.failed(String(status));
    },
    failed(why) {
      failures[why] = (failures[why] ?? 0) + 1;
    },
  };

  let before = performance.eventLoopUtilization();
  const begin = setTimeout(() => {
    before = performance.eventLoopUtilization();
  }, warmUpMs);
  await Promise.all(Array.from({ length: connections }, () => keepAsking(loop)));
  clearTimeout(begin);
  const { utilization } = performance.eventLoopUtilization(before);

  const percentile = (percent: number) => histogram.percentile(percent);
  return {
    requests: histogram.count,
    perSecond: histogram.count / (durationMs / 1_000),
    bytesPerSecond: bytes / (durationMs / 1_000),
    p50: percentile(50),
    p95: percentile(95),
    p99: percentile(99),
    max: histogram.max,
    failures,
    allRequests,
    generatorBusy: utilization,
  };
}

function encode({ path, headers = {} }: Request): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

interface Loop {
  port: number;
  /** When to ask no more, on the clock of `performance.now`. */
  end: number;
  next(): string;
  received(bytes: number): void;
  answered(status: number, since: number): void;
  failed(why: string): void;
}

/** One connection after another until the end: a server may close one, and then the next takes its place. */
async function keepAsking(loop: Loop): Promise<void> {
  while (performance.now() < loop.end) {
    const why = await askUntilClosed(loop);
    if (why === undefined) continue;
    loop.failed(why);
    // A server that refuses everybody would otherwise be asked as fast as the machine can.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** @returns why it broke in the middle of an answer, or undefined where it ended well */
function askUntilClosed(loop: Loop): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new AnswerReader();
    let since = 0;
    const finish = (why?: string) => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(why);
    };
    const ask = () => {
      since = performance.now();
      socket.write(loop.next(), 'latin1');
    };
    // One buffer for all that comes: nothing is allocated per answer.
    const buffer = Buffer.allocUnsafe(128 * 1024);
    const callback = (count: number) => {
      loop.received(count);
      try {
        const answer = reader.read(buffer.subarray(0, count));
        if (!answer) return true;
        loop.answered(answer.status, since);
        if (performance.now() < loop.end) ask();
        else finish();
      } catch (error) {
        finish((error as Error).message);
      }
      return true;
    };
    const socket: Socket = connect({ host: '127.0.0.1', port: loop.port, noDelay: true, onread: { buffer, callback } });
    const deadline = setTimeout(() => finish('no answer'), loop.end - performance.now() + patienceMs);
    socket.once('connect', ask);
    socket.once('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    socket.once('end', () => finish('closed'));
  });
}
