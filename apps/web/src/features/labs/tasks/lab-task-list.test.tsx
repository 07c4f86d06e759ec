import type { FlagVerdict, LabFlagsSolved } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildLab, buildLabFlag, buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LabTaskList } from './lab-task-list.tsx';

const flags = [
  buildLabFlag({ id: 'neighbour', name: 'Overwrite the neighbour', points: 20 }),
  buildLabFlag({ id: 'return', name: 'Steer the return', points: 40, task_html: '<p>Make it return.</p>' }),
  buildLabFlag({ id: 'canary', name: 'Past the canary', points: 60, after: 'return' }),
];
const lab = buildLab({
  slug: 'lamplighter',
  flags: 3,
  points: 150,
  hints: [
    { cost: 0, flag: 'return' },
    { cost: 4, flag: 'return' },
    { cost: 2, flag: 'neighbour' },
  ],
  repair: { id: 'repair', name: 'Repair it', points: 30, files: ['lamp.c'] },
});
const solved = (points: Record<string, number>): LabFlagsSolved => ({
  flags: Object.entries(points).map(([id, sum]) => ({
    lab: 'lamplighter',
    id,
    kind: id === 'repair' ? 'repair' : 'find',
    points: sum,
    solved_at: '2026-11-03T12:06:00.000Z',
  })),
  sources: [],
});

async function show(
  points: Record<string, number> = {},
  submitEndpoint = 'POST /api/lab/flags/:slug' as const,
  sources: LabFlagsSolved['sources'] = [],
) {
  const clicks: string[] = [];
  const view = await renderApp(<LabTaskList lab={lab} onRepair={() => clicks.push('repair')} nextSteps="Well done" />, {
    user: buildUser(),
    answers: {
      'GET /api/lab/flags/:slug': { flags },
      'GET /api/lab/flags_solved': { ...solved(points), sources },
      'GET /api/lab/:slug/hints': { hints: [] },
      [submitEndpoint]: ({ body }: { body: { flag: string } }): FlagVerdict => ({
        result: 'right',
        points: 60,
        flag: { id: body.flag, name: 'Past the canary' },
        hint: null,
        rank: null,
        first: false,
      }),
    },
  });
  await screen.findByRole('list', { name: 'Tasks' });
  return { ...view, clicks };
}

const items = () =>
  [...screen.getByRole('list', { name: 'Tasks' }).children].map((item) => [
    item.querySelector('svg')?.getAttribute('aria-label'),
    item.querySelector('h3, button, span')?.textContent,
  ]);
const card = () => screen.getByRole('listitem', { current: 'step' });

test('shows the current task as a card, and the others as one line each', async () => {
  await show();
  await waitFor(() =>
    expect(items()).toEqual([
      ['you are here', 'Overwrite the neighbour'],
      ['not done', 'Steer the return'],
      ['locked', 'Past the canary'],
      ['not done', 'Repair it'],
    ]),
  );
  expect(screen.getByText('Unlocks after flag 2 · 60 points')).toBeTruthy();
  expect(screen.getByText('Repair · 30 points')).toBeTruthy();
  expect(within(card()).getByRole('textbox', { name: 'The flag that you found' })).toBeTruthy();
  expect(screen.queryByText('Make it return.')).toBeNull();
});

test('shows the points of the repair that are left after its source was opened for points', async () => {
  const sources = [
    { lab: 'lost-luggage', price: 5 },
    { lab: 'lamplighter', price: 8 },
  ];
  await show({}, undefined, sources);
  await screen.findByText('Repair · 22 of 30 points');
});

test('shows the points that a repair gave after its source was opened for points', async () => {
  await show({ repair: 22 });
  await screen.findByText('Repaired 3 Nov 2026 · 22 of 30 points');
});

test('shows when a flag was found and its points, and shows the next task as a card with its hints', async () => {
  await show({ neighbour: 18, repair: 30 });
  await screen.findByText('Found 3 Nov 2026 · 18 of 20 points');
  expect(screen.getByText('Repaired 3 Nov 2026 · 30 points')).toBeTruthy();
  expect(screen.getByText('1 of 3')).toBeTruthy();
  expect(within(card()).getByText('Make it return.')).toBeTruthy();
  expect(within(card()).getAllByRole('listitem')).toHaveLength(2);
});

test('selects another task by click and moves the focus to it', async () => {
  const { person } = await show();
  await person.click(await screen.findByRole('button', { name: 'Steer the return' }));
  expect(within(card()).getByText('40 points')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Steer the return' }));
  expect(screen.queryByRole('button', { name: 'Past the canary' })).toBeNull();
});

test('accepts any flag of the lab, keeps the focus in the field, and names the flag', async () => {
  const { person, server } = await show();
  const field = await screen.findByRole('textbox');
  await person.type(field, 'canary');
  server.change({ 'GET /api/lab/flags_solved': solved({ canary: 60, neighbour: 20 }) });
  await person.keyboard('{Enter}');
  await screen.findByText('+60 points');
  await waitFor(() => expect(within(card()).getByRole('heading', { level: 3 }).textContent).toBe('Steer the return'));
  // The card now shows another task, but the field is the same element.
  expect(screen.getByRole('textbox')).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(items().map(([state]) => state)).toEqual(['done', 'you are here', 'done', 'not done']);
});

test('hides the field after the last flag, and lets the learner review solved tasks', async () => {
  const { person } = await show({ neighbour: 20, return: 40, canary: 60 });
  await screen.findByText('All 3 flags found');
  expect(screen.queryByRole('textbox')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Steer the return' }));
  expect(within(card()).getByText('Make it return.')).toBeTruthy();
  expect(within(card()).getByText('Found 3 Nov 2026 · 40 points')).toBeTruthy();
  expect(within(card()).getAllByText('Free')).toHaveLength(2);
});

test('opens the repair from its task', async () => {
  const { person, clicks } = await show();
  await person.click(await screen.findByRole('button', { name: 'Repair it' }));
  expect(clicks).toEqual(['repair']);
});

test('retries flags that did not load', async () => {
  const { person, server } = await renderApp(<LabTaskList lab={lab} onRepair={() => {}} />, {
    answers: { 'GET /api/lab/flags/:slug': rejection('unavailable', { msg: 'The server is busy.' }) },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The flags did not load');
  server.change({ 'GET /api/lab/flags/:slug': { flags } });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('list', { name: 'Tasks' });
});
