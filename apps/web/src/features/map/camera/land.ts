import type { Hexmap } from '@hexpedition/contract';
import { clamp } from './clamp.ts';
import type { CameraState, Size } from './map-view.ts';

interface Point {
  x: number;
  y: number;
}

/** Distance from the edge of the screen within which land counts as hidden, as a share of the screen. */
export const EDGE_SHARE = { drag: 0.08, zoom: 0.3 } as const;

/** Returns the corners of all hexes of a map. They are closer together than the smallest screen at the largest zoom. */
export function landPoints({ continents }: Pick<Hexmap, 'continents'>): Point[] {
  const points = new Map<string, Point>();
  for (const { land, grid } of continents) {
    for (const [key, x, y] of (land + grid).matchAll(/(-?[\d.]+) (-?[\d.]+)/g))
      points.set(key, { x: Number(x), y: Number(y) });
  }
  return [...points.values()];
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
