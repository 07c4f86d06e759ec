import type { LabCard } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { countFoundFlags, isSolved } from '#entities/lab/solve-counts.ts';
import { buildLabCard } from '#lib/testing/builders.ts';
import { activeFacets, countChoices, filterLabs, readFilter, toggleFilter, without } from './lab-filter.ts';

const training = (slug: string) => ({ slug, name: slug.toUpperCase() });
const labs = [
  buildLabCard({
    slug: 'lost-luggage',
    difficulty: 'easy',
    tags: ['idor'],
    tools: ['browser'],
    trainings: [training('access')],
  }),
  buildLabCard({ slug: 'tide-table', flags: 2, tools: ['browser', 'curl'] }),
  buildLabCard({ slug: 'lamplighter', topic: 'reversing', tools: ['gdb'], workspace: true, repair: true }),
  buildLabCard({ slug: 'night-watch', topic: 'linux', difficulty: 'easy', workspace: true }),
];
const slugs = (list: readonly LabCard[]) => list.map(({ slug }) => slug);
const progressOf = ({ slug }: LabCard) =>
  slug === 'lost-luggage' ? 'solved' : slug === 'tide-table' ? 'begun' : ('new' as const);

test('ignores unknown values in the URL', () => {
  const all = {
    topic: 'web',
    difficulty: 'easy',
    training: 'sql-injection',
    tag: 'sql injection',
    tool: 'gdb',
    shell: true,
    repair: true,
    state: 'solved',
    sort: 'solved',
  };
  expect(readFilter({ ...all, other: 1 })).toEqual(all);
  const invalid = {
    topic: 'cooking',
    difficulty: ['easy'],
    training: 'A B',
    tag: 7,
    tool: 7,
    shell: 'yes',
    repair: 1,
    sort: '',
  };
  expect(without(readFilter({ ...invalid, state: 'lost' }))).toEqual({});
});

test('counts a lab as solved when all flags are found, with or without the repair', () => {
  const find = (lab: string, id: string, kind: 'find' | 'repair' = 'find') => ({
    lab,
    id,
    kind,
    points: 10,
    solved_at: '2026-11-21T00:00:00Z',
  });
  const flags = [find('lost-luggage', 'a'), find('tide-table', 'a'), find('tide-table', 'r', 'repair')];
  expect(labs.slice(0, 2).map((lab) => isSolved(lab, countFoundFlags({ flags })))).toEqual([true, false]);
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
  [{ tag: 'idor' }, ['lost-luggage']],
  [{ tool: 'wireshark' }, []],
] as const)('%o matches %o', (filter, expected) => {
  expect(slugs(filterLabs(labs, filter, progressOf))).toEqual(expected);
});

test('ignores the state filter for a visitor', () => {
  expect(filterLabs(labs, { state: 'solved' }, undefined)).toHaveLength(4);
});

test('sets, changes and removes a filter by the same link', () => {
  const search = { topic: 'web', sort: 'new' } as const;
  expect(toggleFilter(search, 'topic', 'linux')).toEqual({ topic: 'linux', sort: 'new' });
  expect(toggleFilter(search, 'topic', 'web')).toEqual({ sort: 'new' });
  expect(toggleFilter(search, 'shell', true)).toEqual({ ...search, shell: true });
  expect(activeFacets({ ...search, shell: true })).toEqual(['topic', 'shell']);
});

test('counts the labs of each choice in combination with the other filters', () => {
  expect(countChoices(labs, 'tool', {}, progressOf).map(({ value, count }) => [value, count])).toEqual([
    ['browser', 2],
    ['curl', 1],
    ['gdb', 1],
  ]);
  // Choices without labs are left out, except for the selected one.
  const search = { topic: 'web', tool: 'gdb' } as const;
  expect(countChoices(labs, 'tool', search, progressOf).map(({ value, count }) => [value, count])).toEqual([
    ['browser', 2],
    ['curl', 1],
    ['gdb', 0],
  ]);
  expect(countChoices(labs, 'training', {}, progressOf)).toEqual([{ value: 'access', name: 'ACCESS', count: 1 }]);
});
