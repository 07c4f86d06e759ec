import type { Readable } from 'node:stream';

/** Keeps the last `limit` bytes of what the streams say, so that a chatty lab costs no memory. */
export function keepTail(streams: (Readable | null)[], limit = 16_384): () => string {
  let tail = Buffer.alloc(0);
  for (const stream of streams) {
    stream?.on('data', (chunk: Buffer) => {
      tail = Buffer.concat([tail, chunk]).subarray(-limit);
    });
    // A stream that breaks has said all that it will
    stream?.on('error', () => {});
  }
  return () => tail.toString('utf8').trim();
}
