/**
 * Axial coordinates of hexes with pointy tops. Source: Red Blob Games, "Hexagonal Grids"
 * (https://www.redblobgames.com/grids/hexagons/). Screen axes: x to the right, y downwards.
 */

/** A hex: `q` counts along a row to the right, `r` counts rows downwards; both integers. */
export interface Hex {
  q: number;
  r: number;
}

/** A point of the drawing, in map units. */
export interface Point {
  x: number;
  y: number;
}

/** Distance from the centre of a hex to its corners, in map units. At zoom 1, a map unit is one CSS pixel. */
export const HEX_SIZE = 40;

const SQRT3 = Math.sqrt(3);

/**
 * Offsets of the six neighbours, clockwise from east. Direction `i` crosses the edge between corners `i` and `i + 1`.
 */
export const DIRECTIONS: readonly Hex[] = [
  { q: 1, r: 0 },
  { q: 0, r: 1 },
  { q: -1, r: 1 },
  { q: -1, r: 0 },
  { q: 0, r: -1 },
  { q: 1, r: -1 },
];

/** Returns the centre of a hex, in map units. */
export function toPixel({ q, r }: Hex, size = HEX_SIZE): Point {
  return { x: size * SQRT3 * (q + r / 2), y: size * 1.5 * r };
}

/** Returns the hex at a point given in map units. */
export function fromPixel({ x, y }: Point, size = HEX_SIZE): Hex {
  return roundHex(((SQRT3 / 3) * x - y / 3) / size, ((2 / 3) * y) / size);
}

/**
 * Returns the hex nearest to fractional coordinates, by cube rounding: the axis with the largest rounding error is
 * computed from the others.
 */
export function roundHex(q: number, r: number): Hex {
  const s = -q - r;
  let rq = Math.round(q);
  let rr = Math.round(r);
  const rs = Math.round(s);
  const dq = Math.abs(rq - q);
  const dr = Math.abs(rr - r);
  const ds = Math.abs(rs - s);
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  // Adding 0 turns -0 into 0. Otherwise, tests and Object.is would treat equal hexes as different.
  return { q: rq + 0, r: rr + 0 };
}

/** Returns corner `i` (0 to 5, clockwise from the upper right) of a hex, in map units. */
export function corner(hex: Hex, i: number, size = HEX_SIZE): Point {
  const centre = toPixel(hex, size);
  const angle = (Math.PI / 180) * (60 * i - 30);
  return { x: centre.x + size * Math.cos(angle), y: centre.y + size * Math.sin(angle) };
}

export function add(a: Hex, b: Hex): Hex {
  return { q: a.q + b.q, r: a.r + b.r };
}

export function sameHex(a: Hex, b: Hex): boolean {
  return a.q === b.q && a.r === b.r;
}

/** Returns the six neighbours, clockwise from east. */
export function neighbours(hex: Hex): Hex[] {
  return DIRECTIONS.map((step) => add(hex, step));
}

/** Returns the number of steps between two hexes. */
export function distance(a: Hex, b: Hex): number {
  const dq = a.q - b.q;
  const dr = a.r - b.r;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

/** Returns all hexes exactly `radius` steps away, clockwise. Radius 0 is the hex itself. */
export function ring(centre: Hex, radius: number): Hex[] {
  if (radius === 0) return [{ ...centre }];
  const hexes: Hex[] = [];
  let at = { q: centre.q, r: centre.r - radius };
  for (const step of DIRECTIONS) {
    for (let i = 0; i < radius; i++) {
      at = add(at, step);
      hexes.push(at);
    }
  }
  return hexes;
}

/** Returns the hexes on the straight line between two hexes, including both ends. */
export function line(a: Hex, b: Hex): Hex[] {
  const n = distance(a, b);
  const hexes: Hex[] = [];
  for (let i = 0; i <= n; i++) {
    const t = n === 0 ? 0 : i / n;
    // The small offset makes points on an edge always round to the same side.
    hexes.push(roundHex(a.q + (b.q - a.q) * t + 1e-6, a.r + (b.r - a.r) * t + 2e-6));
  }
  return hexes;
}
