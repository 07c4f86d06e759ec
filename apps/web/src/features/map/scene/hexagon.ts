import { itemRadius } from '@hexpedition/hexkit/name-boxes';

/** Returns the SVG path of a pointy-topped hexagon, clockwise from the top, so that the progress line starts there. */
export function hexagon(radius: number, { x, y }: { x: number; y: number } = { x: 0, y: 0 }): string {
  const [w, h] = [round(radius * 0.866), round(radius / 2)];
  return `M${x} ${y - radius}l${w} ${h}v${radius}l${-w} ${h} ${-w}${-h}v${-radius}z`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Radii in map units. A hex of the map has 40. */
export const radius = { cell: 39, ...itemRadius, beacon: 37 } as const;
