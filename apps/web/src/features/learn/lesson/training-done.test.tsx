import type { Training } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import TrainingDone from './training-done.tsx';

const next = (slug: string, name: string) => ({ slug, name, summary: `About ${name}.` });
const training = {
  slug: 'first-light',
  name: 'First Light',
  icon: 'compass',
  continent: 'foundations',
  subchapters: 5,
  recommended_next: [next('kernel', 'Kernel'), next('terminal', 'Terminal')],
} as unknown as Training;

const show = (place: number | null) =>
  renderApp(<TrainingDone training={training} fresh={false} />, {
    user: buildUser(),
    answers: {
      'GET /api/trainings': { trainings: [] },
      'GET /api/progress': { progress: [], resume: null, locked_by_steps: ['kernel'] },
      'GET /api/progress/:training/flags': {
        flags: [
          { id: 'a', subchapter: 'one', points: 5, solved_at: '2026-11-21T00:00:00.000Z' },
          { id: 'b', subchapter: 'two', points: 10, solved_at: null },
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

test('a finished training says what it has brought, and leads on to what is open', async () => {
  await show(12);
  await screen.findByText('+5 points of 15 from its flags · place 12 on the leaderboard');
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Go on to Terminal', '/courses/terminal'],
    ['Kernel', '/courses/kernel'],
  ]);
  expect(screen.getByText(/Next on the chart: Terminal\. About Terminal\./)).toBeTruthy();
});

test('who is on no board hears of no place', async () => {
  await show(null);
  await screen.findByText('+5 points of 15 from its flags');
});
