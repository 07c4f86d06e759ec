import { createHash } from 'node:crypto';

/** When the capture began, in milliseconds. */
export const BEGIN = Date.parse('2026-05-09T00:40:00Z');
/** Duration of the capture, in seconds. */
export const LENGTH = 2400;

/** Derives bytes from the flag, for the capture and for the archive. They reveal nothing of the flag. */
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
  /** Number of the order. */
  job: string;
  /** When the order was given, in milliseconds; a whole second. */
  at: number;
  /** Host name of the machine that gave it. */
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

/** Factory host name of a machine: a word and six characters. */
export const nameOf = (owner: string, bytes: Uint8Array): string =>
  `${owner}-${Array.from(bytes.subarray(0, 6), (byte) => '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[byte % 32]).join('')}`;
