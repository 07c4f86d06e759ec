import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 40 }, (_, i) => `hold ${i}`);

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

/** Reverses one line of Python. It recognizes the operation by its code. */
function undo(line: string, bytes: number[]): number[] {
  const by = Number(/[+^] (\d+)/.exec(line)?.[1] ?? 0);
  if (line.includes('[::-1]')) return bytes.toReversed();
  if (line.includes('[::2]')) {
    const half = Math.ceil(bytes.length / 2);
    return bytes.map((_, i) => bytes[i % 2 === 0 ? i / 2 : half + (i - 1) / 2] ?? 0);
  }
  return bytes.map((byte, i) => {
    if (line.includes('255 - b')) return byte ^ 255;
    if (line.includes('b ^')) return byte ^ by;
    return (byte + 512 - (line.includes('b + i') ? i : by)) % 256;
  });
}

itForEachSeed(seeds)('reverses the layers from the bottom to the top', (seed) => {
  const { answer, of } = round('py-layers', seed);
  const [first = '', ...lines] = of('How').split('\n').slice(0, -1);
  const bytes = lines.reduceRight((left, line) => undo(line, left), [...Buffer.from(of('Output'), 'hex')]);
  const encoding = /"(.*)"/.exec(first)?.[1]?.replace('16-', '16'); // as the standard of browsers calls it
  expect(new TextDecoder(encoding).decode(Uint8Array.from(bytes))).toBe(answer);
});

it('uses every kind of layer', () => {
  const text = seeds.map((seed) => round('py-layers', seed).of('How')).join('\n');
  for (const part of ['[::-1]', '[::2]', '255 - b', 'b ^', 'b + i', '% 256 for b in']) expect(text).toContain(part);
});

itForEachSeed(seeds)('contains gzip at exactly one of the places', (seed) => {
  const { answer, of } = round('py-carve', seed);
  const file = Buffer.from(of('The same'), 'hex');
  expect(file.readUInt32LE(8)).toBe(file.length);
  const places = [...file.keys()].filter((at) => file.subarray(at, at + 2).toString('hex') === '1f8b');
  expect(places.length).toBeGreaterThan(1);
  const real = places.filter((at) => file[at + 2] === 8);
  expect(real.length).toBe(1);
  // Node's function needs the stream without the bytes after it. Its last four bytes are the length of the text.
  const end = file.indexOf(Buffer.from([answer.length, 0, 0, 0]), real[0]);
  expect(
    gunzipSync(file.subarray(real[0], end + 4))
      .toString()
      .toLowerCase(),
  ).toBe(answer);
});

itForEachSeed(seeds)('parses records with their byte orders and signs', (seed) => {
  const { answer, of } = round('py-records', seed);
  const view = new DataView(Uint8Array.from(Buffer.from(of('The file'), 'hex')).buffer);
  const isLittle = /height.*little/.test(of('The format'));
  const isTimeLittle = /time.*little/.test(of('The format'));
  const wanted = of('Find').split(' ').at(-1);
  let [sum, at] = [0, 5];
  for (let i = 0; i < view.getUint8(4); i++) {
    const length = view.getUint8(at);
    const name = Buffer.from(view.buffer, at + 1, length).toString();
    const time = view.getUint32(at + 1 + length, isTimeLittle);
    expect(time >= 1_792_000_000 && time <= 1_792_900_000).toBe(true);
    if (name === wanted) sum += view.getInt16(at + 5 + length, isLittle);
    at += 7 + length;
  }
  expect(at).toBe(view.byteLength);
  expect(answer).toBe(String(sum));
});

it('accepts a number with a sign', () => {
  const normalize = drills.get('py-records')?.normalize ?? String;
  expect([' −4105 ', '-4 105', '+17', '-0', 'x'].map(normalize)).toEqual(['-4105', '-4105', '17', '0', 'x']);
});
