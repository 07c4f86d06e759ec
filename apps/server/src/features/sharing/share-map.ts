import type { Colour, MapDocument } from '@hexpedition/contract';
import { decodeRuns, grow, HEX_SIZE, hexOf, keyOf, toPixel } from '@hexpedition/hexkit';

type Rgb = readonly [number, number, number];

/** Colours of the dark map, as in the web app's tokens. */
const sea: Rgb = [0x07, 0x0d, 0x1a];
const shoal: Rgb = [0x0d, 0x19, 0x30];
const ground: Rgb = [0x14, 0x1f, 0x36];
const line: Rgb = [0x22, 0x34, 0x5a];
const beacon: Rgb = [0xff, 0xc2, 0x4b];
const continentColours: Record<Colour, Rgb> = {
  teal: [0x4f, 0xd8, 0xc4],
  amber: [0xf2, 0xb8, 0x4b],
  violet: [0xa9, 0x8b, 0xff],
  rose: [0xff, 0x7f, 0xa5],
  green: [0x7f, 0xd8, 0x6b],
  orange: [0xff, 0x91, 0x58],
  blue: [0x62, 0xb5, 0xff],
};

export interface ShareMap {
  /** Key of a hex → colour of its continent. */
  land: ReadonlyMap<number, Rgb>;
  /** Shallow water: the hexes around the land. */
  shoals: ReadonlySet<number>;
  /** Node → key of its hex. */
  places: ReadonlyMap<string, number>;
  /** Keys of the hexes with a node. */
  occupied: ReadonlySet<number>;
}

/** Extracts from a map document what a picture needs. */
export function createShareMap(map: Pick<MapDocument, 'continents'>): ShareMap {
  const land = new Map<number, Rgb>();
  const places = new Map<string, number>();
  for (const { colour, cells, trainings, labs } of map.continents) {
    for (const key of decodeRuns(cells)) land.set(key, continentColours[colour]);
    for (const training of trainings) places.set(`training:${training.slug}`, keyOf(training));
    for (const lab of labs) places.set(`lab:${lab.slug}`, keyOf(lab));
  }
  return { land, shoals: grow(new Set(land.keys()), 1), places, occupied: new Set(places.values()) };
}

export interface Frame {
  width: number;
  height: number;
  /** Pixels per map unit. */
  scale: number;
  /** The map point, in map units, at the pixel `at`. */
  centre: { x: number; y: number };
  at: { x: number; y: number };
  /** Pixel columns: the map is nearly dark left of the first one, behind the text, and has full colour right of the second. */
  fade: readonly [number, number];
}

/** Frames a node, or all land if there is no such node. */
export function frameOf(map: ShareMap, ref: string | null): Omit<Frame, 'fade'> {
  const size = { width: 1200, height: 630 };
  const key = ref === null ? undefined : map.places.get(ref);
  if (key !== undefined) return { ...size, scale: 1.45, centre: toPixel(hexOf(key)), at: { x: 925, y: 300 } };
  const points = [...map.land.keys()].map((cell) => toPixel(hexOf(cell)));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const span = (values: number[]) => [Math.min(...values, 0), Math.max(...values, 0)] as const;
  const [[left, right], [top, bottom]] = [span(xs), span(ys)];
  const scale = Math.min(760 / (right - left + 120), 600 / (bottom - top + 120));
  return { ...size, scale, centre: { x: (left + right) / 2, y: (top + bottom) / 2 }, at: { x: 800, y: 315 } };
}

const apothem = (HEX_SIZE * Math.sqrt(3)) / 2;
/** Unit vectors to three neighbours: east, south east, south west. The other three are their opposites. */
const axes = [
  { x: 1, y: 0, q: 1, r: 0 },
  { x: 0.5, y: Math.sqrt(3) / 2, q: 0, r: 1 },
  { x: -0.5, y: Math.sqrt(3) / 2, q: -1, r: 1 },
] as const;

/** Returns how much of a pixel lies within `depth` pixels of an edge that is `distance` pixels away. */
const cover = (distance: number, depth: number) => Math.min(1, Math.max(0, depth + 0.5 - distance));

/**
 * Draws a part of the map pixel by pixel, from the hex of each pixel and the distance to its nearest edge. The server
 * deliberately cannot read SVG (`#platform/sharp`).
 * @param highlighted key of the highlighted hex
 * @returns three bytes per pixel, row by row
 */
export async function drawShareMap(map: ShareMap, frame: Frame, highlighted: number | undefined): Promise<Buffer> {
  const { width, height, scale, centre, at, fade } = frame;
  const pixels = Buffer.alloc(width * height * 3);
  for (let py = 0; py < height; py++) {
    // Yield to other requests.
    if (py % 60 === 59) await new Promise((turn) => setImmediate(turn));
    for (let px = 0; px < width; px++) {
      const colour = colourAt(map, centre.x + (px - at.x) / scale, centre.y + (py - at.y) / scale, scale, highlighted);
      const light = 0.16 + 0.84 * Math.min(1, Math.max(0, (px - fade[0]) / (fade[1] - fade[0])));
      for (let i = 0; i < 3; i++) pixels[(py * width + px) * 3 + i] = mix(sea, colour, light)[i] ?? 0;
    }
  }
  return pixels;
}

function colourAt(
  { land, shoals, occupied }: ShareMap,
  x: number,
  y: number,
  scale: number,
  highlighted: number | undefined,
): Rgb {
  const [q, r] = nearest(x, y);
  const key = keyOf({ q, r });
  const dx = x - HEX_SIZE * Math.sqrt(3) * (q + r / 2);
  const dy = y - HEX_SIZE * 1.5 * r;
  let far = -1;
  let beyond = key;
  for (const axis of axes) {
    const distanceAlong = dx * axis.x + dy * axis.y;
    if (Math.abs(distanceAlong) <= far) continue;
    far = Math.abs(distanceAlong);
    const way = Math.sign(distanceAlong);
    beyond = keyOf({ q: q + way * axis.q, r: r + way * axis.r });
  }
  /** Distance in pixels from the nearest edge, and from the centre towards it. */
  const edge = (apothem - far) * scale;
  const inside = far * scale;
  const landColour = land.get(key);
  const other = land.get(beyond);
  let colour: Rgb = landColour ? mix(ground, landColour, 0.07) : shoals.has(key) ? shoal : sea;
  if (landColour && occupied.has(key))
    colour = mix(colour, mix(ground, landColour, 0.42), cover(inside, apothem * scale * 0.62));
  if (landColour !== other)
    colour = mix(colour, mix(sea, (landColour ?? other) as Rgb, 0.85), cover(edge, Math.max(0.8, scale * 1.1)));
  else
    colour = mix(
      colour,
      landColour ? mix(ground, landColour, 0.4) : line,
      cover(edge, 0.1) * (landColour ? 0.7 : 0.35),
    );
  if (highlighted === undefined) return colour;
  if (key === highlighted) {
    colour = mix(colour, mix(sea, beacon, 0.2), 1);
    colour = mix(colour, beacon, cover(inside, apothem * scale * 0.62));
  }
  return key === highlighted || beyond === highlighted ? mix(colour, beacon, cover(edge, scale * 1.6)) : colour;
}

/** Cube rounding without allocations: a picture has three quarters of a million pixels. */
function nearest(x: number, y: number): readonly [number, number] {
  const q = ((Math.sqrt(3) / 3) * x - y / 3) / HEX_SIZE;
  const r = ((2 / 3) * y) / HEX_SIZE;
  const [rq, rr, rs] = [Math.round(q), Math.round(r), Math.round(-q - r)];
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
  if (dq > dr && dq > ds) return [-rr - rs, rr];
  return dr > ds ? [rq, -rq - rs] : [rq, rr];
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];
