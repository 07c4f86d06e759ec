/** Structures of a FAT12 file system, as stored on a disk. */

/** Encodes a date in 16 bits: seven for the year since 1980, four for the month, five for the day. */
export const dosDate = (year: number, month: number, day: number): number => ((year - 1980) << 9) | (month << 5) | day;
/** Encodes a time in 16 bits: five for the hour, six for the minute, five for half the seconds. */
export const dosTime = (hour: number, minute: number, second: number): number =>
  (hour << 11) | (minute << 5) | (second >> 1);

interface Entry {
  /** Eleven characters: eight of the name, three of the extension. */
  name: string;
  first: number;
  size: number;
  /** Pairs of time and date. */
  created: readonly [number, number];
  changed: readonly [number, number];
  /** A date. */
  accessed: number;
  isDeleted?: boolean;
}

/** Returns a directory entry of 32 bytes. */
export function directoryEntry({ name, first, size, created, changed, accessed, isDeleted }: Entry): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write(name, 0, 11, 'latin1');
  if (isDeleted) bytes[0] = 0xe5;
  bytes[11] = 0x20;
  const words = [created[0], created[1], accessed, 0, changed[0], changed[1], first];
  for (const [i, word] of words.entries()) bytes.writeUInt16LE(word, 14 + 2 * i);
  bytes.writeUInt32LE(size, 28);
  return bytes;
}

/** Entry at the end of a cluster chain. */
const END = 0xfff;

/**
 * Returns a FAT12 table, with two entries per three bytes. Entries 0 and 1 hold the fixed values at the start of every
 * table.
 * @param next the successor of each cluster; clusters without an entry are free
 */
export function allocationTable(next: ReadonlyMap<number, number>, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [cluster, value] of [[0, 0xff8], [1, END], ...next] as [number, number][]) {
    const at = (cluster * 3) >> 1;
    const two = bytes.readUInt16LE(at);
    bytes.writeUInt16LE(cluster % 2 ? (two & 0x000f) | (value << 4) : (two & 0xf000) | value, at);
  }
  return bytes;
}

/** Pairs each cluster of a chain with its successor. */
export const chained = (clusters: readonly number[]): [number, number][] =>
  clusters.map((cluster, i) => [cluster, clusters[i + 1] ?? END]);
