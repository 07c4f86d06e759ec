import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { allocationTable, chained, dosDate, dosTime } from '../material/fat.ts';
import { normalizeTimestamp } from '../material/timestamps.ts';
import { roundFor, seeds, undump } from '../testing.ts';

/**
 * Returns entry n of a FAT12, read bit by bit: the table is one sequence of bits, with the lowest bit of each byte
 * first.
 */
function entryOf(fat: Buffer, n: number): number {
  let value = 0;
  for (let i = 0; i < 12; i++) {
    const bit = n * 12 + i;
    value += (((fat[Math.floor(bit / 8)] ?? 0) >> (bit % 8)) & 1) * 2 ** i;
  }
  return value;
}

it('encodes the table and the dates of the image in the lesson', () => {
  const fat = allocationTable(new Map([[2], [3], [5, 12, 7]].flatMap(chained)), 32);
  expect(fat.toString('hex')).toBe('f8ffffffffff00c00000f0ff00000000000007000000000000000000000000'.padEnd(64, '0'));
  expect([dosDate(2026, 3, 13), dosTime(17, 20, 30)]).toEqual([0x5c6d, 0x8a8f]);
});

it('seals one copy with the hash, and lets a majority vote be wrong in most rounds', () => {
  const votes = new Set<number>();
  for (const seed of seeds) {
    const { of, answer } = roundFor('disk-sealed-copy', seed);
    const copies = ['Copy A', 'Copy B', 'Copy C'].map((label) => Buffer.from(of(label).replace('\n', ''), 'hex'));
    expect(copies.map(({ length }) => length)).toEqual([48, 48, 48]);
    const isSealed = (copy: Buffer): boolean => createHash('sha256').update(copy).digest('hex') === of('SHA-256');
    expect(copies.filter(isSealed)).toHaveLength(1);
    const sealed = copies.find(isSealed) ?? Buffer.alloc(0);
    const at = [...sealed.keys()].find((i) => new Set(copies.map((copy) => copy[i])).size > 1) ?? -1;
    expect(answer).toBe(`${at}-${sealed.toString('hex', at, at + 1)}`);
    votes.add(copies.filter((copy) => copy[at] === sealed[at]).length);
  }
  expect([...votes].sort()).toEqual([1, 2]);
});

it('places a cluster according to the fields of the boot sector', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('disk-cluster-offset', seed);
    const { bytes } = undump(of('The beginning'));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const field = (at: number): number => view.getUint16(at, true);
    const cluster = Number(/cluster (\d+)/.exec(of('Find'))?.[1]);
    // Counted from the end of the disk: whole clusters follow the requested one.
    const inData = field(19) - field(14) - view.getUint8(16) * field(22) - (field(17) * 32) / field(11);
    expect(inData % view.getUint8(13)).toBe(0);
    const behind = inData / view.getUint8(13) - (cluster - 2);
    expect(behind).toBeGreaterThan(0);
    expect(Number(answer)).toBe(field(11) * (field(19) - behind * view.getUint8(13)));
    // Every cluster has an entry in the table.
    expect(field(22) * field(11) * 8).toBeGreaterThanOrEqual((inData / view.getUint8(13) + 2) * 12);
  }
});

it('follows a chain from the entry to the end, with the length that the size needs', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('disk-fat-chain', seed);
    const [entry, fat] = [undump(of('The entry')).bytes, undump(of('The FAT')).bytes];
    const chain = [];
    for (let n = entry.readUInt16LE(26); n < 0xff8; n = entryOf(fat, n)) chain.push(n);
    expect(chain.join(' ')).toBe(answer);
    expect(Math.ceil(entry.readUInt32LE(28) / 1024)).toBe(chain.length);
  }
  const { normalize } = roundFor('disk-fat-chain', 'any');
  expect([normalize('5, 12 -> 07'), normalize('[5, 12, 7]'), normalize('five')]).toEqual(['5 12 7', '5 12 7', 'five']);
  expect(roundFor('disk-cluster-offset', 'any').normalize('1,280,512 bytes.')).toBe('1280512');
});

it('encodes dates as DOS does', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('disk-dos-time', seed);
    const { bytes } = undump(of('A deleted'));
    expect(bytes[0]).toBe(0xe5);
    const [, y, mo, d, h, mi, s] = /(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)/.exec(answer)?.map(Number) ?? [];
    const date = ((y ?? 0) - 1980) * 512 + (mo ?? 0) * 32 + (d ?? 0);
    const time = (h ?? 0) * 2048 + (mi ?? 0) * 32 + (s ?? 0) / 2;
    expect([bytes.readUInt16LE(22), bytes.readUInt16LE(24)]).toEqual([time, date]);
  }
  expect(['2026-03-04, 1:41:10', '2026-3-4 01:41:10'].map(normalizeTimestamp)).toEqual(
    Array(2).fill('2026-03-04 01:41:10'),
  );
  expect(['2026-03-14T21:41:10Z', '2026:03:14 21:41:10', ' 2026/03/14 21:41:10 utc'].map(normalizeTimestamp)).toEqual(
    Array(3).fill('2026-03-14 21:41:10'),
  );
  expect(normalizeTimestamp('2026-03-14 21:41:10 +01:00')).toBe('2026-03-14 21:41:10 +01:00');
});

it('leaves all clusters free for exactly one of two deleted files', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('disk-undelete', seed);
    const [directory, fat, data] = ['The directory', 'The FAT', 'The data'].map((label) => undump(of(label)).bytes) as [
      Buffer,
      Buffer,
      Buffer,
    ];
    const found = [];
    for (let at = 0; at < directory.length; at += 32) {
      const [first, size] = [directory.readUInt16LE(at + 26), directory.readUInt32LE(at + 28)];
      const run = Array.from({ length: Math.ceil(size / 16) }, (_, i) => first + i);
      if (directory[at] !== 0xe5) {
        // The existing file's chain has the length that its size needs.
        let length = 0;
        for (let n = first; n < 0xff8; n = entryOf(fat, n)) length++;
        expect(length).toBe(Math.ceil(size / 16));
      } else if (run.every((n) => entryOf(fat, n) === 0))
        found.push(data.toString('latin1', (first - 2) * 16).slice(0, size));
    }
    expect(found).toEqual([answer]);
  }
});
