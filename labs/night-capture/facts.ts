import { createHash } from 'node:crypto';

/** When the recorder was switched on, in milliseconds. */
export const BEGIN = Date.parse('2026-05-09T00:40:00Z');
/** How long it ran, in seconds. */
export const LENGTH = 2400;

/** Bytes that the recording and the archive both work out by themselves, and that tell nothing of the flag. */
const drawn = (what: string, flag: string) =>
  createHash('sha256').update(`${what}, in the night of the capture: ${flag}`).digest();

/** Klara Vogt's word for the archive. */
export function wordOf(flag: string): string {
  const bytes = drawn('word', flag);
  const word = ['Andante', 'Cornet', 'Kettle', 'Largo', 'Mezzo', 'Piccolo', 'Sordino', 'Trillo'][
    bytes.readUInt8(0) % 8
  ];
  const sign = ['&', '+', '%', '='];
  const [before = '&', after = '%'] = [sign[bytes.readUInt8(1) % 4], sign[bytes.readUInt8(2) % 4]];
  return `${word}${before}${100_000 + (bytes.readUInt32BE(3) % 900_000)}${after}${bytes.subarray(8, 10).toString('hex')}`;
}

export interface Order {
  /** The number that the order was given. */
  job: string;
  /** When it was given, in milliseconds; a whole second. */
  at: number;
  /** What the machine that gave it calls itself. */
  machine: string;
}

export function orderOf(flag: string): Order {
  const bytes = drawn('order', flag);
  const owner = ['CELLO', 'HEDGEHOG', 'MOLE', 'OTTER', 'PUFFIN', 'STOVE'][bytes.readUInt8(0) % 6] ?? '';
  return {
    job: bytes.subarray(1, 4).toString('hex'),
    at: BEGIN + (1230 + (bytes.readUInt16BE(4) % 300)) * 1000,
    machine: nameOf(owner, bytes.subarray(8)),
  };
}

/** The name that a machine is delivered with: a word and six signs. */
export const nameOf = (owner: string, bytes: Uint8Array): string =>
  `${owner}-${Array.from(bytes.subarray(0, 6), (byte) => '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[byte % 32]).join('')}`;
