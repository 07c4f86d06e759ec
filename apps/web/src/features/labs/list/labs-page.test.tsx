import type { LabCard, LabFlagsSolved } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { labsQuery } from '#entities/lab/lab-queries.ts';
import { buildInstance, buildLabCard, buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { type LabSearch, readFilter } from './lab-filter.ts';
import { LabsPage } from './labs-page.tsx';

const labs = [
  buildLabCard({ slug: 'lost-luggage', name: 'Lost Luggage', difficulty: 'easy', tools: ['browser'], solves: 14 }),
  buildLabCard({ name: 'Tide Table', flags: 2, tools: ['browser', 'curl'], rating: { mean: 3.8, count: 9 } }),
  buildLabCard({
    slug: 'lamplighter',
    name: 'The Lamplighter',
    topic: 'reversing',
    difficulty: 'hard',
    tools: ['gdb'],
    trainings: [{ slug: 'overflows', name: 'Overflows' }],
    workspace: true,
    repair: true,
    flags: 3,
    points: 150,
    minutes: 60,
    added_at: new Date().toISOString(),
  }),
];
const solved = (...pairs: [lab: string, id: string][]): LabFlagsSolved => ({
  flags: pairs.map(([lab, id]) => ({ lab, id, kind: 'find', points: 10, solved_at: '2026-11-21T00:00:00.000Z' })),
  sources: [],
});

const show = (
  search: LabSearch = {},
  { list = labs, flags, running }: { list?: LabCard[]; flags?: LabFlagsSolved; running?: string } = {},
) =>
  renderApp(<LabsPage search={search} />, {
    path: '/labs',
    ...(flags && { user: buildUser() }),
    seed: (client) => client.setQueryData(labsQuery.queryKey, { labs: list }),
    answers: {
      'GET /api/lab/flags_solved': flags ?? { flags: [], sources: [] },
      'GET /api/lab/instances_running': {
        instances: running ? [{ ...buildInstance({ lab: running }), name: running }] : [],
      },
    },
  });

const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const row = (name: string) => screen.getByRole('heading', { name, level: 2 }).closest('li') as HTMLElement;
const linkTo = (name: string | RegExp) => new URL((screen.getByRole('link', { name }) as HTMLAnchorElement).href);
const searchOf = (name: string | RegExp) => readFilter(Object.fromEntries(parse(linkTo(name))));
const parse = ({ searchParams }: URL) => [...searchParams].map(([key, value]) => [key, value === 'true' || value]);

test('a row shows topic, features, difficulty, duration, points and solves', async () => {
  await show();
  const words = row('The Lamplighter').textContent;
  for (const word of [
    'Reverse engineering',
    'New',
    'Hard',
    '1 h',
    '3 flags',
    '150 points',
    'not solved yet',
    'Shell',
    'Repair',
  ])
    expect(words).toContain(word);
  expect(within(row('The Lamplighter')).getByText('gdb')).toBeTruthy();
  expect(row('Lost Luggage').textContent).toContain('solved by 14');
  expect(row('Tide Table').textContent).toContain('9 rated it hard');
  expect(row('Tide Table').textContent).not.toContain('New');
});

test('the difficulty scale filters by topic, difficulty and both, and counts the labs of each', async () => {
  await show();
  expect(searchOf('Web 2 labs')).toEqual({ topic: 'web' });
  expect(searchOf('Hard 1 lab')).toEqual({ difficulty: 'hard' });
  expect(searchOf('Web, medium: 1 lab')).toEqual({ topic: 'web', difficulty: 'medium' });
  // Topics and cells without labs are not links.
  expect(screen.queryByText('Forensics')).toBeNull();
  expect(screen.queryByRole('link', { name: /^Web, hard/ })).toBeNull();
});

test('shows active filters, and removes one or all of them', async () => {
  await show({ topic: 'web', tool: 'browser', sort: 'new' });
  expect(names()).toEqual(['Lost Luggage', 'Tide Table']);
  expect(screen.getByRole('status').textContent).toBe('2 of 3 labs');
  const active = screen.getByRole('list', { name: 'Active filters' });
  expect(
    within(active)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Remove filter: Web', 'Remove filter: browser', 'Clear all']);
  expect(searchOf('Remove filter: Web')).toEqual({ tool: 'browser', sort: 'new' });
  // The sort order is not a filter.
  expect(searchOf('Clear all')).toEqual({ sort: 'new' });
  expect(screen.getByRole('link', { name: 'Web 2 labs', current: true })).toBeTruthy();
  expect(searchOf('Web 2 labs')).toEqual({ tool: 'browser', sort: 'new' });
  // Counts include the other filters. A choice without labs is not a link.
  expect(screen.queryByRole('link', { name: /^Shell/ })).toBeNull();
  expect(screen.getByText('Shell', { selector: 'nav span' }).parentElement?.textContent).toBe('Shell0 labs');
});

test('ignores the state filter in the URL for a visitor, and shows all labs', async () => {
  await show({ state: 'solved' });
  expect(names()).toHaveLength(3);
  expect(screen.queryByText('Your progress')).toBeNull();
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test('filters by the learner’s progress, and shows the progress in each row', async () => {
  await show({}, { flags: solved(['lost-luggage', 'a'], ['tide-table', 'a']), running: 'lamplighter' });
  await screen.findByText('1 of 2 flags found');
  expect(within(row('Lost Luggage')).getByText('Solved')).toBeTruthy();
  await waitFor(() => expect(row('The Lamplighter').textContent).toContain('Running, 59 minutes left'));
  expect(searchOf('Not solved 2 labs')).toEqual({ state: 'open' });
  expect(searchOf('In progress 2 labs')).toEqual({ state: 'begun' });
  expect(searchOf('Solved 1 lab')).toEqual({ state: 'solved' });
  expect(screen.getByRole('link', { name: 'Web, easy: 1 lab, 1 solved' })).toBeTruthy();
});

test('distinguishes that all labs are solved from no match', async () => {
  const all = solved(
    ['lost-luggage', 'a'],
    ['tide-table', 'a'],
    ['tide-table', 'b'],
    ['lamplighter', 'a'],
    ['lamplighter', 'b'],
    ['lamplighter', 'c'],
  );
  const { unmount } = await show({ state: 'open' }, { flags: all });
  await screen.findByRole('heading', { name: 'All solved' });
  expect(screen.getByText(/You have solved every lab/)).toBeTruthy();
  unmount();
  await show({ tool: 'wireshark' }, { flags: all });
  await screen.findByRole('heading', { name: 'No matching labs' });
});

test('shows no filters when there are no labs', async () => {
  await show({}, { list: [] });
  expect(names()).toEqual(['No labs yet']);
  expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
});

test('on a narrow screen, shows the filters behind a button with the number of active filters', async () => {
  const { person } = await show({ topic: 'web', difficulty: 'easy' });
  const button = screen.getByRole('button', { name: 'Filter (2)' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await person.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await person.click(screen.getByRole('button', { name: 'Show 1 lab' }));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('sorts by links, and hides "Newest" when no lab was added later', async () => {
  const { unmount } = await show({ sort: 'solved' });
  expect(names()).toEqual(['Lost Luggage', 'Tide Table', 'The Lamplighter']);
  expect(searchOf('Newest')).toEqual({ sort: 'new' });
  expect(searchOf('Easiest')).toEqual({});
  unmount();
  await show({}, { list: labs.map((lab) => ({ ...lab, added_at: null })) });
  expect(screen.queryByRole('link', { name: 'Newest' })).toBeNull();
});
