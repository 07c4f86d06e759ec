import { crc32, deflateRawSync } from 'node:zlib';

/** Fields of a zip entry that a hostile packer may forge. Omitted fields have correct values. */
export interface ZipEntryFields {
  name: string | Buffer;
  data?: Buffer;
  flags?: number;
  method?: number;
  mode?: number;
  extra?: Buffer;
  /** In the central directory and in the local header, or in the local header only. */
  size?: number;
  packed?: number;
  crc?: number;
  localName?: string;
  localSize?: number;
  /** File offset in the central directory. */
  offset?: number;
}

/** Writes a zip byte by byte with the given fields. */
export function zipOf(entries: ZipEntryFields[], { count = entries.length, comment = '', trailing = '' } = {}): Buffer {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = entry.data ?? Buffer.from('text');
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const extra = entry.extra ?? Buffer.alloc(0);
    const head = (entryName: Buffer, size: number): Buffer => {
      const fields = Buffer.alloc(26);
      fields.writeUInt16LE(20, 0);
      fields.writeUInt16LE(entry.flags ?? 0, 2);
      fields.writeUInt16LE(method, 4);
      fields.writeUInt32LE(entry.crc ?? crc32(data), 10);
      fields.writeUInt32LE(entry.packed ?? packed.length, 14);
      fields.writeUInt32LE(size, 18);
      fields.writeUInt16LE(entryName.length, 22);
      fields.writeUInt16LE(extra.length, 24);
      return fields;
    };
    const size = entry.size ?? data.length;
    const localName = Buffer.from(entry.localName ?? name);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      head(localName, entry.localSize ?? size),
      localName,
      extra,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6);
    rest.writeUInt32LE(entry.offset ?? at, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), head(name, size), rest, name, extra]));
    pieces.push(local, packed);
    at += local.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...pieces, directory, end, Buffer.from(comment + trailing)]);
}
