/** `a` XOR `b`, with `b` repeated for as long as `a` is. */
export function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i % b.length] ?? 0)));
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Bytes with blanks between them, as people write them down. */
export const spaced = (bytes: Uint8Array): string => (Buffer.from(bytes).toString('hex').match(/../g) ?? []).join(' ');
