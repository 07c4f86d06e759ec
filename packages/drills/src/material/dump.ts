/**
 * As `xxd -g 1` prints it, with shorter offsets: where it is, sixteen bytes, and the same as text.
 * @param start the offset of the first byte, for a piece out of the middle
 */
export function dump(bytes: Uint8Array, start = 0): string {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${(start + at).toString(16).padStart(4, '0')}: ${hex.padEnd(47)}  ${text}`);
  }
  return lines.join('\n');
}
