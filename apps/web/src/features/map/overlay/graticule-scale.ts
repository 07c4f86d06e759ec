import type { Frame } from '../camera/map-frame.ts';

/** Map units a degree, so that 0x10 is 128 units at the closest view: the distance of the dots. */
const UNIT = 8;
const LEAST_GAP = 92;

export interface Mark {
  /** Where its line meets this side of the frame, in pixels from the stage's upper left. */
  at: number;
  name: string;
}

/** The lines that one side of the frame numbers. @param origin of the numbers, in map units */
export function marksOn(axis: 'x' | 'y', { state, centre, stage, clear }: Frame, origin: number): Mark[] {
  const horizontal = axis === 'x';
  const [from, to] = horizontal ? [clear.left, stage.width] : [0, stage.height];
  const [middle, at] = horizontal ? [centre.x, state.x] : [centre.y, state.y];
  let step = 16 * UNIT;
  while (step * state.k < LEAST_GAP) step *= 2;
  const pixelOf = (i: number) => middle + (origin + i * step - at) * state.k;
  const marks: Mark[] = [];
  // From the line before the first one on the screen, whose number may still be seen.
  for (let i = Math.floor((at - (middle - from) / state.k - origin) / step); pixelOf(i) < to; i++)
    marks.push({ at: pixelOf(i), name: nameOf((i * step) / UNIT, horizontal) });
  return marks;
}

const nameOf = (value: number, prefix: boolean) =>
  `${value < 0 ? '-' : ''}${prefix ? '0x' : ''}${Math.abs(value).toString(16).toUpperCase().padStart(2, '0')}`;
