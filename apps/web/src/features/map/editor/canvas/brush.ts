import { cellsOf, hexOf, keyOf } from '@hexpedition/hexkit/cells';
import { type Hex, line, ring } from '@hexpedition/hexkit/hex';

export const brushes = [1, 7, 19] as const;
/** Number of hexes that a brush covers. */
export type Brush = (typeof brushes)[number];

const radiusOf: Record<Brush, number> = { 1: 0, 7: 1, 19: 2 };

/** Returns the hexes under a brush. */
export function underBrush(hex: Hex, brush: Brush): Hex[] {
  return Array.from({ length: radiusOf[brush] + 1 }, (_, radius) => ring(hex, radius)).flat();
}

/** Returns the hexes that a brush covers between the previous hex and this one, so that a fast stroke has no gaps. */
export function strokeBetween(from: Hex | undefined, to: Hex, brush: Brush): Hex[] {
  const cells = from ? line(from, to) : [to];
  return [...cellsOf(cells.flatMap((hex) => underBrush(hex, brush)))].map(hexOf);
}

/** Returns the next hex for an arrow key. Up and down alternate sides, so that they go straight. */
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
