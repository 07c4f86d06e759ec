import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { MetricsPage, type MetricsSearch } from './metrics-page.tsx';

const counted_at = '2026-11-22T06:00:00.000Z';
const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
const prefix = 'GET /api/admin/metrics';

const answers: Answers = {
  'GET /api/trainings': { trainings: [] },
  [`${prefix}/sign-ups`]: { counted_at, days: days.map((day, index) => ({ day, count: index * 2, before: 1 })) },
  [`${prefix}/active`]: { counted_at, days: days.map((day) => ({ day, in_day: 1, in_week: 2, in_month: 3 })) },
  [`${prefix}/funnel`]: {
    counted_at,
    steps: [
      { step: 'sign_up', learners: 6, median_seconds: null },
      { step: 'lesson', learners: 3, median_seconds: 360 },
      { step: 'flag', learners: 2, median_seconds: 7_200 },
      { step: 'lab', learners: 0, median_seconds: null },
    ],
  },
  [`${prefix}/labs`]: { counted_at, days: days.map((day) => ({ day, started: 0, solved: 0 })) },
  [`${prefix}/money`]: { counted_at, currency: null, currencies: [], days: [] },
};

const show = (search: MetricsSearch = {}, changes: Answers = {}) =>
  renderApp(<MetricsPage search={search} />, {
    user: buildUser({ is_superuser: true }),
    path: '/admin/metrics',
    answers: { ...answers, ...changes },
  });
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

test('describes charts in text, and moves their cursor with the arrow keys', async () => {
  const { person } = await show();
  const chart = await (await panel('Sign-ups')).findByRole('slider', { name: 'Sign-ups by day' });
  expect(chart.getAttribute('aria-valuetext')).toBe('22 Nov: Sign-ups 4, before 1');
  chart.focus();
  await person.keyboard('{ArrowLeft}');
  expect(chart.getAttribute('aria-valuetext')).toBe('21 Nov: Sign-ups 2, before 1');
  expect((await panel('From sign-up to first lab')).getByText('median 6 min')).toBeTruthy();
  expect((await panel('Labs')).getByText('No labs were started in this period.')).toBeTruthy();
  expect((await panel('Revenue')).getByText('No sales yet.')).toBeTruthy();
});

test('switches one panel to its table, and all panels with the URL', async () => {
  const { person, path } = await show();
  const signUps = await panel('Sign-ups');
  await person.click(await signUps.findByRole('button', { name: 'Sign-ups as a table' }));
  expect(signUps.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Day', 'Sign-ups', 'Previous period'],
  ]);
  await person.click(screen.getByRole('button', { name: 'Tables' }));
  await waitFor(() => expect(path()).toBe('/admin/metrics?view=tables'));
  await person.click(screen.getByRole('button', { name: '90 days' }));
  await waitFor(() => expect(path()).toContain('days=90'));
});

test('keeps the other panels when one does not load', async () => {
  await show({}, { [`${prefix}/active`]: rejection('unavailable', { msg: 'Too busy.' }) });
  expect((await (await panel('Active learners')).findByRole('alert')).textContent).toContain('Too busy.');
  expect(await (await panel('Sign-ups')).findByRole('slider')).toBeTruthy();
});

test('shows the drop-off and the times of a course, and links to its feedback', async () => {
  const lesson = { slug: 'the-first-quote', name: 'The first quote' };
  const training = { slug: 'sql-injection', name: 'SQL Injection' };
  await show(
    { training: training.slug },
    {
      [`${prefix}/drop-off`]: { counted_at, training, began: 10, lessons: [{ ...lesson, finished: 6 }] },
      [`${prefix}/times`]: {
        ...{ counted_at, training, whole: { learners: 0, fast: null, median: null, slow: null } },
        lessons: [{ ...lesson, planned_minutes: 10, learners: 6, fast: 300, median: 720, slow: 900 }],
      },
      [`${prefix}/feedback`]: {
        ...{ counted_at, training },
        lessons: [{ ...lesson, given: 4, slow: 1, right: 2, fast: 1, rated: 4, rating: 3.5, texts: 2 }],
      },
    },
  );
  const dropOff = await panel('Drop-off per lesson');
  expect(await dropOff.findByText('-40%')).toBeTruthy();
  expect(dropOff.getByText('6 of 10', { exact: false })).toBeTruthy();
  expect(await (await panel('Completion times')).findByText('12 min')).toBeTruthy();
  const link = await (await panel('Feedback')).findByRole('link', { name: '2 comments on The first quote' });
  expect(link.getAttribute('href')).toBe('/admin/feedback?training=sql-injection&subchapter=the-first-quote');
});
