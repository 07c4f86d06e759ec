/** Of the drawing: from its middle to the outermost ring; all of it, with room for the names at its sides. */
export const radius = 100;
export const width = 400;
export const height = 250;

const round = (value: number) => Math.round(value * 10) / 10;

/** Where a spoke ends, so far from the middle: the first points upwards, the others follow clockwise. */
export function pointOn(index: number, count: number, distance: number): { x: number; y: number } {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  return { x: round(Math.cos(angle) * distance), y: round(Math.sin(angle) * distance) };
}

/** The closed line through all shares (0 to 1), as SVG path data. */
export function outlineOf(shares: readonly number[]): string {
  const points = shares.map((share, index) => {
    const { x, y } = pointOn(index, shares.length, share * radius);
    return `${x} ${y}`;
  });
  return `M${points.join('L')}Z`;
}

/** A name beside the drawing: in two lines, as even as its words allow, where one would not fit. */
export function nameLines(name: string): string[] {
  const words = name.split(' ');
  if (name.length <= 12 || words.length === 1) return [name];
  const splits = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const longest = (lines: string[]) => Math.max(...lines.map(({ length }) => length));
  return splits.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}
