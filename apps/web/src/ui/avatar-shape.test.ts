import { expect, test } from 'vitest';
import { avatarShape } from './avatar-shape.ts';

test('generates the same avatar for the same name, and different ones for different names', () => {
  expect(avatarShape('mara')).toEqual(avatarShape('mara'));
  const drawings = Array.from({ length: 200 }, (_, index) => JSON.stringify(avatarShape(`learner-${index}`)));
  expect(new Set(drawings).size).toBeGreaterThan(190);
});

test('mirrors the right half on the left', () => {
  const { facets } = avatarShape('kestrel');
  for (const sector of [0, 1, 2]) expect(facets[sector * 2]?.[1]).toBe(facets[(5 - sector) * 2]?.[1]);
});
