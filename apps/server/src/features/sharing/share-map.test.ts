import { toPixel } from '@hexpedition/hexkit';
import { expect, it } from 'vitest';
import { createShareMap, drawShareMap, frameOf } from './share-map.ts';

const map = createShareMap({
  continents: [
    {
      slug: 'web',
      name: 'Web',
      colour: 'teal',
      label: null,
      cells: { 0: [[0, 4]] },
      trainings: [{ slug: 'http', q: 0, r: 0, icon: 'globe' }],
      labs: [{ slug: 'tide', q: 2, r: 0 }],
    },
  ],
});

/** A small frame with the training's hex in its centre. */
const frame = { width: 200, height: 60, scale: 0.5, centre: toPixel({ q: 0, r: 0 }), at: { x: 60, y: 30 } };
const pixelAt = (pixels: Buffer, q: number) => {
  const x = Math.round(frame.at.x + toPixel({ q, r: 0 }).x * frame.scale);
  return [...pixels.subarray((frame.at.y * frame.width + x) * 3, (frame.at.y * frame.width + x) * 3 + 3)];
};
const beacon = [0xff, 0xc2, 0x4b];

it('computes the land, the shallow water and the places', () => {
  expect(map.land.size).toBe(4);
  expect(map.shoals.size).toBe(4 + 12);
  expect([...map.places.keys()]).toEqual(['training:http', 'lab:tide']);
});

it('highlights one hex, marks occupied hexes, and distinguishes land from sea', async () => {
  const pixels = await drawShareMap(map, { ...frame, fade: [-2, -1] }, map.places.get('training:http'));
  expect(pixels.length).toBe(200 * 60 * 3);
  const [highlighted, bare, occupied, shoal] = [0, 1, 2, -1].map((q) => pixelAt(pixels, q));
  expect(highlighted).toEqual(beacon);
  expect(pixelAt(await drawShareMap(map, { ...frame, fade: [-2, -1] }, undefined), 0)).toEqual(occupied);
  // Red channel of the three: land is lighter than water, and an occupied hex is tinted teal.
  expect(bare?.[0]).toBeGreaterThan(shoal?.[0] ?? 255);
  expect(occupied?.[1]).toBeGreaterThan((bare?.[1] ?? 255) + 40);
});

it('is dark behind the text', async () => {
  const [light] = [
    pixelAt(await drawShareMap(map, { ...frame, fade: [190, 199] }, map.places.get('training:http')), 0),
  ];
  expect(light?.[0]).toBeLessThan(80);
});

it('zooms in on a node, and shows all land for an unknown node', () => {
  const near = frameOf(map, 'training:http');
  expect(near.centre).toEqual(toPixel({ q: 0, r: 0 }));
  const far = frameOf(map, 'training:elsewhere');
  expect(far).toEqual(frameOf(map, null));
  expect(far.at).not.toEqual(near.at);
  // A site without a map has pictures too.
  expect(Number.isFinite(frameOf(createShareMap({ continents: [] }), null).scale)).toBe(true);
});
