import { randomInt } from 'node:crypto';

/** Samples per second of a recording. */
const RATE = 250_000;
const REPEATS = 3;

/** Unit of the remote in microseconds, which a cheap resistor determines. A bit takes four units. */
const UNIT = 300 + randomInt(120);

/** A message of 56 bits as 14 hex digits. */
export const spell = (remote: number, button: number, code: number): string =>
  [remote.toString(16).padStart(5, '0'), button.toString(16), code.toString(16).padStart(8, '0')].join('');

/** Lengths of one message in units, pulse and pause alternating. A short pulse and a long pause end it. */
function pulses(message: string): number[] {
  const bits = [...message].flatMap((digit) => [...Number.parseInt(digit, 16).toString(2).padStart(4, '0')]);
  return [...bits.flatMap((bit) => (bit === '1' ? [3, 1] : [1, 3])), 1, 31];
}

/** Returns a recording of a press, as a receiver delivers it: I and Q alternating, unsigned bytes around 127.5. */
export function record(message: string): Buffer {
  const once = pulses(message);
  const lengths = Array.from({ length: REPEATS }, () => once).flat();
  const unit = (UNIT * (1 + randomInt(-30, 31) / 1000) * RATE) / 1e6;
  const silence = (0.012 + randomInt(15) / 1000) * RATE;
  const total = Math.ceil(silence + lengths.reduce((sum, length) => sum + length * unit, 0));
  const turn = (2 * Math.PI * (20_000 + randomInt(30_000))) / RATE;
  const strength = 62 + randomInt(30);
  const samples = Buffer.alloc(2 * total);
  let at = silence;
  let run = 0;
  for (let n = 0; n < total; n++) {
    while (n >= at && run < lengths.length) at += (lengths[run++] ?? 0) * unit;
    // Within an odd run: a pulse
    const amplitude = n >= silence && run % 2 === 1 ? strength : 0;
    samples[2 * n] = byte(amplitude * Math.cos(turn * n));
    samples[2 * n + 1] = byte(amplitude * Math.sin(turn * n));
  }
  return samples;
}

/** With the noise of a cheap receiver. */
const byte = (value: number) =>
  Math.max(0, Math.min(255, Math.round(127.5 + value + (Math.random() + Math.random() + Math.random() - 1.5) * 14)));
