import type { Progress, SuggestedTraining, TrainingCard } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { CompletedPage } from './completed-page.tsx';
import { ContinueCard } from './continue-card.tsx';
import { Specializations } from './home-page.tsx';

const start = { chapter: 'shell', subchapter: 'first-commands', name: 'First commands' };
const terminal: TrainingCard = {
  slug: 'terminal',
  name: 'Terminal',
  term: '',
  continent: 'foundations',
  tier: 0,
  icon: 'terminal',
  summary: 'Work without a mouse.',
  minutes: 40,
  subchapters: 5,
  flags: 2,
  drills: 0,
  labs: 0,
  points: 20,
  start,
  kind: 'course',
  requires: [],
  added_at: null,
};
const suggestion = (changes: Partial<SuggestedTraining>): SuggestedTraining => {
  const { slug, name, summary, icon, continent, tier, minutes, subchapters } = terminal;
  const training = { slug, name, summary, icon, continent, tier, minutes, subchapters };
  return { ...training, reason: 'follows', after: null, locked: null, ...changes };
};
const trainings = { 'GET /api/trainings': { trainings: [terminal] } };

test('suggests the first unlocked training if all started ones are completed, with a link that starts it', async () => {
  const next = [suggestion({ slug: 'rsa', name: 'RSA', locked: 'tier' }), suggestion({})];
  const overview = { resume: null, under_way: [], next };
  await renderApp(<ContinueCard overview={overview} kind="course" />, { answers: trainings });
  expect(screen.getByRole('heading', { name: 'Next: Terminal' })).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Start Terminal' });
  expect(link.getAttribute('href')).toBe('/courses/terminal/shell/first-commands');
});

test('names the flags that are left in completed courses', async () => {
  const done = {
    ...{ training_slug: 'terminal', completed: ['a', 'b', 'c', 'd', 'e'], changed: [], total: 5 },
    ...{ flags_found: 1, last_at: '2026-11-20T10:00:00.000Z', enrolled: true },
  };
  const { container } = await renderApp(
    <ContinueCard overview={{ resume: null, under_way: [], next: [] }} kind="course" />,
    {
      user: buildUser(),
      answers: { ...trainings, 'GET /api/progress': { progress: [done], resume: null, locked_by_prerequisites: [] } },
    },
  );
  await screen.findByText('All lessons completed');
  expect(container.textContent).toContain('1 flag is left in Terminal.');
  expect(screen.getByRole('link', { name: 'Terminal' }).getAttribute('href')).toBe('/courses/terminal');
});

test('links to the map if no training is unlocked', async () => {
  const overview = { resume: null, under_way: [], next: [suggestion({ locked: 'prerequisites' })] };
  await renderApp(<ContinueCard overview={overview} kind="course" />, { answers: trainings });
  expect(screen.getByRole('link', { name: 'Choose your next course' }).getAttribute('href')).toBe('/map');
});

test('links to the video map if all videos are completed', async () => {
  await renderApp(<ContinueCard overview={{ resume: null, under_way: [], next: [] }} kind="video" />, {
    answers: trainings,
  });
  expect(screen.getByRole('link', { name: 'Open the map' }).getAttribute('href')).toBe('/youtube');
});

const nothing: Progress = { progress: [], resume: null, locked_by_prerequisites: [] };

test.each([
  ['course', 'Completed', 'The courses that you have completed', 'Completed courses appear here'],
  ['video', 'Completed Courses', 'The video courses that you have completed', 'Completed video courses appear here.'],
] as const)('explains the empty list of completed courses: %s', async (kind, title, lead, emptyText) => {
  const answers = { ...trainings, 'GET /api/progress': nothing };
  await renderApp(<CompletedPage kind={kind} title={title} />, { answers, user: buildUser() });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(new RegExp(lead))).toBeTruthy();
  expect(await screen.findByText(new RegExp(emptyText))).toBeTruthy();
});

test('shows the promoted trainings in the order of the operator until they are completed', async () => {
  const deep = { ...terminal, slug: 'deep', name: 'Deep Water', tier: 2 as const };
  const deeper = { ...deep, slug: 'deeper', name: 'Deeper Water' };
  const trainings = [terminal, deep, deeper];
  const promo = ['deeper', 'gone', 'deep'];
  const { client, server } = await renderApp(<Specializations trainings={trainings} />, {
    answers: { 'GET /api/progress': nothing },
    features: { promo, preview: 'terminal' },
    user: buildUser(),
  });
  const region = await screen.findByRole('region', { name: 'Specializations' });
  const names = () =>
    within(region)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Deeper Water', 'Deep Water']);
  const preview = within(region).getByRole('link', { name: 'Free preview: Terminal' });
  expect(preview.getAttribute('href')).toBe('/courses/terminal');
  expect(within(region).getAllByText('Requires the Specialization tier')).toHaveLength(2);
  const all = { completed: ['a', 'b'], changed: [], flags_found: 0, total: 2, last_at: null, enrolled: true };
  server.change({ 'GET /api/progress': { ...nothing, progress: [{ training_slug: 'deeper', ...all }] } });
  await client.refetchQueries({ queryKey: ['GET /api/progress'] });
  await waitFor(() => expect(names()).toEqual(['Deep Water']));
});

test('renders nothing and sends no request if no training is promoted', async () => {
  const { container, server } = await renderApp(<Specializations trainings={[terminal]} />, { user: buildUser() });
  expect([container.textContent, server.calls]).toEqual(['', []]);
});
