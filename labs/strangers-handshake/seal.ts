import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** An encrypted message in transit: each field is text. */
export type Message = Record<string, string>;

/** Derives the key from the shared number. */
export function keyOf(shared: bigint): Buffer {
  return createHash('sha256').update(shared.toString(16).padStart(512, '0')).digest();
}

export function seal(key: Buffer, words: string): Message {
  const nonce = randomBytes(16);
  const text = crossed(key, nonce, Buffer.from(words));
  return {
    kind: 'sealed',
    nonce: nonce.toString('hex'),
    text: text.toString('hex'),
    tag: tagOf(key, nonce, text).toString('hex'),
  };
}

/** Decrypts a message; undefined if the key is wrong or the message was changed. */
export function open(key: Buffer, message: Message): string | undefined {
  const [nonce, text, tag] = [message.nonce, message.text, message.tag].map((hex) => Buffer.from(hex ?? '', 'hex'));
  if (!nonce || !text || !tag) return undefined;
  const right = tagOf(key, nonce, text);
  if (tag.length !== right.length || !timingSafeEqual(tag, right)) return undefined;
  return crossed(key, nonce, text).toString();
}

/** XOR with a key stream that depends on the key and the nonce. */
function crossed(key: Buffer, nonce: Buffer, text: Buffer): Buffer {
  const row: Buffer[] = [];
  for (let block = 0; block * 32 < text.length; block++) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(block);
    row.push(createHash('sha256').update(key).update(nonce).update(counter).digest());
  }
  const stream = Buffer.concat(row);
  return Buffer.from(text.map((byte, n) => byte ^ (stream[n] ?? 0)));
}

const tagOf = (key: Buffer, nonce: Buffer, text: Buffer) =>
  createHmac('sha256', key).update(nonce).update(text).digest();
