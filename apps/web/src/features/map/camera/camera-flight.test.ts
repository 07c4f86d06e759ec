import { describe, expect, test } from 'vitest';
import { planFlight } from './camera-flight.ts';

const screen = { width: 1200, height: 800 };

describe('planFlight', () => {
  const from = { x: 0, y: 0, k: 1 };

  test.each([
    ['across', { x: 900, y: -300, k: 1 }],
    ['in', { x: 0, y: 0, k: 2 }],
    ['far and out', { x: 4000, y: 100, k: 0.3 }],
    ['nowhere', from],
  ])('flies %s smoothly from the start to the target in 280 to 1,100 ms', (_, to) => {
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

  test('zooms out before it travels a long distance', () => {
    expect(planFlight(from, { x: 5000, y: 0, k: 1 }, screen).at(0.5).k).toBeLessThan(0.6);
  });
});
