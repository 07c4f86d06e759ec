export interface Element {
  name: string;
  /** Strings, booleans and numbers are stored in different ways. */
  attributes?: Record<string, string | boolean | number>;
  children?: Element[];
}

/** Binary XML as Android's build tools write it: a string pool, then elements that refer to it by number. */
export function binaryXml(root: Element): Buffer {
  const strings: string[] = [];
  const numberOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const chunks: Buffer[] = [];
  const walk = ({ name, attributes = {}, children = [] }: Element): void => {
    const entries = Object.entries(attributes);
    const start = Buffer.alloc(36 + 20 * entries.length);
    head(start, 0x0102);
    start.writeInt32LE(numberOf(name), 20);
    start.writeUInt16LE(20, 24);
    start.writeUInt16LE(20, 26);
    start.writeUInt16LE(entries.length, 28);
    entries.forEach(([key, value], i) => {
      const at = 36 + 20 * i;
      const text = typeof value === 'string' ? numberOf(value) : -1;
      start.writeInt32LE(-1, at);
      start.writeInt32LE(numberOf(key), at + 4);
      start.writeInt32LE(text, at + 8);
      start.writeUInt16LE(8, at + 12);
      start.writeUInt8(typeof value === 'string' ? 0x03 : typeof value === 'boolean' ? 0x12 : 0x10, at + 15);
      start.writeInt32LE(typeof value === 'string' ? text : value === true ? -1 : Number(value), at + 16);
    });
    chunks.push(start);
    for (const child of children) walk(child);
    const end = Buffer.alloc(24);
    head(end, 0x0103);
    end.writeInt32LE(numberOf(name), 20);
    chunks.push(end);
  };
  walk(root);
  const body = Buffer.concat([pool(strings), ...chunks]);
  const file = Buffer.alloc(8);
  file.writeUInt16LE(0x0003, 0);
  file.writeUInt16LE(8, 2);
  file.writeUInt32LE(8 + body.length, 4);
  return Buffer.concat([file, body]);
}

/** Beginning of each element's chunk: no line number, no comment, no namespace. */
function head(chunk: Buffer, kind: number): void {
  chunk.writeUInt16LE(kind, 0);
  chunk.writeUInt16LE(16, 2);
  chunk.writeUInt32LE(chunk.length, 4);
  chunk.writeInt32LE(-1, 12);
  chunk.writeInt32LE(-1, 16);
}

function pool(strings: string[]): Buffer {
  const items = strings.map((text) => {
    const length = Buffer.alloc(2);
    length.writeUInt16LE(text.length);
    return Buffer.concat([length, Buffer.from(text, 'utf16le'), Buffer.alloc(2)]);
  });
  const texts = Buffer.concat(items);
  const padded = Buffer.concat([texts, Buffer.alloc((4 - (texts.length % 4)) % 4)]);
  const header = Buffer.alloc(28 + 4 * strings.length);
  header.writeUInt16LE(0x0001, 0);
  header.writeUInt16LE(28, 2);
  header.writeUInt32LE(header.length + padded.length, 4);
  header.writeUInt32LE(strings.length, 8);
  header.writeUInt32LE(header.length, 20);
  let at = 0;
  items.forEach((item, i) => {
    header.writeUInt32LE(at, 28 + 4 * i);
    at += item.length;
  });
  return Buffer.concat([header, padded]);
}
