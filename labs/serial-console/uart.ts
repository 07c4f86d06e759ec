/** An edge on the wire: the time in microseconds, and the level after it. */
export type Edge = [at: number, level: 0 | 1];

/**
 * Returns the edges of a wire that sends bytes, 8N1. The idle level is high.
 * @param start time of the first start bit, in microseconds
 */
export function send(bytes: Uint8Array, baud: number, start: number): { edges: Edge[]; end: number } {
  const bit = 1e6 / baud;
  const edges: Edge[] = [];
  let level: 0 | 1 = 1;
  bytes.forEach((byte, n) => {
    const frame = (byte << 1) | 0x200;
    for (let i = 0; i < 10; i++) {
      const next = ((frame >> i) & 1) as 0 | 1;
      if (next !== level) edges.push([start + (n * 10 + i) * bit, next]);
      level = next;
    }
  });
  return { edges, end: start + bytes.length * 10 * bit };
}

/** Returns the bytes that a receiver reads at its own baud rate. */
function receive(edges: Edge[], baud: number): Buffer {
  const bit = 1e6 / baud;
  const received: number[] = [];
  let free = 0;
  let at = -1;
  const levelAt = (time: number): number => {
    for (let next = edges[at + 1]; next && next[0] <= time; next = edges[at + 1]) at++;
    return edges[at]?.[1] ?? 1;
  };
  for (const [time, level] of edges) {
    if (level === 1 || time < free) continue;
    let byte = 0;
    for (let i = 0; i < 8; i++) byte |= levelAt(time + (i + 1.5) * bit) << i;
    received.push(byte);
    free = time + 9.5 * bit;
  }
  return Buffer.from(received);
}

/** Sends text from one end of a wire to the other, where the baud rates may differ. */
export function carry(text: string, from: number, to: number): string {
  return receive(send(Buffer.from(text, 'latin1'), from, 0).edges, to).toString('latin1');
}
