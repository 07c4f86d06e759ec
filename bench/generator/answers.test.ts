import { expect, it } from 'vitest';
import { AnswerReader } from './answers.ts';

const answer = (body: string, head = 'HTTP/1.1 200 OK\r\nX-Length: 3\r\n') =>
  Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);

/** Reads in pieces of so many bytes. @returns the statuses of the answers that were whole */
function read(bytes: Buffer, size: number): number[] {
  const reader = new AnswerReader();
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const whole = reader.read(bytes.subarray(at, at + size));
    if (whole) found.push(whole.status);
  }
  return found;
}

it.each([1, 2, 7, 1_000])('finds where an answer ends, in pieces of %i bytes', (size) => {
  expect(read(answer('hello, world'), size)).toEqual([200]);
  expect(read(answer(''), size)).toEqual([200]);
  expect(read(answer('HTTP/1.1 500\r\n\r\n'), size)).toEqual([200]);
  expect(read(Buffer.from('HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n'), size)).toEqual([304]);
  expect(read(answer('{}', 'HTTP/1.1 503 Service Unavailable\r\n'), size)).toEqual([503]);
});

it('reads one answer after another', () => {
  const reader = new AnswerReader();
  for (const body of ['one', '', 'three']) expect(reader.read(answer(body))).toEqual({ status: 200 });
});

it('refuses what it cannot measure', () => {
  expect(() => read(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'), 500)).toThrow(
    'chunked',
  );
  expect(() => read(Buffer.concat([answer('a'), answer('b')]), 500)).toThrow('behind its end');
  expect(() => read(Buffer.from('SSH-2.0-OpenSSH_9.2\r\n\r\n'), 500)).toThrow('not HTTP');
});
