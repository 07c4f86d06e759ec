import type { Hexmap } from '@hexpedition/contract';
import { clamp } from './clamp.ts';
import type { CameraState, Size } from './map-view.ts';

interface Point {
  x: number;
  y: number;
}

/** Distance from the edge of the screen within which land counts as hidden, as a share of the screen. */
export const EDGE_SHARE = { drag: 0.08, zoom: 0.3 } as const;

/**
 * Returns points on the land of a map: on its coast, and the corners of its hexes. They are closer together than the smallest
 * screen at the largest zoom.
 */
export function landPoints({ continents }: Pick<Hexmap, 'continents'>): Point[] {
  const points = new Map<string, Point>();
  // The edges of the grid share corners.
  for (const d of continents.flatMap(({ coast, grid }) => [coast, grid]))
    for (const point of pathPoints(d)) points.set(`${Math.round(point.x * 10)} ${Math.round(point.y * 10)}`, point);
  return [...points.values()];
}

/** Yields the points of path data with the commands M, L, Q, T and Z, absolute or relative. */
function* pathPoints(d: string): Generator<Point> {
  let [at, start] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  for (const [, command = '', numbers = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    if (/z/i.test(command)) at = start;
    const values = (numbers.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    // A curve has its control point before its end.
    const size = /q/i.test(command) ? 4 : 2;
    for (let i = size; i <= values.length; i += size) {
      const from = command < 'a' ? { x: 0, y: 0 } : at;
      at = { x: from.x + (values[i - 2] ?? 0), y: from.y + (values[i - 1] ?? 0) };
      if (i === size && /m/i.test(command)) start = at;
      yield at;
    }
  }
}

/**
 * Returns the camera, moved to the nearest land if its screen shows only sea.
 * @param edge part of the screen at each edge in which land does not count, from 0 to 0.5
 */
export function keepOnLand(camera: CameraState, screen: Size, land: readonly Point[], edge: number): CameraState {
  const across = (screen.width / camera.k) * (0.5 - edge);
  const down = (screen.height / camera.k) * (0.5 - edge);
  let nearest: Point | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const point of land) {
    const x = Math.max(0, Math.abs(point.x - camera.x) - across);
    const y = Math.max(0, Math.abs(point.y - camera.y) - down);
    const distance = x * x + y * y;
    if (distance === 0) return camera;
    if (distance < least) [nearest, least] = [point, distance];
  }
  if (!nearest) return camera;
  return {
    x: clamp(camera.x, nearest.x - across, nearest.x + across),
    y: clamp(camera.y, nearest.y - down, nearest.y + down),
    k: camera.k,
  };
}
