import type { Frame } from '../camera/map-frame.ts';

/** Map units per degree. At the closest view 0x10 is 128 units, the distance of the dots. */
const UNIT = 8;
const MIN_GAP = 92;

export interface Mark {
  /** Position of the line on this side of the frame, in pixels from the stage's upper left. */
  at: number;
  name: string;
}

/** Returns the numbered lines on one side of the frame. @param origin position of zero, in map units */
export function gridMarks(axis: 'x' | 'y', { state, centre, stage, clear }: Frame, origin: number): Mark[] {
  const horizontal = axis === 'x';
  const [from, to] = horizontal ? [clear.left, stage.width] : [0, stage.height];
  const [middle, at] = horizontal ? [centre.x, state.x] : [centre.y, state.y];
  let step = 16 * UNIT;
  while (step * state.k < MIN_GAP) step *= 2;
  const pixelOf = (i: number) => middle + (origin + i * step - at) * state.k;
  const marks: Mark[] = [];
  // Starts with the line before the screen, because its number may still be visible.
  for (let i = Math.floor((at - (middle - from) / state.k - origin) / step); pixelOf(i) < to; i++)
    marks.push({ at: pixelOf(i), name: nameOf((i * step) / UNIT, horizontal) });
  return marks;
}

const nameOf = (value: number, prefix: boolean) =>
  `${value < 0 ? '-' : ''}${prefix ? '0x' : ''}${Math.abs(value).toString(16).toUpperCase().padStart(2, '0')}`;
