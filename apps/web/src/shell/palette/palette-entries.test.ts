import { expect, it, test } from 'vitest';
import { type Entry, groupsOf, matchingCommands, step } from './palette-entries.ts';

const entry = (name: string): Entry => ({ id: name, icon: 'map', name, run: () => undefined });
const commands = ['Explore the map', 'Leaderboard', 'Switch to the light theme'].map(entry);

test.each([
  ['', ['Explore the map', 'Leaderboard', 'Switch to the light theme']],
  ['map', ['Explore the map']],
  ['the', ['Explore the map', 'Switch to the light theme']],
  ['LIGHT th', ['Switch to the light theme']],
  ['ap', []],
])('the query %j matches %j', (typed, names) => {
  expect(matchingCommands(commands, typed).map(({ name }) => name)).toEqual(names);
});

it('groups results by kind, starting with the kind of the best result', () => {
  const result = { context: '', excerpt: [], tier: 0 as const };
  const visited: string[] = [];
  const groups = groupsOf(
    [
      { ...result, kind: 'subchapter', path: '/courses/a/b/c', name: 'C' },
      { ...result, kind: 'training', path: '/courses/a', name: 'A' },
      { ...result, kind: 'subchapter', path: '/courses/a/b/d', name: 'D' },
    ],
    (path) => visited.push(path),
  );
  expect(groups.map(({ label, entries }) => [label, entries.map(({ name }) => name)])).toEqual([
    ['Lessons', ['C', 'D']],
    ['Courses', ['A']],
  ]);
  groups[1]?.entries[0]?.run();
  expect(visited).toEqual(['/courses/a']);
});

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 0, -1],
])('step from %i by %i of %i is %i', (at, by, length, to) => {
  expect(step(at, by, length)).toBe(to);
});
