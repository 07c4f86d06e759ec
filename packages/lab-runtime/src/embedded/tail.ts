import type { Readable } from 'node:stream';

/** Bytes a second that are read: a lab that writes more has to wait, and does not keep this process busy. */
const RATE = 65_536;

/** Keeps the last `limit` bytes of what the streams say, so that a chatty lab costs neither memory nor time. */
export function keepTail(streams: (Readable | null)[], limit = 16_384): () => string {
  let tail = Buffer.alloc(0);
  let budget = RATE;
  for (const stream of streams) {
    stream?.on('data', (chunk: Buffer) => {
      tail = Buffer.concat([tail, chunk]).subarray(-limit);
      budget -= chunk.length;
      if (budget > 0) return;
      for (const one of streams) one?.pause();
      setTimeout(() => {
        budget = RATE;
        for (const one of streams) one?.resume();
      }, 1000).unref();
    });
    // No more comes from a stream that broke
    stream?.on('error', () => {});
  }
  return () => tail.toString('utf8').trim();
}
