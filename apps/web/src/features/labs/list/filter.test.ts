import type { LabCard } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { buildLabCard } from '#lib/testing/build.ts';
import { countSolved, isSolved } from '../solved.public.ts';
import { choicesOf, chosenFacets, filterLabs, readFilter, toggled, without } from './filter.ts';

const training = (slug: string) => ({ slug, name: slug.toUpperCase() });
const labs = [
  buildLabCard({ slug: 'lost-luggage', difficulty: 'easy', tools: ['browser'], trainings: [training('access')] }),
  buildLabCard({ slug: 'tide-table', flags: 2, tools: ['browser', 'curl'] }),
  buildLabCard({ slug: 'lamplighter', topic: 'reversing', tools: ['gdb'], workspace: true, repair: true }),
  buildLabCard({ slug: 'night-watch', topic: 'linux', difficulty: 'easy', workspace: true }),
];
const slugs = (list: readonly LabCard[]) => list.map(({ slug }) => slug);
const standing = ({ slug }: LabCard) =>
  slug === 'lost-luggage' ? 'solved' : slug === 'tide-table' ? 'begun' : ('new' as const);

test('what is unknown in the address is left out', () => {
  const all = {
    topic: 'web',
    difficulty: 'easy',
    training: 'sql-injection',
    tool: 'gdb',
    shell: true,
    repair: true,
    state: 'solved',
    sort: 'solved',
  };
  expect(readFilter({ ...all, other: 1 })).toEqual(all);
  const rubbish = {
    topic: 'cooking',
    difficulty: ['easy'],
    training: 'A B',
    tool: 7,
    shell: 'yes',
    repair: 1,
    sort: '',
  };
  expect(without(readFilter({ ...rubbish, state: 'lost' }))).toEqual({});
});

test('a lab is solved when all of its flags are found, repaired or not', () => {
  const find = (lab: string, id: string, kind: 'find' | 'repair' = 'find') => ({
    lab,
    id,
    kind,
    points: 10,
    solved_at: '2026-11-21T00:00:00Z',
  });
  const flags = [find('lost-luggage', 'a'), find('tide-table', 'a'), find('tide-table', 'r', 'repair')];
  expect(labs.slice(0, 2).map((lab) => isSolved(lab, countSolved({ flags })))).toEqual([true, false]);
});

test.each([
  [{ topic: 'web' }, ['lost-luggage', 'tide-table']],
  [{ difficulty: 'easy' }, ['lost-luggage', 'night-watch']],
  [{ topic: 'web', difficulty: 'easy' }, ['lost-luggage']],
  [{ training: 'access' }, ['lost-luggage']],
  [{ tool: 'browser' }, ['lost-luggage', 'tide-table']],
  [{ shell: true }, ['lamplighter', 'night-watch']],
  [{ shell: true, repair: true }, ['lamplighter']],
  [{ state: 'open' }, ['tide-table', 'lamplighter', 'night-watch']],
  [{ state: 'begun' }, ['tide-table']],
  [{ state: 'solved' }, ['lost-luggage']],
  [{ tool: 'wireshark' }, []],
] as const)('%o leaves %o', (filter, left) => {
  expect(slugs(filterLabs(labs, filter, standing))).toEqual(left);
});

test('a visitor has no state to filter by', () => {
  expect(filterLabs(labs, { state: 'solved' }, undefined)).toHaveLength(4);
});

test('a choice is made, changed and taken back by the same link', () => {
  const search = { topic: 'web', sort: 'new' } as const;
  expect(toggled(search, 'topic', 'linux')).toEqual({ topic: 'linux', sort: 'new' });
  expect(toggled(search, 'topic', 'web')).toEqual({ sort: 'new' });
  expect(toggled(search, 'shell', true)).toEqual({ ...search, shell: true });
  expect(chosenFacets({ ...search, shell: true })).toEqual(['topic', 'shell']);
});

test('choices say how many labs they leave beside what is chosen elsewhere', () => {
  expect(choicesOf(labs, 'tool', {}, standing).map(({ value, count }) => [value, count])).toEqual([
    ['browser', 2],
    ['curl', 1],
    ['gdb', 1],
  ]);
  // What leaves nothing is no choice, except the one that was made.
  const search = { topic: 'web', tool: 'gdb' } as const;
  expect(choicesOf(labs, 'tool', search, standing).map(({ value, count }) => [value, count])).toEqual([
    ['browser', 2],
    ['curl', 1],
    ['gdb', 0],
  ]);
  expect(choicesOf(labs, 'training', {}, standing)).toEqual([{ value: 'access', name: 'ACCESS', count: 1 }]);
});
