import { crc32, deflateRawSync } from 'node:zlib';

/** What a hostile packer may say of a file; whatever is left out is the truth. */
export interface Lie {
  name: string | Buffer;
  data?: Buffer;
  flags?: number;
  method?: number;
  mode?: number;
  extra?: Buffer;
  /** Said by the list and by the head of the file, or by the head alone. */
  size?: number;
  packed?: number;
  crc?: number;
  localName?: string;
  localSize?: number;
  /** Where the list says that the file begins. */
  offset?: number;
}

/** Writes a zip byte by byte, as it is told. */
export function zipOf(lies: Lie[], { count = lies.length, comment = '', trailing = '' } = {}): Buffer {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const lie of lies) {
    const name = Buffer.from(lie.name);
    const data = lie.data ?? Buffer.from('text');
    const method = lie.method ?? 8;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const extra = lie.extra ?? Buffer.alloc(0);
    const head = (own: Buffer, size: number): Buffer => {
      const fields = Buffer.alloc(26);
      fields.writeUInt16LE(20, 0);
      fields.writeUInt16LE(lie.flags ?? 0, 2);
      fields.writeUInt16LE(method, 4);
      fields.writeUInt32LE(lie.crc ?? crc32(data), 10);
      fields.writeUInt32LE(lie.packed ?? packed.length, 14);
      fields.writeUInt32LE(size, 18);
      fields.writeUInt16LE(own.length, 22);
      fields.writeUInt16LE(extra.length, 24);
      return fields;
    };
    const size = lie.size ?? data.length;
    const localName = Buffer.from(lie.localName ?? name);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      head(localName, lie.localSize ?? size),
      localName,
      extra,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((lie.mode ?? 0) << 16) >>> 0, 6);
    rest.writeUInt32LE(lie.offset ?? at, 10);
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
