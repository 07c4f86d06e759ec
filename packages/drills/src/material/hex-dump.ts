/**
 * Formats bytes as `xxd -g 1` does, with shorter offsets: the offset, sixteen bytes, and the same bytes as text.
 * @param start offset of the first byte, for an excerpt from the middle of a file
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
