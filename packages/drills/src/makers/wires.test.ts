import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { itForEachSeed, roundFor, seeds, undump } from '../testing.ts';

const numbers = (text: string): number[] => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
const joined = (text: string): string => text.replace(/\s/g, '');
/** Decodes bits as text, with the highest bit first. */
const textOf = (bits: string): string =>
  Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString('latin1');

itForEachSeed(seeds)('decodes voltages and times to text and speed', (seed) => {
  const levels = roundFor('wire-levels', seed);
  const marks = numbers(levels.of('The input'));
  expect(marks).toHaveLength(5);
  const values = numbers(levels.of('Volts'));
  const [, zero = 0, , one = 0] = marks;
  // A value between the thresholds counts as the previous clear value.
  const bits = values.map((_, i) => {
    const clear = values.slice(0, i + 1).findLast((value) => value <= zero || value >= one) ?? 0;
    return clear >= one ? 1 : 0;
  });
  expect(textOf(bits.join(''))).toBe(levels.answer);
  const middle = values.map((value) => (value >= (zero + one) / 2 ? 1 : 0)).join('');
  expect(textOf(middle)).not.toBe(levels.answer);

  const board = roundFor('wire-speed', seed);
  const lists = [...`${board.of('Five pads')}\n`.matchAll(/TP(\d) {2}([^T]*)\n/g)].map(([, pad, list = '']) => ({
    pad,
    gaps: numbers(list),
  }));
  expect(lists).toHaveLength(5);
  const standard = numbers(board.of('Standard speeds'));
  const fits = lists.flatMap(({ pad, gaps }) => {
    const unit = Math.min(...gaps);
    const isWhole = gaps.length > 0 && gaps.every((gap) => Math.abs(gap / unit - Math.round(gap / unit)) < 0.45);
    const kinds = new Set(gaps.map((gap) => Math.round(gap / unit)));
    if (!isWhole || kinds.size < 3) return [];
    const bit = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.reduce((sum, gap) => sum + Math.round(gap / unit), 0);
    const near = standard.filter((speed) => Math.abs((speed * bit) / 1e6 - 1) < 0.1);
    expect(near).toHaveLength(1);
    return [`tp${pad} ${near[0]}`];
  });
  expect(fits).toEqual([board.answer]);

  const console = roundFor('wire-uart', seed);
  const times = numbers(console.of('Moments'));
  const shortest = Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)));
  const speed = standard.find((one) => Math.abs((one * shortest) / 1e6 - 1) < 0.15) ?? 0;
  const bit = 1e6 / speed;
  // Counts the bits between two changes, within a frame of ten bits.
  let text = '';
  for (let i = 0; i < times.length; ) {
    const start = times[i] ?? 0;
    let frame = '';
    let level = 0;
    while (frame.length < 10) {
      i++;
      const until = Math.min(10, Math.round(((times[i] ?? Number.MAX_SAFE_INTEGER) - start) / bit));
      frame += String(level).repeat(until - frame.length);
      level = 1 - level;
      if (until === 10 && level === 1) throw new Error('The stop bit is low.');
    }
    expect(frame).toMatch(/^0.{8}1$/);
    text += textOf([...frame.slice(1, 9)].reverse().join(''));
  }
  expect(text).toBe(console.answer);
});

itForEachSeed(seeds)('decodes buses by their clocks', (seed) => {
  const i2c = roundFor('wire-i2c', seed);
  const [scl, sda] = [joined(i2c.of('SCL')), joined(i2c.of('SDA'))];
  expect(scl).toHaveLength(sda.length);
  const signs = [...scl].map((clock, i) => {
    if (i === 0) return '';
    const [was, is] = [sda[i - 1], sda[i]];
    if (clock === '1' && scl[i - 1] === '1') return was === is ? '' : is === '0' ? 'S' : 'P';
    return clock === '1' ? is : '';
  });
  // After each START, nine bits per byte, of which the last is the acknowledgement. The bit before S or P is the rising
  // clock edge of that condition.
  const talks = signs
    .join('')
    .split(/[01]?[SP]/)
    .filter(Boolean);
  const wanted = Number.parseInt(/address (\w+)/.exec(i2c.of('Find'))?.[1] ?? '', 16);
  const reads = talks
    .map((talk) => (talk.match(/.{9}/g) ?? []).map((nine) => Number.parseInt(nine.slice(0, 8), 2)))
    .filter(([first = 0]) => first === wanted * 2 + 1);
  expect(reads.map(([, ...bytes]) => Buffer.from(bytes).toString('hex'))).toEqual([i2c.answer]);

  const spi = roundFor('wire-spi', seed);
  const [cs, clk, mosi, miso] = ['CS', 'CLK', 'MOSI', 'MISO'].map((name) => joined(spi.of(name))) as [
    string,
    string,
    string,
    string,
  ];
  const pieces = [...cs.matchAll(/0+/g)].flatMap(({ index, 0: low }) => {
    const edges = Array.from({ length: low.length }, (_, i) => index + i).filter(
      (i) => clk[i] === '1' && clk[i - 1] === '0',
    );
    const out = Buffer.from(textOf(edges.map((i) => mosi[i]).join('')), 'latin1');
    const back = textOf(edges.map((i) => miso[i]).join(''));
    return out[0] === 3 ? [{ address: out.readUIntBE(1, 3), text: back.slice(4) }] : [];
  });
  expect(pieces).toHaveLength(3);
  expect(pieces.map(({ text }) => text).join('')).not.toBe(spi.answer);
  pieces.sort((a, b) => a.address - b.address);
  expect(pieces.map(({ text }) => text).join('')).toBe(spi.answer);
});

/** The state diagram as rows: for each state the indexes of the next states for 0 and for 1 (IEEE 1149.1). */
const names = [
  ...['reset', 'idle', 'select-dr', 'capture-dr', 'shift-dr', 'exit1-dr', 'pause-dr', 'exit2-dr', 'update-dr'],
  ...['select-ir', 'capture-ir', 'shift-ir', 'exit1-ir', 'pause-ir', 'exit2-ir', 'update-ir'],
];
const zero = [1, 1, 3, 4, 4, 6, 6, 4, 1, 10, 11, 11, 13, 13, 11, 1];
const one = [0, 2, 9, 5, 5, 8, 7, 8, 2, 0, 12, 12, 15, 14, 15, 2];
const moved = (at: number, turn: string | undefined): number => (turn === '1' ? one : zero)[at] ?? 0;

itForEachSeed(seeds)('follows the port through its states', (seed) => {
  const walk = roundFor('wire-walk', seed);
  const path = joined(walk.of('TMS'));
  expect(names[[...path].reduce(moved, names.indexOf(walk.of('Initial state')))]).toBe(walk.answer);

  const tap = roundFor('wire-tap', seed);
  const clocks = Number(/\d+/.exec(tap.of('Known'))?.[0]);
  const [tms, tdo] = ['TMS', 'TDO'].map((name) =>
    [...tap.of(name)].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join(''),
  ) as [string, string];
  expect(Math.ceil(clocks / 4) * 4).toBe(tms.length);
  const transfers: string[] = [''];
  let at = 0;
  for (let i = 0; i < clocks; i++) {
    if (names[at]?.startsWith('shift')) transfers.push(`${transfers.pop()}${tdo[i]}`);
    at = moved(at, tms[i]);
    if (names[at]?.startsWith('update')) transfers.push('');
  }
  expect(transfers.map((bits) => bits.length)).toEqual([32, 5, 64, 0]);
  expect(transfers[0]?.[0]).toBe('1');
  expect(textOf([...(transfers[2] ?? '')].reverse().join(''))).toBe([...tap.answer].reverse().join(''));
});

itForEachSeed(seeds)('extracts the secrets of the image and of the recipe', (seed) => {
  const firmware = roundFor('wire-firmware', seed);
  const { bytes } = undump(firmware.of('The whole'));
  const isLittle = bytes.readUInt16LE(4) === 20;
  const [at, length] = [8, 12].map((place) => (isLittle ? bytes.readUInt32LE(place) : bytes.readUInt32BE(place)));
  // All streams that can be unpacked. The header names one of two.
  const found = Array.from({ length: bytes.length }, (_, i) => i).flatMap((start) => {
    if (bytes[start] !== 0x78 || bytes[start + 1] !== 0xda) return [];
    try {
      return [{ start, text: inflateSync(bytes.subarray(start)).toString() }];
    } catch {
      return [];
    }
  });
  expect(found).toHaveLength(2);
  const named = found.find(({ start }) => start === at);
  expect(named?.text.endsWith(` ${firmware.answer}`)).toBe(true);
  expect(found.filter(({ text }) => text.includes(firmware.answer))).toHaveLength(1);
  expect(inflateSync(bytes.subarray(at, (at ?? 0) + (length ?? 0))).toString()).toBe(named?.text);

  const lamp = roundFor('wire-password', seed);
  const frame = undump(lamp.of('A broadcast')).bytes;
  const source = [...frame.subarray(6, 12)].map((byte) => byte.toString(16).padStart(2, '0'));
  expect(frame.subarray(22, 28)).toEqual(frame.subarray(6, 12));
  const [, algorithm = '', salt = '', from, to] =
    /hashlib\.(\w+)\(b"([^"]+)" .*\[(\d+):(\d+)\]/.exec(lamp.of('bin/setpw')) ?? [];
  const code = lamp.of('bin/setpw');
  if (code.includes('reversed')) source.reverse();
  const word = source.join(code.includes('"-"') ? '-' : '');
  const digest = createHash(algorithm)
    .update(salt)
    .update(code.includes('upper') ? word.toUpperCase() : word);
  expect(digest.digest('hex').slice(Number(from), Number(to))).toBe(lamp.answer);
});

it('accepts answers in common notations', () => {
  const { answer: text, normalize } = roundFor('wire-spi', 'blanks');
  expect(normalize(`${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8).toUpperCase()}`)).toBe(text);
  const pad = roundFor('wire-speed', 'commas').normalize;
  for (const form of ['TP3 at 19,200 baud', 'tp3-19200', 'TP 3, 19200 bps']) expect(pad(form)).toBe('tp3 19200');
});
