import { toPixel } from '@hexpedition/hexkit';
import { expect, it } from 'vitest';
import { chartOf, drawChart, frameOf } from './chart.ts';

const chart = chartOf({
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

/** Small, with the training's hex in the middle of it. */
const frame = { width: 200, height: 60, scale: 0.5, centre: toPixel({ q: 0, r: 0 }), at: { x: 60, y: 30 } };
const pixelAt = (pixels: Buffer, q: number) => {
  const x = Math.round(frame.at.x + toPixel({ q, r: 0 }).x * frame.scale);
  return [...pixels.subarray((frame.at.y * frame.width + x) * 3, (frame.at.y * frame.width + x) * 3 + 3)];
};
const beacon = [0xff, 0xc2, 0x4b];

it('knows the land, the water around it and what lies where', () => {
  expect(chart.land.size).toBe(4);
  expect(chart.shoals.size).toBe(4 + 12);
  expect([...chart.places.keys()]).toEqual(['training:http', 'lab:tide']);
});

it('lights the one hex, marks those that something lies on, and tells land from sea', async () => {
  const pixels = await drawChart(chart, { ...frame, veil: [-2, -1] }, chart.places.get('training:http'));
  expect(pixels.length).toBe(200 * 60 * 3);
  const [lit, bare, taken, shoal] = [0, 1, 2, -1].map((q) => pixelAt(pixels, q));
  expect(lit).toEqual(beacon);
  expect(pixelAt(await drawChart(chart, { ...frame, veil: [-2, -1] }, undefined), 0)).toEqual(taken);
  // Red of the three: land is lighter than water, and teal over land is what lies there.
  expect(bare?.[0]).toBeGreaterThan(shoal?.[0] ?? 255);
  expect(taken?.[1]).toBeGreaterThan((bare?.[1] ?? 255) + 40);
});

it('is dark where words stand', async () => {
  const [light] = [
    pixelAt(await drawChart(chart, { ...frame, veil: [190, 199] }, chart.places.get('training:http')), 0),
  ];
  expect(light?.[0]).toBeLessThan(80);
});

it('shows a node large, and all land where the node is not on the map', () => {
  const near = frameOf(chart, 'training:http');
  expect(near.centre).toEqual(toPixel({ q: 0, r: 0 }));
  const far = frameOf(chart, 'training:elsewhere');
  expect(far).toEqual(frameOf(chart, null));
  expect(far.at).not.toEqual(near.at);
  // A site without a map has pictures too.
  expect(Number.isFinite(frameOf(chartOf({ continents: [] }), null).scale)).toBe(true);
});
