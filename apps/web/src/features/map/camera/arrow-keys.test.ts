import { describe, expect, test } from 'vitest';
import { shippedAtlas } from '../atlas/testing/shipped-atlas.ts';
import { nextStop, type Stop } from './arrow-keys.ts';

describe('nextStop', () => {
  const stops: Stop[] = [...shippedAtlas().nodes];

  test('reaches every stop of the shipped map from every other with the arrow keys', () => {
    for (const start of stops) {
      const reached = new Set([start]);
      const queue = [start];
      for (let from = queue.pop(); from; from = queue.pop()) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          const to = nextStop(stops, from, key);
          if (!to || reached.has(to)) continue;
          reached.add(to);
          queue.push(to);
        }
      }
      expect(reached.size).toBe(stops.length);
    }
  });

  test('prefers the stop straight ahead, and returns undefined if there is none', () => {
    const [middle, near, aside] = [
      { ref: 'm', x: 0, y: 0 },
      { ref: 'n', x: 90, y: 0 },
      { ref: 'a', x: 60, y: 50 },
    ];
    expect(nextStop([middle, near, aside], middle, 'ArrowRight')).toBe(near);
    expect(nextStop([middle, near, aside], near, 'ArrowRight')).toBeUndefined();
  });
});
