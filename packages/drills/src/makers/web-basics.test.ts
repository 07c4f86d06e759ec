import { expect, it } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 20 }, (_, i) => `harbour ${i}`);

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

/** Returns the bytes of a hex dump. */
const undump = (text: string): Buffer =>
  Buffer.from(
    text
      .split('\n')
      .map((line) => line.slice(6, 53))
      .join('')
      .replaceAll(' ', ''),
    'hex',
  );

itForEachSeed(seeds)('opens the lock of the page only with its code', (seed) => {
  const { answer, of } = round('js-lock', seed);
  const opens = new Function('typed', `${of('From')}\nreturn open;`) as (typed: string) => boolean;
  expect(opens(answer)).toBe(true);
  expect(opens(`${answer.slice(0, -1)}x`)).toBe(false);
});

itForEachSeed(seeds)("gives host and port of the link as a browser's parser does", (seed) => {
  const { answer, of } = round('url-host', seed);
  const { hostname, port, protocol } = new URL(of('A link'));
  expect(answer).toBe(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`);
});

itForEachSeed(seeds)('gives lengths and boundaries of bodies in bytes', (seed) => {
  const length = round('http-length', seed);
  expect(length.answer).toBe(String(new TextEncoder().encode(length.of('Body')).length));

  const next = round('http-next-request', seed);
  // Latin-1 has one character for each byte.
  const [head = '', ...rest] = undump(next.of('Data')).toString('latin1').split('\r\n\r\n');
  const after = rest.join('\r\n\r\n').slice(Number(/Content-Length: (\d+)/.exec(head)?.[1]));
  expect(after.split('\r\n')[0]).toBe(`GET ${next.answer} HTTP/1.1`);
});

it('accepts a host with or without the rest of its address', () => {
  const normalize = drills.get('url-host')?.normalize ?? String;
  expect(normalize(' https://Pier.Example:443/ ')).toBe('pier.example:443');
  expect(normalize('pier.example : 443')).toBe('pier.example:443');
  expect(normalize('pier.example, port 443')).toBe('pier.example:443');
  expect(normalize('pier.example 443')).toBe('pier.example:443');
  expect(normalize('pier.example')).toBe('pier.example');
});
