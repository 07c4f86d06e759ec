import { randomBytes, randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { inGroups } from './facts.ts';

export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const two = (number: number) => String(number).padStart(2, '0');

/** Returns a time of that November by the machine's clock, accurate to some seconds. */
export const november = (day: number, hour: number, minute: number): Date =>
  new Date(Date.UTC(1997, 10, day, hour, minute, randomInt(60), randomInt(1000)));

/** Six in the morning, in minutes since the midnight before the evening. */
const MORNING = 30 * 60;

const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

const remarks = [
  'Lamp well. Keeper well. Gull not asked.',
  'A ship. It went on being a ship until it was gone.',
  'Tea. The kettle is the only thing here that whistles back.',
  'Varde has its lamp on, too. Show-offs.',
  'Wound the clockwork. It is electric, but it likes to be wound.',
  'Fog. Sounded the horn. Somebody sounded back, and was a cow.',
  'Counted the stairs. 214 up, 213 down. To be looked into.',
  'Wiped the lens. There was a moth on it, forty metres wide on the sea.',
  'Nothing between here and the horizon, and the horizon is quiet.',
];

export interface Page {
  day: number;
  month?: string;
  keepers: [string, string];
  /** The machine's time when the radio says nine. */
  signal: string;
  /** Minutes between two readings. */
  every?: number;
  /** Minutes of the day between which the lamp has no power. */
  dark?: [from: number, to: number];
  /** Minute of the day of its last reading; a page that is still open has no seal. */
  until?: number;
  /** Lines in place of the usual readings. */
  notes?: string[];
  seal?: string;
}

/** Returns a night's page, packed as the log program does. */
export function pageOf(page: Page): Buffer {
  return gzipSync(textOf(page), { level: 9 });
}

export function textOf({
  day,
  month = 'November',
  keepers,
  signal,
  every = 20,
  dark,
  until = MORNING,
  notes,
  seal = inGroups(randomBytes(6)),
}: Page): string {
  const rows: string[] = [];
  let [pressure, wind] = [990 + randomInt(25), randomInt(winds.length)];
  for (let minute = 18 * 60; minute < until; minute += every) {
    const clock = `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
    pressure = Math.min(1030, Math.max(970, pressure + (randomInt(9) - 4) / 10));
    wind = (wind + pick([0, 0, 0, 1, winds.length - 1])) % winds.length;
    const weather = `${pressure.toFixed(1)} hPa  wind ${(winds[wind] ?? '').padEnd(2)} ${randomInt(5, 10)}  sea ${randomInt(3, 8)}`;
    const volts = dark && minute >= dark[0] && minute < dark[1] ? 0 : 210 + randomInt(90) / 10;
    rows.push(`${clock}  ${weather}  lamp ${volts.toFixed(1)} V`);
  }
  const entries = notes ?? Array.from({ length: randomInt(4, 8) }, () => pick(remarks));
  for (const [i, note] of entries.entries())
    rows.splice(Math.floor(((i + 1) * rows.length) / (entries.length + 1)), 0, `       ${note}`);
  return [
    `OSTREL HEAD LIGHT, night of ${day} ${month} 1997`,
    `Keepers: until three ${keepers[0]}, from three ${keepers[1]}`,
    `Time signal, 21:00:00 by the radio: our machine shows ${signal}`,
    '',
    ...rows,
    '',
    until === MORNING ? `Seal of the page: ${seal}` : 'This page is still open.',
    '',
  ].join('\n');
}

/** Returns a text whose last cluster is at most half full, so that half of the old data stays. */
export function halfFull(text: string): Buffer {
  let filled = text;
  while (filled.length % 1024 === 0 || filled.length % 1024 > 480) filled += '(This line is left empty on purpose.)\n';
  return Buffer.from(filled, 'latin1');
}

/** Returns a letter that fills the clusters of `over`, so that its end is in the half that `over` leaves. */
export function letterBelow(over: Buffer, beginning: string, end: string): Buffer {
  const covered = Math.floor(over.length / 1024) * 1024 + 512;
  const body = beginning.repeat(Math.ceil(covered / 2 / beginning.length)).slice(0, covered / 2);
  return Buffer.from(body + end, 'utf16le');
}

/** Returns a recording of the foghorn: 8000 samples a second, one byte each. */
export function foghorn(bytes: number): Buffer {
  const sound = Buffer.alloc(bytes);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(bytes - 8, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.set([1, 0, 1, 0], 20);
  sound.writeUInt32LE(8000, 24);
  sound.writeUInt32LE(8000, 28);
  sound.set([1, 0, 8, 0], 32);
  sound.write('data', 36);
  sound.writeUInt32LE(bytes - 44, 40);
  for (let i = 44; i < bytes; i++) {
    const second = (i - 44) / 8000;
    const loud = second % 12 < 5 ? 1 : 0.03;
    const wave = Math.sin(2 * Math.PI * 100 * second) + 0.4 * Math.sin(2 * Math.PI * 200 * second);
    sound.writeUInt8(Math.round(128 + 80 * loud * wave), i);
  }
  return sound;
}
