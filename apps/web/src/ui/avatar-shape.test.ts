import { expect, test } from 'vitest';
import { avatarShape } from './avatar-shape.ts';

test('the same name gives the same drawing, another name another', () => {
  expect(avatarShape('mara')).toEqual(avatarShape('mara'));
  const drawings = Array.from({ length: 200 }, (_, index) => JSON.stringify(avatarShape(`learner-${index}`)));
  expect(new Set(drawings).size).toBeGreaterThan(190);
});

test('the left half mirrors the right', () => {
  const { facets } = avatarShape('kestrel');
  for (const sector of [0, 1, 2]) expect(facets[sector * 2]?.[1]).toBe(facets[(5 - sector) * 2]?.[1]);
});
