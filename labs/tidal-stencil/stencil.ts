import { randomInt } from 'node:crypto';
import { lock } from './cipher.ts';
import { font, layout } from './font.ts';

const letters = Object.keys(font);

/** The future name of the ferry, which is a secret until its launch. */
export const ferry = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');

const { margin, hole, letter } = layout;
export const WIDTH = 2 * margin + hole * (letter * ferry.length - 1);
export const HEIGHT = 2 * margin + hole * 7;

const PAINT = [0xd6, 0x4a, 0x2e, 0xff];
const SKY = [0xd8, 0xee, 0xea, 0xff];
const SEA = [0x1c, 0x7c, 0x78, 0xff];
const DEEP = [0x0e, 0x4a, 0x4e, 0xff];

function colourAt(x: number, y: number): number[] {
  const column = Math.floor((x - margin) / hole);
  const row = Math.floor((y - margin) / hole);
  const inside = column >= 0 && column % letter < 5;
  const name = inside ? font[ferry[Math.floor(column / letter)] ?? ''] : undefined;
  if (name?.[row]?.[column % letter] === '#') return PAINT;
  // Waves, in steps of four pixels
  const wave = 3 * Math.sin(Math.floor(x / 4) / 2.2);
  if (y < HEIGHT * 0.42 + wave) return SKY;
  return y < HEIGHT * 0.75 + wave ? SEA : DEEP;
}

/** Returns the picture of the stencil: a plain header line with its size, then its encrypted pixels. */
export const stencil: Buffer = Buffer.concat([
  Buffer.from(`STENCIL ${WIDTH} ${HEIGHT} RGBA\n`),
  lock(
    Buffer.from(Array.from({ length: WIDTH * HEIGHT }, (_, i) => colourAt(i % WIDTH, Math.floor(i / WIDTH))).flat()),
  ),
]);
