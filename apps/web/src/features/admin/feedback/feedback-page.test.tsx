import type { FeedbackMetrics, TrainingCard } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import type { Answers } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { FeedbackPage, type FeedbackSearch } from './feedback-page.tsx';

const training = (slug: string, name: string): TrainingCard => ({
  ...{ slug, name, term: '', continent: 'web', tier: 0, icon: '', summary: '', minutes: 1, subchapters: 1 },
  ...{ flags: 0, drills: 0, labs: 0, points: 0, start: null, kind: 'course', requires: [], added_at: null },
});
const lesson = (
  slug: string,
  given: number,
  rated: number,
  rating: number | null,
): FeedbackMetrics['lessons'][number] => ({
  ...{ slug, name: slug.toUpperCase(), given, slow: 1, right: 2, fast: 0, rated, rating, texts: 1 },
});
const answers: Answers = {
  'GET /api/trainings': { trainings: [training('xss', 'Names that run'), training('rsa', 'RSA by Hand')] },
  'GET /api/admin/metrics/feedback': {
    counted_at: '2026-11-22T06:00:00.000Z',
    training: { slug: 'xss', name: 'Names that run' },
    lessons: [lesson('tags', 3, 3, 4), lesson('quotes', 2, 1, 2), lesson('silent', 0, 0, null)],
  },
  'GET /api/admin/feedback': { feedback: [], next_cursor: null },
};
const show = (search: FeedbackSearch) =>
  renderApp(<FeedbackPage search={search} />, { user: buildUser({ is_superuser: true }), answers });
const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextSibling?.textContent;

test('filters by course and shows the totals of its feedback', async () => {
  const { person, rerender, path } = await show({});
  await screen.findByText('No feedback yet');
  await screen.findByRole('option', { name: 'Names that run' });
  await person.selectOptions(screen.getByLabelText('Course'), 'Names that run');
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  expect(path()).toBe('/admin/feedback?training=xss');
  rerender(<FeedbackPage search={{ training: 'xss' }} />);
  expect(await figure('Answers')).toBe('5');
  expect(await figure('Rating')).toBe('3.5 of 5');
  expect(await figure('Right pace')).toBe('6');
});

test('shows the figures of a lesson, and drops the lesson when the course changes', async () => {
  const { person, path } = await show({ training: 'xss', subchapter: 'silent' });
  expect(await figure('Rating')).toBe('–');
  await screen.findByRole('link', { name: 'Clear filter' });
  await screen.findByRole('option', { name: 'RSA by Hand' });
  await person.selectOptions(screen.getByLabelText('Course'), 'rsa');
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  expect(path()).toBe('/admin/feedback?training=rsa');
});
