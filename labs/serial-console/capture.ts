import { randomInt } from 'node:crypto';
import { type Edge, send } from './uart.ts';

export const pads = ['d0', 'd1', 'd2', 'd3'] as const;

export interface Capture {
  /** The pad that transmits. */
  talking: string;
  csv: string;
  /** Changes of each pad, in microseconds. */
  wires: Edge[][];
}

/** Records four pads while the board boots and prints this. The order of the pads is random. */
export function record(text: string, baud: number): Capture {
  // No crystal is exact; this one is off by at most three parts in a thousand
  const real = baud * (1 + randomInt(-30, 31) / 10_000);
  const talk: Edge[] = [];
  let now = 9_000 + randomInt(3_000);
  for (const line of text.split(/(?<=\n)/)) {
    const { edges, end } = send(Buffer.from(line.replace('\n', '\r\n'), 'latin1'), real, now);
    talk.push(...edges);
    now = end + 200 + randomInt(line.startsWith('[') ? 4_000 : 9_000);
  }
  const half = 470 + randomInt(60);
  const clock = Array.from({ length: Math.floor(now / half) }, (_, i): Edge => [(i + 1) * half, i % 2 === 0 ? 1 : 0]);
  const reset: Edge[] = [
    [0, 0],
    [4_000 + randomInt(2_000), 1],
  ];
  const order = [talk, clock, reset, []]
    .map((edges) => ({ edges, at: randomInt(2 ** 32) }))
    .sort((a, b) => a.at - b.at);
  const wires = order.map(({ edges }) => edges);
  return { talking: pads[wires.indexOf(talk)] ?? 'd0', csv: table(wires, clock), wires };
}

/** One row for each time at which a level changes, as an analyser with a million samples a second exports it. */
function table(wires: Edge[][], clock: Edge[]): string {
  const changes = wires
    .flatMap((edges, pad) => edges.map(([time, level]) => ({ time: Math.round(time), pad, level })))
    .sort((a, b) => a.time - b.time);
  // All are high at idle but the clock
  const levels: number[] = wires.map((edges) => (edges === clock ? 0 : 1));
  const rows = new Map<number, string>([[0, levels.join(',')]]);
  for (const { time, pad, level } of changes) {
    levels[pad] = level;
    rows.set(time, levels.join(','));
  }
  return `time_us,${pads.join(',')}\n${[...rows].map(([time, row]) => `${time},${row}\n`).join('')}`;
}
