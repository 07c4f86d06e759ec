import type { Training } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeVisitorProgress } from '#entities/progress/visitor-progress.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import TrainingCompleted from './training-completed.tsx';

const next = (slug: string, name: string) => ({ slug, name, summary: `About ${name}.` });
const training = {
  slug: 'first-light',
  name: 'First Light',
  icon: 'compass',
  continent: 'foundations',
  subchapters: 5,
  flags: 2,
  recommended_next: [next('kernel', 'Kernel'), next('terminal', 'Terminal')],
} as unknown as Training;

const show = (place: number | null) =>
  renderApp(<TrainingCompleted training={training} fresh={false} />, {
    user: buildUser(),
    answers: {
      'GET /api/trainings': { trainings: [] },
      'GET /api/progress': { progress: [], resume: null, locked_by_prerequisites: ['kernel'] },
      'GET /api/progress/:training/flags': {
        flags: [
          { id: 'a', kind: 'flag', subchapter: 'one', points: 5, solved_at: '2026-11-21T00:00:00.000Z' },
          { id: 'b', kind: 'flag', subchapter: 'two', points: 7, solved_at: null },
          { id: 'c', kind: 'drill', subchapter: 'two', points: 3, solved_at: null },
        ],
      },
      'GET /api/account/leaderboard': {
        entries: [],
        next_cursor: null,
        of: 40,
        period: null,
        me: place === null ? null : { rank: place, points: 5, flags: 1 },
        neighbours: [],
      },
    },
  });

test('shows the flags that are left, the points and the rank after a course, and links to open courses first', async () => {
  await show(12);
  await screen.findByText('1 of 2 flags found · 5 of 15 points · rank 12 on the leaderboard');
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Continue with Terminal', '/courses/terminal'],
    ['Kernel', '/courses/kernel'],
  ]);
  expect(screen.getByText(/Next on the map: Terminal\. About Terminal\./)).toBeTruthy();
});

test('shows no rank to a learner who is not on the leaderboard', async () => {
  await show(null);
  await screen.findByText('1 of 2 flags found · 5 of 15 points');
});

test('shows a visitor the flags that are left', async () => {
  changeVisitorProgress('one', () => ({ training: 'first-light', flags: { a: { flag: 'flag{a}' } } }));
  await renderApp(<TrainingCompleted training={training} fresh={false} />, {
    answers: { 'GET /api/trainings': { trainings: [] } },
  });
  await screen.findByText('1 of 2 flags found');
});
