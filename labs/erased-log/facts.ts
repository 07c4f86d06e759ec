import { createHash } from 'node:crypto';

export const keepers = [
  'Ansgar Lund',
  'Birte Koch',
  'Dorrit Falk',
  'Emil Strand',
  'Fenja Toft',
  'Gerrit Noor',
] as const;
type Keeper = (typeof keepers)[number];

/** Derives bytes from the flag, for the disk and for the Board. They reveal nothing of the flag. */
const drawn = (what: string, flag: string) =>
  createHash('sha256').update(`${what}, Ostrel Head, November 1997: ${flag}`).digest();

/** Twelve digits in groups of three, as at the foot of papers. */
export const inGroups = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 6))
    .toString('hex')
    .replace(/(....)(....)(....)/, '$1-$2-$3');

/** The seal of the page that was torn out. */
export const sealOf = (flag: string): string => inGroups(drawn('seal', flag));

/** The mark of the letter that was overwritten. */
export const markOf = (flag: string): string => inGroups(drawn('mark', flag));

export interface Forgery {
  /** The day of November on which the night began. */
  night: number;
  /** When the page was made by the radio's clock, in milliseconds as if the lighthouse were in UTC. */
  at: number;
  /** Seconds by which the lighthouse's machine is fast. */
  fast: number;
  /** The keepers on watch until three, and after it. */
  early: Keeper;
  late: Keeper;
}

/** The page that replaced the torn one: dated shortly before three by the radio, and after three by the machine. */
export function forgeryOf(flag: string): Forgery {
  const bytes = drawn('forgery', flag);
  const night = 13 + (bytes.readUInt8(0) % 3);
  const early = bytes.readUInt8(1) % keepers.length;
  const late = (early + 1 + (bytes.readUInt8(2) % (keepers.length - 1))) % keepers.length;
  return {
    night,
    at: Date.UTC(1997, 10, night + 1, 3) - (130 + (bytes.readUInt16BE(4) % 620)) * 1000,
    fast: 840 + (bytes.readUInt16BE(6) % 300),
    early: keepers[early] ?? keepers[0],
    late: keepers[late] ?? keepers[1],
  };
}
