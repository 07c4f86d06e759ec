/** Returns `a` XOR `b`, with `b` repeated to the length of `a`. */
export function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i % b.length] ?? 0)));
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Formats bytes as hexadecimal pairs with spaces between them. */
export const spaced = (bytes: Uint8Array): string => (Buffer.from(bytes).toString('hex').match(/../g) ?? []).join(' ');
