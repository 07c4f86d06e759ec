/**
 * Axial coordinates of hexes with pointy tops. Source: Red Blob Games, "Hexagonal Grids"
 * (https://www.redblobgames.com/grids/hexagons/). Screen axes: x to the right, y downwards.
 */

/** A hex: `q` counts along a row to the right, `r` counts rows downwards; both integers. */
export interface Hex {
  q: number;
  r: number;
}

/** A place on the drawing, in map units. */
export interface Point {
  x: number;
  y: number;
}

/** From a hex's centre to its corner, in map units; at zoom 1 a map unit is a CSS pixel. */
export const HEX_SIZE = 40;

const SQRT3 = Math.sqrt(3);

/** Steps to the six neighbours, clockwise from east; direction `i` crosses the edge between corners `i` and `i + 1`. */
export const DIRECTIONS: readonly Hex[] = [
  { q: 1, r: 0 },
  { q: 0, r: 1 },
  { q: -1, r: 1 },
  { q: -1, r: 0 },
  { q: 0, r: -1 },
  { q: 1, r: -1 },
];

/** The centre of a hex, in map units. */
export function toPixel({ q, r }: Hex, size = HEX_SIZE): Point {
  return { x: size * SQRT3 * (q + r / 2), y: size * 1.5 * r };
}

/** The hex under a point given in map units. */
export function fromPixel({ x, y }: Point, size = HEX_SIZE): Hex {
  return roundHex(((SQRT3 / 3) * x - y / 3) / size, ((2 / 3) * y) / size);
}

/** The hex nearest to fractional coordinates: cube rounding, where the worst-rounded axis follows from the others. */
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
  // Adding 0 turns -0 into 0, which would otherwise make equal hexes look different to tests and to Object.is.
  return { q: rq + 0, r: rr + 0 };
}

/** The corner `i` (0 to 5, clockwise from the upper right) of a hex, in map units. */
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

/** The six neighbours, clockwise from east. */
export function neighbours(hex: Hex): Hex[] {
  return DIRECTIONS.map((step) => add(hex, step));
}

/** Steps from one hex to another. */
export function distance(a: Hex, b: Hex): number {
  const dq = a.q - b.q;
  const dr = a.r - b.r;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

/** All hexes exactly `radius` steps away, clockwise; radius 0 is the hex itself. */
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

/** The hexes on the straight line between two, both ends included. */
export function line(a: Hex, b: Hex): Hex[] {
  const n = distance(a, b);
  const hexes: Hex[] = [];
  for (let i = 0; i <= n; i++) {
    const t = n === 0 ? 0 : i / n;
    // The nudge keeps points that fall on an edge from tipping to either side at random.
    hexes.push(roundHex(a.q + (b.q - a.q) * t + 1e-6, a.r + (b.r - a.r) * t + 2e-6));
  }
  return hexes;
}
