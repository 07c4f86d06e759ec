const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Encodes base32 as host names carry it: small letters, and no padding. */
export function toBase32(data: Buffer): string {
  let [text, held, bits] = ['', 0, 0];
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(held >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text;
}
