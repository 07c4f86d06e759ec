import { expect, it } from 'vitest';
import type { Drill } from '../drill.ts';
import { createRandom } from '../random.ts';
import { itForEachSeed } from '../testing.ts';
import { radioDrills } from './radio.ts';
import { crc8, radioMessageDrills } from './radio-messages.ts';

const seeds = Array.from({ length: 25 }, (_, i) => `station ${i}`);
const all: Record<string, Drill> = { ...radioDrills, ...radioMessageDrills };

/** Returns a round, and a function that finds a given text by the beginning of its label. */
function round(name: string, seed: string) {
  const drill = all[name];
  if (!drill) throw new Error(name);
  const { given, answer } = drill.make(createRandom(Buffer.from(seed)));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}
const numbers = (text: string): number[] => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
/** Decodes bits as text, with the highest bit first. */
const textOf = (bits: string): string =>
  Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString('latin1');

itForEachSeed(seeds)('gives an answer that an independent computation confirms', (seed) => {
  const far = round('radio-range', seed);
  const [megahertz = 0, sent = 0] = numbers(far.of('The sender'));
  const [gain = 0, needs = 0] = numbers(far.of('The listener'));
  // The received power just inside and just outside of the rounded kilometre, by the usual formula in km and MHz.
  const arrives = (km: number) => sent + gain - (20 * Math.log10(km) + 20 * Math.log10(megahertz) + 32.4478);
  expect(arrives(Number(far.answer) - 0.5)).toBeGreaterThan(needs);
  expect(arrives(Number(far.answer) + 0.5)).toBeLessThan(needs);

  const alias = round('radio-alias', seed);
  const [rate = 0] = numbers(alias.of('Samples'));
  const [tone = 0] = numbers(alias.of('A tone'));
  for (let n = 0; n < 40; n++) {
    const [one, two] = [tone, Number(alias.answer)].map((hertz) => Math.cos((2 * Math.PI * hertz * n) / rate));
    expect(one).toBeCloseTo(two ?? 0, 6);
  }
  expect(Number(alias.answer)).toBeLessThan(rate / 2);

  const carrier = round('radio-iq', seed);
  const [centre = 0, pairsPerMillisecond = 0] = numbers(carrier.of('The receiver'));
  const values = numbers(carrier.of('Pairs'));
  const angles = Array.from({ length: 24 }, (_, n) => Math.atan2(values[2 * n + 1] ?? 0, values[2 * n] ?? 0));
  const turns = angles.slice(1).map((angle, n) => {
    const turn = angle - (angles[n] ?? 0);
    return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  });
  const mean = turns.reduce((sum, turn) => sum + turn, 0) / turns.length;
  const air = centre * 1000 + (mean / (2 * Math.PI)) * pairsPerMillisecond;
  expect(Math.abs(air - Number(carrier.answer))).toBeLessThan(0.3);

  const tuner = round('radio-tones', seed);
  const [, lowest = 0, step = 0] = numbers(tuner.of('The code'));
  const samples = numbers(tuner.of('Samples'));
  const strength = (block: number[], hertz: number): number => {
    const turn = (2 * Math.PI * hertz) / 8000;
    const sums = [Math.cos, Math.sin].map((f) => block.reduce((sum, value, n) => sum + value * f(turn * n), 0));
    return Math.hypot(...sums);
  };
  const digits = Array.from({ length: 10 }, (_, at) => {
    const bars = Array.from({ length: 16 }, (_, digit) =>
      strength(samples.slice(at * 40, at * 40 + 40), lowest + step * digit),
    );
    return bars.indexOf(Math.max(...bars)).toString(16);
  });
  expect(digits.join('')).toBe(tuner.answer);

  const power = numbers(round('radio-ook', seed).of('Power'));
  const strongest = Math.max(...power);
  const levels = power.map((value) => (value > strongest / 4 ? '#' : '.')).join('');
  const pulses = [...levels.matchAll(/(#+)(\.+)/g)].map(([, on = '', off = '']) => (on.length > off.length ? 1 : 0));
  const code = Buffer.from(round('radio-ook', seed).answer, 'hex');
  expect(pulses.slice(0, -1).join('')).toBe([...code].map((byte) => byte.toString(2).padStart(8, '0')).join(''));
  // Every threshold that the lesson allows gives the same runs.
  expect(power.every((value) => value < strongest / 4 - 3 || value > strongest / 2)).toBe(true);
});

itForEachSeed(seeds)('decodes messages as a receiver does', (seed) => {
  const line = round('radio-manchester', seed);
  const chips = line.of('Chips').replace(/\s/g, '');
  const readings = [0, 1].flatMap((start) => {
    const pairs = chips.slice(start).match(/../g) ?? [];
    if (pairs.some((pair) => pair === '00' || pair === '11')) return [];
    return ['10', '01'].map((one) => textOf(pairs.map((pair) => (pair === one ? '1' : '0')).join('')));
  });
  expect(readings.filter((text) => /^[a-z0-9-]+$/.test(text))).toEqual([line.answer]);

  const packets = round('radio-packet', seed);
  const copies = packets
    .of('The same packet')
    .split('\n')
    .map((hex) => {
      const air = [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
      const [, sync, body = ''] = /^(.*?01011001101001101010011001100101)(.*)$/.exec(air) ?? [];
      expect(sync).toBeDefined();
      const bits = (body.match(/../g) ?? []).slice(0, 64).map((pair) => ({ 10: '1', '01': '0' })[pair] ?? '?');
      expect(bits).not.toContain('?');
      const bytes = Buffer.from(textOf(bits.join('')), 'latin1');
      return { payload: bytes.subarray(2, 7).toString('hex'), isWhole: crc8(bytes) === 0 };
    });
  expect(copies.flatMap(({ payload, isWhole }) => (isWhole ? [payload] : []))).toEqual([packets.answer]);
  // A bitwise majority vote of the four fails.
  const votes = Array.from(
    { length: 40 },
    (_, bit) => copies.filter(({ payload }) => (BigInt(`0x${payload}`) >> BigInt(bit)) & 1n).length,
  );
  const right = BigInt(`0x${packets.answer}`);
  expect(votes.some((ones, bit) => ones === ((right >> BigInt(bit)) & 1n ? 1 : 3))).toBe(true);

  const door = round('radio-window', seed);
  const [last = 0, width = 0] = numbers(door.of('The receiver'));
  const presses = door
    .of('It receives')
    .split('\n')
    .map((row) => Number(row.split('  ')[1]));
  // The receiver of the lesson: it tries every code of its window.
  let past = last;
  const opens = presses.map((counter) => {
    const window = Array.from({ length: width }, (_, i) => past + 1 + i);
    if (window.includes(counter)) past = counter;
    return past === counter && window.includes(counter);
  });
  expect(opens.flatMap((opened, i) => (opened ? [i + 1] : [])).join(' ')).toBe(door.answer);

  const codes = round('radio-rolling-next', seed).of('Heard').split('\n');
  const [a = 0n, b = 0n, c = 0n, d = 0n, next = 0n] = [...codes, round('radio-rolling-next', seed).answer].map((hex) =>
    BigInt(`0x${hex}`),
  );
  // If all differences have one common factor, products of neighbouring differences across are equal.
  const cross = (x: bigint, y: bigint) => (((x * y) % (1n << 48n)) + (1n << 48n)) % (1n << 48n);
  expect(cross(c - b, c - b)).toBe(cross(b - a, d - c));
  expect(cross(d - c, d - c)).toBe(cross(c - b, next - d));

  const walk = round('radio-follow', seed);
  const rows = walk
    .of('Probe')
    .split('\n')
    .map((row) => /^ *(\d+) (\S+) +(\d+) (\S+) (\S+)$/.exec(row) ?? [])
    .map(([, , address = '', sequence, tags = '', name = '']) => ({ address, sequence: Number(sequence), tags, name }));
  let address = /begins as (\S+)/.exec(walk.of('Find'))?.[1] ?? '';
  let name = '';
  for (let part = 0; part < 3; part++) {
    const own = rows.filter((row) => row.address === address);
    const end = own.at(-1);
    name = end?.name ?? '';
    const near = rows.filter(
      (row) =>
        row.address !== address &&
        row.tags === end?.tags &&
        [1, 2, 3].includes((row.sequence - end.sequence + 4096) % 4096),
    );
    if (part < 2) expect(new Set(near.map((row) => row.address)).size).toBe(1);
    address = near[0]?.address ?? '';
  }
  expect(name).toBe(walk.answer);
});

it('computes the CRC of the lesson', () => {
  expect(crc8(Buffer.of(0x5a, 0x2a, 0x14))).toBe(0x3d);
});

it('accepts a frequency in megahertz', () => {
  const { normalize } = radioDrills['radio-iq'];
  for (const form of ['433905', '433,905 kHz', '433.905 MHz']) expect(normalize(form)).toBe('433905');
  expect(normalize('868.3 MHz')).toBe('868300');
});
