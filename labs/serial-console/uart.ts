/** A moment at which the wire changes: the time in microseconds, and the level from then on. */
export type Edge = [at: number, level: 0 | 1];

/**
 * The changes of a wire that sends bytes, 8N1. It rests high.
 * @param start when the first start bit begins, in microseconds
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

/** What a receiver makes of it that looks at the wire at its own speed, and knows no better. */
function receive(edges: Edge[], baud: number): Buffer {
  const bit = 1e6 / baud;
  const heard: number[] = [];
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
    heard.push(byte);
    free = time + 9.5 * bit;
  }
  return Buffer.from(heard);
}

/** Text from one end of a wire to the other, where the two ends may disagree about the speed. */
export function carry(text: string, from: number, to: number): string {
  return receive(send(Buffer.from(text, 'latin1'), from, 0).edges, to).toString('latin1');
}
