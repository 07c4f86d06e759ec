/** A pointy-topped hexagon around the origin, clockwise from its top: progress runs along it. */
export function hexagon(radius: number): string {
  const [w, h] = [round(radius * 0.866), round(radius / 2)];
  return `M0 ${-radius}L${w} ${-h}V${h}L0 ${radius}L${-w} ${h}V${-h}Z`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Radii in map units; a hex of the map has 40. */
export const radius = { cell: 39, training: 28, lab: 19, beacon: 37 } as const;
