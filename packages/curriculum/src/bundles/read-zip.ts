import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  type BundleFile,
  type BundleLimits,
  type BundleRead,
  bundleLimits,
  catchRejection,
  RejectedError,
} from './bundle-files.ts';
import { type BundleEntry, deviceProblem, encodingProblem, linkProblem, selectFiles } from './select-files.ts';

/*
 * A strict reader: it rejects everything that two programs could interpret differently. Format: APPNOTE.TXT 6.3.10 of
 * PKWARE. It trusts no size in a header: it unpacks every file once and counts the bytes before it returns the file.
 * docs/decisions/0021 says why no library does this.
 */

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, zip64Locator: 0x07064b50 };
const endSize = 22;
const centralSize = 46;
const localSize = 30;
/** Enough for 65,534 names, the most without Zip64, with everything that packers add to them. */
const directoryLimit = 16_000_000;
const chunkSize = 65_536;

/** Byte source of the zip: the disk or memory. */
interface ByteSource {
  size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

interface ZipEntry extends BundleEntry {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  offset: number;
}

/** An entry with the offset of its packed bytes. */
type LocatedEntry = ZipEntry & { start: number };

/**
 * Reads a zip.
 * @param zip its bytes, or the path of a file that must not change while the result is in use
 */
export function readZip(zip: string | Uint8Array, limits: BundleLimits = bundleLimits): Promise<BundleRead> {
  return catchRejection(() => withSource(zip, (source) => readEntries(zip, source, limits)));
}

async function withSource<T>(zip: string | Uint8Array, use: (source: ByteSource) => Promise<T>): Promise<T> {
  if (typeof zip !== 'string') {
    const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
    return use({
      size: bytes.length,
      read: async (offset, length) => assertLength(bytes.subarray(offset, offset + length), length),
    });
  }
  const handle = await open(zip, 'r');
  try {
    return await use({
      size: (await handle.stat()).size,
      async read(offset, length) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
        return assertLength(buffer.subarray(0, bytesRead), length);
      },
    });
  } finally {
    await handle.close();
  }
}

function assertLength(bytes: Buffer, length: number): Buffer {
  if (bytes.length !== length) throw damagedZip('it is truncated');
  return bytes;
}

const damagedZip = (how: string): RejectedError =>
  new RejectedError('zip-damaged', `The zip is damaged: ${how}. Pack it again.`);

async function readEntries(zip: string | Uint8Array, source: ByteSource, limits: BundleLimits): Promise<BundleRead> {
  const { entries, directory } = await readDirectory(source);
  const located: LocatedEntry[] = [];
  for (const entry of entries) located.push(await locate(entry, source));
  assertNoOverlaps(located, directory);
  for (const { path, size, problem } of located)
    if (path.endsWith('/') && size > 0 && !problem) throw damagedZip(`the folder "${path}" contains data`);

  const { selected, leftOut } = selectFiles(located, limits);
  const files = new Map<string, BundleFile>();
  for (const entry of selected) {
    await unpack(entry, source, limits, () => {});
    files.set(entry.path, {
      size: entry.size,
      bytes: () => withSource(zip, (reopened) => bytesOf(entry, reopened, limits)),
    });
  }
  return { files, leftOut };
}

interface Directory {
  entries: ZipEntry[];
  /** Offset of the central directory: the files end before it. */
  directory: number;
}

async function readDirectory(source: ByteSource): Promise<Directory> {
  const { end, at } = await findEnd(source);
  const count = end.readUInt16LE(10);
  const size = end.readUInt32LE(12);
  const directory = end.readUInt32LE(16);
  if (await isZip64(source, at, count, size, directory)) throw zip64();
  if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== count)
    throw damagedZip('it is one part of a split archive');
  if (directory + size !== at || size > directoryLimit)
    throw damagedZip('its central directory is at the wrong offset');
  const list = await source.read(directory, size);
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (let i = 0; i < count; i++) {
    const { entry, length } = readCentral(list.subarray(offset));
    entries.push(entry);
    offset += length;
  }
  if (offset !== size) throw damagedZip('its central directory has the wrong length');
  return { entries, directory };
}

/** Finds the end record of the zip. Its comment must end exactly at the end of the zip. */
async function findEnd(source: ByteSource): Promise<{ end: Buffer; at: number }> {
  const length = Math.min(source.size, endSize + 0xffff);
  const tail = await source.read(source.size - length, length);
  for (let at = length - endSize; at >= 0; at--) {
    if (tail.readUInt32LE(at) === signatures.end && at + endSize + tail.readUInt16LE(at + 20) === length)
      return { end: tail.subarray(at, at + endSize), at: source.size - length + at };
  }
  throw new RejectedError('not-zip', 'This is not a zip file. Pack the folder as .zip and upload that.');
}

async function isZip64(
  source: ByteSource,
  at: number,
  count: number,
  size: number,
  directory: number,
): Promise<boolean> {
  if (count === 0xffff || size === 0xffffffff || directory === 0xffffffff) return true;
  return at >= 20 && (await source.read(at - 20, 4)).readUInt32LE(0) === signatures.zip64Locator;
}

const zip64 = (): RejectedError =>
  new RejectedError('zip-64', 'The zip uses the Zip64 format. Pack it again without Zip64.');

/** @param bytes the central directory from this entry on */
function readCentral(bytes: Buffer): { entry: ZipEntry; length: number } {
  if (bytes.length < centralSize || bytes.readUInt32LE(0) !== signatures.central)
    throw damagedZip('its central directory cannot be read');
  const nameEnd = centralSize + bytes.readUInt16LE(28);
  const extraEnd = nameEnd + bytes.readUInt16LE(30);
  const length = extraEnd + bytes.readUInt16LE(32);
  if (length > bytes.length) throw damagedZip('its central directory is truncated');
  const name = bytes.subarray(centralSize, nameEnd);
  const path = decodeName(name);
  const problem = findEntryProblem(path ?? '', bytes.readUInt32LE(38) >>> 16);
  const entry: ZipEntry = {
    path: path ?? name.toString('latin1').replace(/[^\p{L}\p{N}/.-]/gu, '?'),
    ...(path === undefined ? { problem: encodingProblem } : problem && { problem }),
    name,
    flags: bytes.readUInt16LE(8),
    method: bytes.readUInt16LE(10),
    crc: bytes.readUInt32LE(16),
    packed: bytes.readUInt32LE(20),
    size: bytes.readUInt32LE(24),
    offset: bytes.readUInt32LE(42),
  };
  assertSupportedEntry(entry);
  if (hasZip64(bytes.subarray(nameEnd, extraEnd)) || [entry.packed, entry.size, entry.offset].includes(0xffffffff))
    throw zip64();
  return { entry, length };
}

/** Returns undefined if the name is not in UTF-8. */
function decodeName(name: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    return undefined;
  }
}

function assertSupportedEntry({ path, flags, method }: ZipEntry): void {
  const encrypted = 0b10_0000_0100_0001;
  if (flags & encrypted || method === 99)
    throw new RejectedError('zip-encrypted', `"${path}" needs a password; pack it without one.`);
  if (method !== 0 && method !== 8)
    throw new RejectedError('zip-method', `"${path}" uses an unsupported compression method; pack it with Deflate.`);
}

/** @param mode file type and permissions of Unix; 0 if the zip was packed on another system */
function findEntryProblem(path: string, mode: number): BundleEntry['problem'] {
  const type = mode & 0o170000;
  if (type === 0o120000) return linkProblem;
  return type === 0 || type === (path.endsWith('/') ? 0o040000 : 0o100000) ? undefined : deviceProblem;
}

/** Checks whether the extra fields of an entry contain Zip64 sizes. */
function hasZip64(extra: Buffer): boolean {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) return true;
  }
  return false;
}

/** Reads the local header of a file, which must match the central directory. */
async function locate(entry: ZipEntry, source: ByteSource): Promise<LocatedEntry> {
  const head = await source.read(entry.offset, localSize);
  const nameLength = head.readUInt16LE(26);
  const extraLength = head.readUInt16LE(28);
  const rest = await source.read(entry.offset + localSize, nameLength + extraLength);
  if (hasZip64(rest.subarray(nameLength))) throw zip64();
  const sizesFollow = (entry.flags & 8) !== 0;
  const stated = [head.readUInt32LE(14), head.readUInt32LE(18), head.readUInt32LE(22)];
  const listed = [entry.crc, entry.packed, entry.size];
  const same =
    head.readUInt32LE(0) === signatures.local &&
    head.readUInt16LE(6) === entry.flags &&
    head.readUInt16LE(8) === entry.method &&
    rest.subarray(0, nameLength).equals(entry.name) &&
    stated.every((value, i) => value === listed[i] || (sizesFollow && value === 0));
  if (!same)
    throw new RejectedError(
      'zip-mismatch',
      `The zip contains contradictory headers for "${entry.path}". Pack it again.`,
    );
  return { ...entry, start: entry.offset + localSize + nameLength + extraLength };
}

/**
 * Rejects files that share bytes: this is how a small zip unpacks to petabytes (Fifield, "A better zip bomb", 2019).
 */
function assertNoOverlaps(entries: readonly LocatedEntry[], directory: number): void {
  let free = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < free || entry.start + entry.packed > directory)
      throw new RejectedError('zip-overlap', `"${entry.path}" shares its bytes with another file. Pack it again.`);
    free = entry.start + entry.packed;
  }
}

async function bytesOf(entry: LocatedEntry, source: ByteSource, limits: BundleLimits): Promise<Uint8Array> {
  const bytes = Buffer.alloc(entry.size);
  let at = 0;
  await unpack(entry, source, limits, (chunk) => {
    at += chunk.copy(bytes, at);
  });
  return bytes;
}

/** Unpacks a file chunk by chunk; stops at the first byte beyond its stated size. */
async function unpack(
  entry: LocatedEntry,
  source: ByteSource,
  { ratio, ratioFrom }: BundleLimits,
  take: (chunk: Buffer) => void,
): Promise<void> {
  if (entry.size > ratioFrom && entry.size > entry.packed * ratio)
    throw new RejectedError('zip-bomb', `"${entry.path}" unpacks to more than ${ratio} times its size.`);
  let size = 0;
  let sum = 0;
  const count = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.size)
        throw new RejectedError(
          'zip-bomb',
          `"${entry.path}" unpacks to more bytes than the zip states. Pack it again.`,
        );
      sum = crc32(chunk, sum);
      take(chunk);
    }
  };
  const packed = chunksOf(entry, source);
  if (entry.method === 0) await count(packed);
  else {
    const inflate = createInflateRaw();
    try {
      await pipeline(packed, inflate, count);
    } catch (error) {
      if (error instanceof RejectedError) throw error;
      throw damagedZip(`"${entry.path}" cannot be unpacked`);
    }
    if (inflate.bytesWritten !== entry.packed) throw damagedZip(`"${entry.path}" is followed by extra data`);
  }
  if (size !== entry.size || sum !== entry.crc) throw damagedZip(`"${entry.path}" does not match its size or checksum`);
}

async function* chunksOf({ start, packed }: LocatedEntry, source: ByteSource): AsyncGenerator<Buffer> {
  for (let at = 0; at < packed; at += chunkSize) yield source.read(start + at, Math.min(chunkSize, packed - at));
}
