import { describe, expect, test } from 'vitest';
import { continentNameBox, nodeBox } from './name-box.ts';

describe('nodeBox', () => {
  test('grows with the lines of the name, and with the larger letters of a farther level', () => {
    const [one, two] = [
      nodeBox({ kind: 'training', name: 'HTTP' }, 1),
      nodeBox({ kind: 'training', name: 'Linux Users and Permissions' }, 1),
    ];
    expect(two.bottom).toBeGreaterThan(one.bottom);
    expect(two.right).toBeGreaterThan(one.right);
    expect(nodeBox({ kind: 'training', name: 'HTTP' }, 0.4).bottom).toBeGreaterThan(one.bottom);
    expect(nodeBox({ kind: 'training', name: 'HTTP' }, 1, 11).bottom).toBe(one.bottom + 11);
  });

  test('is only the hex at levels without names', () => {
    expect(nodeBox({ kind: 'lab', name: 'Tide Table' }, 0.4)).toEqual({ left: -19, top: -19, right: 19, bottom: 19 });
  });
});

test('continentNameBox is as wide as the capitals of the name', () => {
  const [short, long] = [continentNameBox({ name: 'Web' }, 1), continentNameBox({ name: 'Cryptography' }, 1)];
  expect(long.right).toBe(short.right * 4);
  expect(continentNameBox({ name: 'Web' }, 0.1).right).toBeGreaterThan(short.right * 2);
});
