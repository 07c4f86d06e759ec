/* A floppy of 720 KB with FAT12, written as DOS does: data that is not needed any more stays where it is. */

const SECTOR = 512;
const CLUSTER = 1024;
const SECTORS = 1440;
const FAT_SECTORS = 3;
const ROOT_ENTRIES = 112;
const FATS = [SECTOR, SECTOR * (1 + FAT_SECTORS)] as const;
const ROOT = SECTOR * (1 + 2 * FAT_SECTORS);
const DATA = ROOT + ROOT_ENTRIES * 32;
/** The number of the last cluster. */
const LAST = 2 + Math.floor((SECTORS * SECTOR - DATA) / CLUSTER) - 1;
const MEDIA = 0xf9;
const END = 0xfff;
const DELETED = 0xe5;
const kinds = { file: 0x20, folder: 0x10, label: 0x08, piece: 0x0f };

export interface Times {
  created: Date;
  modified: Date;
  /** Date of the last access; the date of the last change by default. */
  accessed?: Date;
}

/** Where directory entries are stored: the root has a fixed area, a folder has a cluster. */
interface Folder {
  at: number;
  room: number;
  first: number;
}

/** A written file and its position. */
export interface Written {
  /** Offset of its directory entry in the image. */
  at: number;
  clusters: number[];
}

export class Floppy {
  readonly image = Buffer.alloc(SECTORS * SECTOR);
  readonly root: Folder = { at: ROOT, room: ROOT_ENTRIES, first: 0 };
  /** Cluster at which the search for free ones continues. DOS starts at 2 again after a reboot. */
  next = 2;

  constructor(label: string, at: Date) {
    const boot = this.image;
    boot.set([0xeb, 0x3c, 0x90]);
    boot.write('MSDOS5.0', 3, 'latin1');
    for (const [place, number] of [
      [11, SECTOR],
      [14, 1],
      [17, ROOT_ENTRIES],
      [19, SECTORS],
      [22, FAT_SECTORS],
      [24, 9],
      [26, 2],
    ] as const) {
      boot.writeUInt16LE(number, place);
    }
    boot.writeUInt8(CLUSTER / SECTOR, 13);
    boot.writeUInt8(2, 16);
    boot.writeUInt8(MEDIA, 21);
    boot.writeUInt8(0x29, 38);
    boot.writeUInt32LE(((at.getTime() / 1000) ^ 0x5eaf00d) >>> 0, 39);
    boot.write(label.padEnd(11), 43, 'latin1');
    boot.write('FAT12   ', 54, 'latin1');
    boot.writeUInt16LE(0xaa55, 510);
    this.#link(0, 0xf00 | MEDIA);
    this.#link(1, END);
    this.#mirror();
    this.#enter(this.root, label.padEnd(11), kinds.label, { created: at, modified: at }, 0, 0);
  }

  folder(name: string, at: Date): Folder {
    const [first = 0] = this.#allocate(1);
    const place = addressOf(first);
    this.image.fill(0, place, place + CLUSTER);
    const folder = { at: place, room: CLUSTER / 32, first };
    const times = { created: at, modified: at };
    this.#enter(folder, '.'.padEnd(11), kinds.folder, times, first, 0);
    this.#enter(folder, '..'.padEnd(11), kinds.folder, times, 0, 0);
    this.#enter(this.root, shortName(name), kinds.folder, times, first, 0);
    return folder;
  }

  /** @param long the long file name, if eight letters are not enough */
  write(folder: Folder, name: string, content: Buffer, times: Times, long?: string): Written {
    const clusters = this.#allocate(Math.ceil(content.length / CLUSTER));
    for (const [i, cluster] of clusters.entries()) {
      const piece = content.subarray(i * CLUSTER, (i + 1) * CLUSTER);
      // A disk writes whole sectors: the last one is filled up, and the sectors after it stay
      const sectors = Buffer.alloc(Math.ceil(piece.length / SECTOR) * SECTOR);
      piece.copy(sectors);
      sectors.copy(this.image, addressOf(cluster));
    }
    const short = shortName(name);
    if (long) this.#enterLong(folder, long, short);
    return { at: this.#enter(folder, short, kinds.file, times, clusters[0] ?? 0, content.length), clusters };
  }

  /** Deletes as DOS does: marks the name, and frees the chain. */
  remove({ at, clusters }: Written): void {
    this.image.writeUInt8(DELETED, at);
    this.free(clusters);
    this.#mirror();
  }

  /** In the first FAT only. */
  free(clusters: number[]): void {
    for (const cluster of clusters) this.#link(cluster, 0);
  }

  strikeOut({ at }: Written): void {
    this.image.writeUInt8(DELETED, at);
  }

  rename({ at }: Written, name: string): void {
    this.image.write(shortName(name), at, 'latin1');
  }

  /** Fills clusters with zeros, and copies the first FAT to the second. */
  wipe(clusters: number[]): void {
    for (const cluster of clusters) this.image.fill(0, addressOf(cluster), addressOf(cluster) + CLUSTER);
    this.#mirror();
  }

  /** Returns the number of free clusters from `next` to the end. */
  roomAhead(): number {
    return Array.from({ length: LAST + 1 - this.next }, (_, i) => this.#linkOf(this.next + i)).filter(
      (link) => link === 0,
    ).length;
  }

  /**
   * Returns free clusters from the position of the last search on, then from the beginning. They need not be adjacent.
   */
  #allocate(count: number): number[] {
    const found: number[] = [];
    for (let looked = 0; found.length < count; looked++) {
      if (looked > LAST) throw new Error('The floppy is full.');
      if (this.#linkOf(this.next) === 0) found.push(this.next);
      this.next = this.next === LAST ? 2 : this.next + 1;
    }
    for (const [i, cluster] of found.entries()) this.#link(cluster, found[i + 1] ?? END);
    this.#mirror();
    return found;
  }

  #linkOf(cluster: number): number {
    const two = this.image.readUInt16LE(FATS[0] + Math.floor(cluster * 1.5));
    return cluster % 2 ? two >> 4 : two & 0xfff;
  }

  #link(cluster: number, to: number): void {
    const place = FATS[0] + Math.floor(cluster * 1.5);
    const two = this.image.readUInt16LE(place);
    this.image.writeUInt16LE(cluster % 2 ? (two & 0xf) | (to << 4) : (two & 0xf000) | to, place);
  }

  #mirror(): void {
    this.image.copy(this.image, FATS[1], FATS[0], FATS[1]);
  }

  /** Writes a directory entry into the first free or deleted one. */
  #enter(folder: Folder, name: string, kind: number, times: Times, first: number, size: number): number {
    const at = this.#placeIn(folder, 1);
    const { created, modified, accessed = modified } = times;
    const entry = this.image.subarray(at, at + 32).fill(0);
    entry.write(name, 0, 'latin1');
    entry.writeUInt8(kind, 11);
    if (kind === kinds.file) {
      entry.writeUInt8((created.getUTCSeconds() % 2) * 100 + Math.floor(created.getUTCMilliseconds() / 10), 13);
      entry.writeUInt16LE(timeOf(created), 14);
      entry.writeUInt16LE(dayOf(created), 16);
      entry.writeUInt16LE(dayOf(accessed), 18);
    }
    entry.writeUInt16LE(timeOf(modified), 22);
    entry.writeUInt16LE(dayOf(modified), 24);
    entry.writeUInt16LE(first, 26);
    entry.writeUInt32LE(size, 28);
    return at;
  }

  /** A long name precedes its entry, in pieces of thirteen letters, the last one first. */
  #enterLong(folder: Folder, long: string, short: string): void {
    const pieces = Math.ceil(long.length / 13);
    const at = this.#placeIn(folder, pieces + 1);
    const sum = Buffer.from(short, 'latin1').reduce((sum, byte) => (((sum & 1) << 7) + (sum >> 1) + byte) & 0xff, 0);
    const letters = Buffer.alloc(pieces * 26, 0xff);
    letters.write(`${long}${long.length % 13 ? '\0' : ''}`, 0, 'utf16le');
    for (let i = 0; i < pieces; i++) {
      const entry = this.image.subarray(at + (pieces - 1 - i) * 32, at + (pieces - i) * 32).fill(0);
      const piece = letters.subarray(i * 26, (i + 1) * 26);
      entry.writeUInt8((i + 1) | (i === pieces - 1 ? 0x40 : 0), 0);
      piece.copy(entry, 1, 0, 10);
      entry.writeUInt8(kinds.piece, 11);
      entry.writeUInt8(sum, 13);
      piece.copy(entry, 14, 10, 22);
      piece.copy(entry, 28, 22, 26);
    }
  }

  #placeIn({ at, room }: Folder, count: number): number {
    const isFree = (slot: number) => [0, DELETED].includes(this.image.readUInt8(at + slot * 32));
    for (let slot = 0; slot + count <= room; slot++) {
      if (Array.from({ length: count }, (_, i) => slot + i).every(isFree)) return at + slot * 32;
    }
    throw new Error('The folder is full.');
  }
}

const addressOf = (cluster: number) => DATA + (cluster - 2) * CLUSTER;

function shortName(name: string): string {
  const [stem = '', ending = ''] = name.split('.');
  return stem.padEnd(8) + ending.padEnd(3);
}

const timeOf = (date: Date) =>
  (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | Math.floor(date.getUTCSeconds() / 2);
const dayOf = (date: Date) =>
  ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
