import { describe, expect, test } from 'vitest';
import { shippedAtlas, shippedMap } from '../atlas/testing.ts';
import { placeCard } from '../overlay/place-map-card.ts';
import { wrapName } from '../scene/wrap-name.ts';
import { overlap } from './box.ts';
import { wholeCamera } from './fit-map.ts';
import { planFlight } from './flight.ts';
import { type Stop, steer } from './steer.ts';
import { cameraFor, svgView, type View } from './view.ts';

const screen = { width: 1200, height: 800 };

describe('planFlight', () => {
  const from = { x: 0, y: 0, k: 1 };

  test.each([
    ['across', { x: 900, y: -300, k: 1 }],
    ['in', { x: 0, y: 0, k: 2 }],
    ['far and out', { x: 4000, y: 100, k: 0.3 }],
    ['nowhere', from],
  ])('%s: begins and ends where it should, in 280 to 1,100 ms, without a jump', (_, to) => {
    const flight = planFlight(from, to, screen);
    expect(flight.duration).toBeGreaterThanOrEqual(280);
    expect(flight.duration).toBeLessThanOrEqual(1100);
    const states = Array.from({ length: 201 }, (_unused, i) => flight.at(i / 200));
    expect(states[0]?.x).toBeCloseTo(from.x, 3);
    expect(states[0]?.k).toBeCloseTo(from.k, 3);
    expect(states.at(-1)).toEqual(to);
    const last = states.at(-2);
    expect(last?.x).toBeCloseTo(to.x, 0);
    expect(last?.k).toBeCloseTo(to.k, 2);
    expect(states.every(({ x, y, k }) => Number.isFinite(x + y + k))).toBe(true);
  });

  test('a long way rises before it travels', () => {
    expect(planFlight(from, { x: 5000, y: 0, k: 1 }, screen).at(0.5).k).toBeLessThan(0.6);
  });
});

describe('cameraFor', () => {
  const view: View = { x: -100, y: -100, width: 400, height: 200, fit: 'contain', align: 'middle' };

  test('is what SVG makes of the same viewBox', () => {
    expect(cameraFor(view, { width: 800, height: 800 })).toEqual({ x: 100, y: 0, k: 2 });
    expect(cameraFor({ ...view, fit: 'cover' }, { width: 800, height: 800 })).toEqual({ x: 100, y: 0, k: 4 });
    // 200 units of 400 are seen, the left ones.
    expect(cameraFor({ ...view, fit: 'cover', align: 'left' }, { width: 800, height: 800 })).toEqual({
      x: 0,
      y: 0,
      k: 4,
    });
    expect(svgView({ ...view, fit: 'cover', align: 'left' })).toEqual({
      viewBox: '-100 -100 400 200',
      preserveAspectRatio: 'xMinYMid slice',
    });
  });
});

describe('wholeCamera', () => {
  const { map } = shippedMap();
  const corner = { left: 32, top: 620, right: 400, bottom: 810 };
  const controls = { left: 900, top: 640, right: 1190, bottom: 810 };
  const lands = ({ x, y, k }: { x: number; y: number; k: number }) =>
    map.continents.map(({ bounds }) => ({
      left: 600 + (bounds.x - x) * k,
      top: 410 + (bounds.y - y) * k,
      right: 600 + (bounds.x + bounds.width - x) * k,
      bottom: 410 + (bounds.y + bounds.height - y) * k,
    }));

  test.each([
    ['nothing lies on it', []],
    ['a card and the controls lie on it', [corner, controls]],
  ])('shows every continent of the shipped map whole where %s', (_, obstacles) => {
    const boxes = lands(wholeCamera(map, { width: 1200, height: 820 }, obstacles));
    for (const box of boxes) {
      expect(Math.min(box.left, box.top)).toBeGreaterThan(0);
      expect(box.right).toBeLessThan(1200);
      expect(box.bottom).toBeLessThan(820);
      for (const obstacle of obstacles) expect(overlap(box, obstacle)).toBe(0);
    }
  });

  test('is not moved by what lies on the sea, and shows something where there is no room', () => {
    const free = wholeCamera(map, { width: 1200, height: 820 }, []);
    expect(wholeCamera(map, { width: 1200, height: 820 }, [{ left: 0, top: 0, right: 9, bottom: 9 }])).toEqual(free);
    const all = { left: 0, top: 0, right: 1200, bottom: 820 };
    expect(wholeCamera(map, { width: 1200, height: 820 }, [all]).k).toBeGreaterThan(free.k / 2);
  });
});

describe('steer', () => {
  const stops: Stop[] = [...shippedAtlas().nodes];

  test('from every place of the shipped map the arrow keys reach every other', () => {
    for (const start of stops) {
      const reached = new Set([start]);
      const queue = [start];
      for (let from = queue.pop(); from; from = queue.pop()) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          const to = steer(stops, from, key);
          if (!to || reached.has(to)) continue;
          reached.add(to);
          queue.push(to);
        }
      }
      expect(reached.size).toBe(stops.length);
    }
  });

  test('prefers what is straight ahead, and stops at the edge', () => {
    const [middle, near, aside] = [
      { ref: 'm', x: 0, y: 0 },
      { ref: 'n', x: 90, y: 0 },
      { ref: 'a', x: 60, y: 50 },
    ];
    expect(steer([middle, near, aside], middle, 'ArrowRight')).toBe(near);
    expect(steer([middle, near, aside], near, 'ArrowRight')).toBeUndefined();
  });
});

describe('placeCard', () => {
  const card = { width: 300, height: 200 };
  const room = { left: 0, top: 0, right: 1000, bottom: 700 };
  const hexAt = (x: number, y: number) => ({ left: x - 40, right: x + 40, top: y - 40, bottom: y + 60 });

  test('never leaves the screen and never covers its own hex, wherever that is', () => {
    for (let x = 50; x <= 950; x += 50) {
      for (let y = 50; y <= 650; y += 50) {
        const hex = hexAt(x, y);
        const { left, top } = placeCard({ hex, card, room, avoid: [], others: [], last: null });
        expect(left).toBeGreaterThanOrEqual(12);
        expect(top).toBeGreaterThanOrEqual(12);
        expect(left + card.width).toBeLessThanOrEqual(988);
        expect(top + card.height).toBeLessThanOrEqual(688);
        const covers =
          left < hex.right && left + card.width > hex.left && top < hex.bottom && top + card.height > hex.top;
        expect(covers, `${x}, ${y}`).toBe(false);
      }
    }
  });

  test('goes where it covers the least', () => {
    const others = [hexAt(650, 350), hexAt(700, 420)];
    expect(placeCard({ hex: hexAt(500, 350), card, room, avoid: [], others, last: null }).left).toBeLessThan(500);
  });

  test('leaves even the rim of another name alone where it can', () => {
    const above = { left: 600, right: 700, top: 200, bottom: 320 };
    const { left, top } = placeCard({ hex: hexAt(500, 350), card, room, avoid: [], others: [above], last: null });
    expect(left >= above.right || left + card.width <= above.left || top >= above.bottom).toBe(true);
  });
});

test.each([
  ['HTTP', ['HTTP']],
  ['Cross-Site Scripting', ['Cross-Site', 'Scripting']],
  ['Encodings and Hashes', ['Encodings', 'and Hashes']],
  ['Incomprehensibilities', ['Incomprehensibilities']],
])('%s in lines', (name, lines) => {
  expect(wrapName(name)).toEqual(lines);
});
