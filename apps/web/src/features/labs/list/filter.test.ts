import type { LabCard } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { countSolved, isSolved } from '../solved.public.ts';
import { filterLabs, readFilter } from './filter.ts';

const lab = (slug: string, difficulty: LabCard['difficulty'], flags = 1): LabCard => ({
  slug,
  name: slug,
  summary: '',
  tier: 0,
  difficulty,
  minutes: 20,
  points: 50,
  flags,
  solves: 0,
  added_at: null,
});
const labs = [lab('lost-luggage', 'easy'), lab('tide-table', 'medium', 2), lab('night-watch', 'easy')];
const solved = (...slugs: string[]) =>
  countSolved({
    flags: slugs.map((slug, index) => ({ lab: slug, id: `f${index}`, points: 10, solved_at: '2026-11-21T00:00:00Z' })),
  });
const slugs = (list: LabCard[]) => list.map(({ slug }) => slug);

test('unknown parameters are left out', () => {
  expect(readFilter({ difficulty: 'easy', state: 'solved', other: 1 })).toEqual({
    difficulty: 'easy',
    state: 'solved',
  });
  expect(readFilter({ difficulty: 'brutal', state: ['open'] })).toEqual({});
});

test('a lab is solved when all of its flags are found', () => {
  const counts = solved('tide-table', 'lost-luggage');
  expect(labs.map((one) => isSolved(one, counts))).toEqual([true, false, false]);
});

test('difficulty and state narrow the list together', () => {
  const counts = solved('lost-luggage');
  expect(slugs(filterLabs(labs, { difficulty: 'easy' }, counts))).toEqual(['lost-luggage', 'night-watch']);
  expect(slugs(filterLabs(labs, { difficulty: 'easy', state: 'open' }, counts))).toEqual(['night-watch']);
});

test('a visitor has no state to filter by', () => {
  expect(filterLabs(labs, { state: 'solved' }, undefined)).toHaveLength(3);
});
