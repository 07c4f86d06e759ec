import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { keepTail } from './tail.ts';

/** Waits until all written data has been read. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('keeps the end of the output', async () => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const output = keepTail([out, null, err], 10);
  out.write('a long story\n');
  await settle();
  err.write('the end\n');
  await settle();
  expect(output()).toBe('y\nthe end');
});

it('slows a stream that writes too much', async () => {
  const out = new PassThrough();
  keepTail([out]);
  let written = 0;
  while (written < 10_000_000 && out.write(Buffer.alloc(16_384))) written += 16_384;
  await settle();
  expect(out.isPaused()).toBe(true);
});
