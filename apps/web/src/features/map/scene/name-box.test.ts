import { describe, expect, test } from 'vitest';
import { nodeBox, placeBox } from './name-box.ts';

describe('nodeBox', () => {
  test('grows with the lines of the name, and with the letters of a level that is further away', () => {
    const [one, two] = [
      nodeBox({ kind: 'training', name: 'HTTP' }, 1),
      nodeBox({ kind: 'training', name: 'Linux Users and Permissions' }, 1),
    ];
    expect(two.bottom).toBeGreaterThan(one.bottom);
    expect(two.right).toBeGreaterThan(one.right);
    expect(nodeBox({ kind: 'training', name: 'HTTP' }, 0.4).bottom).toBeGreaterThan(one.bottom);
    expect(nodeBox({ kind: 'training', name: 'HTTP' }, 1, 11).bottom).toBe(one.bottom + 11);
  });

  test('is the hex alone where names are not drawn', () => {
    expect(nodeBox({ kind: 'lab', name: 'Tide Table' }, 0.4)).toEqual({ left: -19, top: -19, right: 19, bottom: 19 });
  });
});

test('placeBox is as wide as the capitals of the name', () => {
  const [short, long] = [placeBox({ name: 'Web' }, 1), placeBox({ name: 'Cryptography' }, 1)];
  expect(long.right).toBe(short.right * 4);
  expect(placeBox({ name: 'Web' }, 0.1).right).toBeGreaterThan(short.right * 2);
});
