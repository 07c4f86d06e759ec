import { word16, word32 } from './small-files.ts';

/** Storage formats of phones: as small as possible, and complete. */

type Plist = string | boolean | readonly Plist[] | { readonly [key: string]: Plist };

/** Returns a binary property list with fewer than 256 objects, which `plutil` and `plistlib` can read. */
export function plist(root: Plist): Buffer {
  const objects: Buffer[] = [];
  const head = (kind: number, count: number): Buffer =>
    count < 15 ? Buffer.of(kind | count) : Buffer.of(kind | 15, 0x10, count);
  const put = (value: Plist): number => {
    const at = objects.push(Buffer.alloc(0)) - 1;
    if (typeof value === 'boolean') objects[at] = Buffer.of(value ? 9 : 8);
    else if (typeof value === 'string') objects[at] = Buffer.concat([head(0x50, value.length), Buffer.from(value)]);
    else if (Array.isArray(value)) objects[at] = Buffer.concat([head(0xa0, value.length), Buffer.from(value.map(put))]);
    else {
      const [keys, values] = [Object.keys(value).map(put), Object.values(value).map(put)];
      objects[at] = Buffer.concat([head(0xd0, keys.length), Buffer.from([...keys, ...values])]);
    }
    return at;
  };
  put(root);
  const body = Buffer.concat([Buffer.from('bplist00'), ...objects]);
  let at = 8;
  const offsets = objects.map((object) => {
    at += object.length;
    return word16(at - object.length).reverse();
  });
  const trailer = Buffer.alloc(32);
  trailer.set([2, 1], 6);
  trailer.writeUInt32BE(objects.length, 12);
  trailer.writeUInt32BE(body.length, 28);
  return Buffer.concat([body, ...offsets, trailer]);
}

const PAGE = 512;
const word16Big = (value: number): Buffer => word16(value).reverse();
const word32Big = (value: number): Buffer => word32(value).reverse();
const varint = (value: number): Buffer =>
  value < 128 ? Buffer.of(value) : Buffer.of((value >> 7) | 0x80, value & 0x7f);

/** Encodes a row as SQLite does. Numbers must be small. */
function cell(id: number, values: readonly (string | number | null)[]): Buffer {
  const types = values.map((value) =>
    varint(value === null ? 0 : typeof value === 'number' ? 1 : 13 + 2 * value.length),
  );
  const header = Buffer.concat(types);
  const bodies = values.map((value) =>
    value === null ? Buffer.alloc(0) : typeof value === 'number' ? Buffer.of(value) : Buffer.from(value),
  );
  const record = Buffer.concat([Buffer.of(header.length + 1), header, ...bodies]);
  return Buffer.concat([varint(record.length), varint(id), record]);
}

/** Returns a page with rows. The space of a deleted row is marked as free, but its bytes remain. */
function leaf(cells: readonly Buffer[], from: number, deleted = -1): Buffer {
  const page = Buffer.alloc(PAGE);
  let at = PAGE;
  const places = cells.map((bytes) => {
    at -= bytes.length;
    page.set(bytes, at);
    return at;
  });
  const kept = places.filter((_, i) => i !== deleted);
  const free = places[deleted] ?? 0;
  if (free) page.set(Buffer.concat([word16Big(0), word16Big(cells[deleted]?.length ?? 0)]), free);
  const head = [Buffer.of(13), word16Big(free), word16Big(kept.length), word16Big(at), Buffer.of(0)];
  page.set(Buffer.concat([...head, ...kept.map(word16Big)]), from);
  return page;
}

/**
 * Returns an SQLite database with one table, `messages` (id, who, text).
 * @param deleted index of the row that was deleted without overwriting; neither the first nor the last
 */
export function chat(rows: readonly { who: string; text: string }[], deleted: number): Buffer {
  const sql = 'CREATE TABLE messages (id INTEGER PRIMARY KEY, who TEXT, text TEXT)';
  const schema = leaf([cell(1, ['table', 'messages', 'messages', 2, sql])], 100);
  schema.set(
    Buffer.concat([
      ...[Buffer.from('SQLite format 3\0'), word16Big(PAGE), Buffer.of(1, 1, 0, 64, 32, 32)],
      ...[5, 2, 0, 0, 1, 4, 0, 0, 1].map(word32Big),
    ]),
  );
  schema.set(Buffer.concat([word32Big(5), word32Big(3_040_001)]), 92);
  const cells = rows.map(({ who, text }, i) => cell(i + 1, [null, who, text]));
  return Buffer.concat([schema, leaf(cells, 0, deleted)]);
}

/** Encodes a DER element: tag, length and content (X.690). */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
};
const ED25519 = der(0x30, Buffer.from('06032b6570', 'hex'));
const nameOf = (text: string): Buffer =>
  der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(text)))));

/** Encodes a public key as certificates do (RFC 8410). */
export const publicKey = (key: Buffer): Buffer => der(0x30, ED25519, der(0x03, Buffer.of(0), key));

/** Encodes a certificate (RFC 5280) with the given signature, which is not valid. */
export function certificate(host: string, serial: Buffer, key: Buffer, signature: Buffer): Buffer {
  const times = ['261122014904Z', '361119014904Z'].map((time) => der(0x17, Buffer.from(time)));
  const content = [der(0x02, serial), ED25519, nameOf(host), der(0x30, ...times), nameOf(host), publicKey(key)];
  return der(0x30, der(0x30, ...content), ED25519, der(0x03, Buffer.of(0), signature));
}
