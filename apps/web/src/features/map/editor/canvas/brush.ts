import { cellsOf, hexOf, keyOf } from '@hexpedition/hexkit/cells';
import { type Hex, line, ring } from '@hexpedition/hexkit/hex';

export const brushes = [1, 7, 19] as const;
/** How many hexes one touch covers. */
export type Brush = (typeof brushes)[number];

const radiusOf: Record<Brush, number> = { 1: 0, 7: 1, 19: 2 };

/** The hexes under a brush. */
export function underBrush(hex: Hex, brush: Brush): Hex[] {
  return Array.from({ length: radiusOf[brush] + 1 }, (_, radius) => ring(hex, radius)).flat();
}

/** What a brush covers on its way from the hex before to this one, so that a fast hand leaves no gaps. */
export function strokeBetween(from: Hex | undefined, to: Hex, brush: Brush): Hex[] {
  const way = from ? line(from, to) : [to];
  return [...cellsOf(way.flatMap((hex) => underBrush(hex, brush)))].map(hexOf);
}

/** Where an arrow key leads: up and down go straight, by turns to either side. */
export function stepFrom({ q, r }: Hex, key: string): Hex | undefined {
  const odd = r & 1;
  switch (key) {
    case 'ArrowLeft':
      return { q: q - 1, r };
    case 'ArrowRight':
      return { q: q + 1, r };
    case 'ArrowUp':
      return { q: q + 1 - odd, r: r - 1 };
    case 'ArrowDown':
      return { q: q - odd, r: r + 1 };
    default:
      return undefined;
  }
}

export const sameHex = (a: Hex | undefined, b: Hex | undefined) => !!a && !!b && keyOf(a) === keyOf(b);
