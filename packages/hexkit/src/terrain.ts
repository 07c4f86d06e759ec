import type { TerrainDocument } from '@hexpedition/contract/map-document';
import type { TerrainType } from '@hexpedition/contract/map-vocabulary';
import { HEX_SIZE, toPixel } from './hex.ts';
import { round } from './svg.ts';

/**
 * A stroke in fractions of the hex size, as SVG path data without letters: polyline points, or `null` to lift the pen.
 */
type Stroke = readonly (readonly [number, number])[];

/**
 * Terrain symbols like those of old printed maps, in thin strokes: a few per hex, scattered by the seed so that no two
 * hexes look the same.
 */
const symbols: Record<TerrainType, { stroke: readonly Stroke[]; offsets: readonly (readonly [number, number])[] }> = {
  forest: {
    stroke: [
      [
        [-0.09, 0.06],
        [0, -0.17],
        [0.09, 0.06],
        [-0.09, 0.06],
      ],
      [
        [0, 0.06],
        [0, 0.13],
      ],
    ],
    offsets: [
      [-0.34, -0.12],
      [0.02, -0.36],
      [0.32, -0.06],
      [-0.08, 0.14],
      [0.2, 0.4],
      [-0.34, 0.34],
    ],
  },
  mountain: {
    stroke: [
      [
        [-0.2, 0.14],
        [0, -0.2],
        [0.2, 0.14],
      ],
      [
        [0, -0.2],
        [-0.04, -0.04],
        [0.03, 0.03],
        [0, 0.14],
      ],
    ],
    offsets: [
      [-0.22, -0.16],
      [0.26, -0.04],
      [-0.04, 0.32],
    ],
  },
  marsh: {
    stroke: [
      [
        [-0.14, 0.05],
        [0.14, 0.05],
      ],
      [
        [-0.06, 0.02],
        [-0.09, -0.08],
      ],
      [
        [0, 0.02],
        [0, -0.11],
      ],
      [
        [0.06, 0.02],
        [0.09, -0.08],
      ],
    ],
    offsets: [
      [-0.28, -0.22],
      [0.26, -0.16],
      [-0.02, 0.14],
      [-0.3, 0.44],
      [0.3, 0.42],
    ],
  },
  dunes: {
    stroke: [
      [
        [-0.2, 0.06],
        [-0.08, -0.04],
        [0.04, -0.02],
        [0.2, 0.07],
      ],
    ],
    offsets: [
      [-0.2, -0.3],
      [0.28, -0.12],
      [-0.26, 0.14],
      [0.16, 0.36],
    ],
  },
  reef: {
    stroke: [
      [
        [-0.06, -0.06],
        [0.06, 0.06],
      ],
      [
        [-0.06, 0.06],
        [0.06, -0.06],
      ],
    ],
    offsets: [
      [-0.3, -0.2],
      [0.1, -0.34],
      [0.34, 0.1],
      [-0.06, 0.12],
      [0.06, 0.46],
      [-0.4, 0.3],
    ],
  },
};

/** Side of the squares into which the map is divided, in map units. The symbols of one square form one path. */
const SQUARE = 640;

/**
 * Returns the symbols of all terrain as SVG path data, with one path per type and square of the map. A browser would
 * redraw a single path for every visible part of the map, but it skips paths outside of the view.
 */
export function terrainPaths(places: readonly TerrainDocument[]): { type: TerrainType; d: string }[] {
  const paths = new Map<string, { type: TerrainType; d: string }>();
  for (const place of places) {
    const { x, y } = toPixel(place);
    const square = `${place.type} ${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
    const path = paths.get(square) ?? { type: place.type, d: '' };
    path.d += symbolsAt(place);
    paths.set(square, path);
  }
  return [...paths.values()];
}

function symbolsAt({ q, r, type }: TerrainDocument): string {
  const { stroke, offsets } = symbols[type];
  const centre = toPixel({ q, r });
  return offsets
    .flatMap(([sx, sy], i) => {
      const x = centre.x + HEX_SIZE * (sx + scatter(q, r, i) * 0.16);
      const y = centre.y + HEX_SIZE * (sy + scatter(r, q, i + 7) * 0.12);
      return stroke.map((points) => pen(points, x, y));
    })
    .join('');
}

function pen(points: Stroke, x: number, y: number): string {
  return points
    .map(([dx, dy], i) => `${i === 0 ? 'M' : 'L'}${round(x + dx * HEX_SIZE)} ${round(y + dy * HEX_SIZE)}`)
    .join('');
}

/** Returns a number from -0.5 to 0.5 that depends only on the arguments. Integer hash: the finaliser of MurmurHash3. */
function scatter(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000 - 0.5;
}
