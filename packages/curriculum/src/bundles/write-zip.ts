import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { BundleFiles } from './bundle-files.ts';

const deflate = promisify(deflateRaw);

/** 1 January 1980, the earliest time of a zip. A fixed time makes the bytes reproducible. */
const time = 0;
const date = (0 << 9) | (1 << 5) | 1;
const namesAreUtf8 = 1 << 11;
const madeByUnix = (3 << 8) | 20;
const plainFile = 0o100644;

/** Packs files; the same files give the same bytes. Yields the zip in chunks, with one file in memory at a time. */
export async function* writeZip(files: BundleFiles): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bytes = await file.bytes();
    const deflated = await deflate(bytes, { level: 9 });
    const smaller = deflated.length < bytes.length;
    const packed = smaller ? deflated : bytes;
    const name = Buffer.from(path);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(namesAreUtf8, 2);
    shared.writeUInt16LE(smaller ? 8 : 0, 4);
    shared.writeUInt16LE(time, 6);
    shared.writeUInt16LE(date, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name]);
    directory.push(centralHeader(shared, name, offset));
    offset += local.length + packed.length;
    yield local;
    yield packed;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  yield list;
  yield end;
}

/** @param shared the header fields that the central directory entry and the local header have in common */
function centralHeader(shared: Buffer, name: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((plainFile << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  const version = Buffer.from([madeByUnix & 0xff, madeByUnix >> 8]);
  return Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, shared, rest, name]);
}

/** Returns the whole zip; for small ones. */
export async function zipBytes(files: BundleFiles): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(files)) pieces.push(piece);
  return Buffer.concat(pieces);
}
