import { crc32, inflateRawSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { png, zip } from '../material/small-files.ts';
import { createRandom } from '../random.ts';
import { roundFor, seeds, undump } from '../testing.ts';

/** Reads the chunks of a PNG and verifies their checksums. Returns its length and the bytes of its picture. */
function walkPng(bytes: Buffer): { length: number; pixels: Buffer } {
  let at = 8;
  const data = [];
  for (;;) {
    const size = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    expect(bytes.readUInt32BE(at + 8 + size)).toBe(crc32(bytes.subarray(at + 4, at + 8 + size)));
    if (kind === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + size));
    at += 12 + size;
    if (kind === 'IEND') return { length: at, pixels: inflateSync(Buffer.concat(data)) };
  }
}

/** Reads a ZIP from its header over its file and its directory to its end. Every offset must match. */
function walkZip(bytes: Buffer): number {
  const size = bytes.readUInt32LE(18);
  const data = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  const method = bytes.readUInt16LE(8);
  const packed = bytes.subarray(data, data + size);
  expect(crc32(method === 8 ? inflateRawSync(packed) : packed)).toBe(bytes.readUInt32LE(14));
  const central = data + size;
  expect(bytes.toString('latin1', central, central + 4)).toBe('PK\x01\x02');
  expect([bytes.readUInt32LE(central + 16), bytes.readUInt32LE(central + 42)]).toEqual([bytes.readUInt32LE(14), 0]);
  const end = central + 46 + bytes.readUInt16LE(central + 28);
  expect(bytes.toString('latin1', end, end + 4)).toBe('PK\x05\x06');
  expect([bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]).toEqual([end - central, central]);
  return end + 22 + bytes.readUInt16LE(end + 20);
}

it('gives a complete carved file, from its header to its last byte', () => {
  const kinds = new Set<string>();
  for (const seed of seeds) {
    const { of, answer } = roundFor('trace-carve', seed);
    const { start, bytes } = undump(of('A piece'));
    const found = [...bytes.keys()].flatMap((at) => {
      const kind = bytes.subarray(at, at + 8).toString('latin1');
      if (kind === '\x89PNG\r\n\x1a\n') return [{ kind: 'png', at, length: walkPng(bytes.subarray(at)).length }];
      if (kind.startsWith('PK\x03\x04')) return [{ kind: 'zip', at, length: walkZip(bytes.subarray(at)) }];
      return [];
    });
    expect(found.map(({ at, length }) => `${start + at} ${length}`)).toEqual([answer]);
    expect((found[0]?.at ?? 0) + (found[0]?.length ?? 0)).toBeLessThan(bytes.length);
    kinds.add(found[0]?.kind ?? '');
  }
  expect([...kinds].sort()).toEqual(['png', 'zip']);
  const picture = png(createRandom(Buffer.from('picture')));
  const rows = picture.readUInt32BE(20) * (1 + Math.ceil(picture.readUInt32BE(16) / 8));
  expect(walkPng(picture).pixels).toHaveLength(rows);
  expect(walkZip(zip(createRandom(Buffer.from('archive')), 'three'))).toBe(
    zip(createRandom(Buffer.from('archive')), 'three').length,
  );
});

it("gives the time in the picture's tags, in either byte order", () => {
  const orders = new Set<string>();
  for (const seed of seeds) {
    const { of, answer } = roundFor('trace-exif', seed);
    const { bytes } = undump(of('The TIFF'));
    const isLittle = bytes.toString('latin1', 0, 2) === 'II';
    orders.add(isLittle ? 'II' : 'MM');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const tags = new Map<number, string>();
    const walk = (at: number): void => {
      let last = 0;
      for (let i = 0; i < view.getUint16(at, isLittle); i++) {
        const entry = at + 2 + i * 12;
        const [tag, kind, count, value] = [
          view.getUint16(entry, isLittle),
          view.getUint16(entry + 2, isLittle),
          view.getUint32(entry + 4, isLittle),
          view.getUint32(entry + 8, isLittle),
        ];
        expect(tag).toBeGreaterThan(last);
        last = tag;
        if (kind === 2) {
          expect(bytes[value + count - 1]).toBe(0);
          tags.set(tag, bytes.toString('latin1', value, value + count - 1));
        }
        if (tag === 0x8769) walk(value);
      }
    };
    walk(view.getUint32(4, isLittle));
    expect([...tags.keys()].sort()).toEqual([0x0110, 0x0132, 0x9003, 0x9004, 0x9010, 0x9011]);
    const [date = '', time = ''] = (tags.get(0x9003) ?? '').split(' ');
    const taken = Date.parse(`${date.replaceAll(':', '-')}T${time}${tags.get(0x9011)}`);
    expect(Date.parse(`${answer}Z`)).toBe(taken);
    expect(tags.get(0x9011)).not.toBe(tags.get(0x9010));
    expect(tags.get(0x9004)).not.toBe(tags.get(0x9003));
  }
  expect(orders.size).toBe(2);
});

it('sorts three logs with the corrected clock, and differently without the correction', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('trace-clocks', seed);
    const ref = (line: string): string => /ref"?[=:] ?"?(\w\w)/.exec(line)?.[1] ?? '';
    const web = of('access')
      .split('\n')
      .map((line) => {
        const [, day, time, zone = ''] = /\[(\d+)\/Mar\/2026:(\S+) ([+-]\d{4})\]/.exec(line) ?? [];
        return { at: Date.parse(`2026-03-${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`), ref: ref(line) };
      });
    const desk = of('auth')
      .split('\n')
      .map((line) => ({ at: Date.parse(`2026 ${line.slice(0, 15)} UTC`), ref: ref(line) }));
    const [test, ...rest] = of('door')
      .split('\n')
      .map((line) => JSON.parse(line) as { t: number; ref: string });
    const wrong = (test?.t ?? 0) - Date.parse(`${/, (\S+ \S+) UTC/.exec(of('A notebook'))?.[1]}Z`);
    const order = (correction: number): string =>
      [...web, ...desk, ...rest.map(({ t, ref }) => ({ at: t - correction, ref }))]
        .sort((a, b) => a.at - b.at)
        .map(({ ref }) => ref)
        .join('');
    expect(order(wrong)).toBe(answer);
    expect(order(0)).not.toBe(answer);
    // The order does not depend on one or two seconds.
    const moments = [...web, ...desk, ...rest.map(({ t }) => ({ at: t - wrong }))]
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    expect(moments).toHaveLength(7);
    for (const [i, at] of moments.slice(1).entries()) expect(at - (moments[i] ?? 0)).toBeGreaterThan(10_000);
  }
});

it('gives the entropy of the block', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('trace-entropy', seed);
    const { bytes } = undump(of('A block'));
    expect(bytes).toHaveLength(64);
    // The mean information of each byte.
    const surprise = [...bytes].map(
      (byte) => -Math.log(bytes.filter((other) => other === byte).length / 64) / Math.LN2,
    );
    expect(surprise.reduce((sum, bits) => sum + bits, 0) / 64).toBeCloseTo(Number(answer), 10);
    expect(answer).toMatch(/^\d(\.\d{1,5})?$/);
  }
  const { normalize } = roundFor('trace-entropy', 'any');
  expect(['3,1250', ' 3.125', '3.1250'].map(normalize)).toEqual(['3.125', '3.125', '3.125']);
});

it('accepts offsets and sums as tools print them', () => {
  const carved = roundFor('trace-carve', 'any').normalize;
  expect(['58935 74', '(58935, 74)', '0xe637 and 74 bytes'].map(carved)).toEqual(Array(3).fill('58935 74'));
  const sum = roundFor('trace-entropy', 'any').normalize;
  expect(['2.125', '2,125', '2.1250 bits a byte'].map(sum)).toEqual(Array(3).fill('2.125'));
});
