import { describe, expect, test } from 'vitest';
import { shippedAtlas } from '../atlas/testing.ts';
import { type Stop, steer } from './steer.ts';

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

  test('prefers what is straight ahead, and stops where nothing follows', () => {
    const [middle, near, aside] = [
      { ref: 'm', x: 0, y: 0 },
      { ref: 'n', x: 90, y: 0 },
      { ref: 'a', x: 60, y: 50 },
    ];
    expect(steer([middle, near, aside], middle, 'ArrowRight')).toBe(near);
    expect(steer([middle, near, aside], near, 'ArrowRight')).toBeUndefined();
  });
});
