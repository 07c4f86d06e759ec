import type { DueNotes } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { ReviewsPage } from './reviews-page.tsx';

type DueCard = DueNotes['cards'][number];

const card = (slug: string, what_i_learned: string, did_not_understand = ''): DueCard => ({
  subchapter: {
    slug,
    name: `Lesson ${slug}`,
    summary: '',
    training: { slug: 'web-basics', name: 'Web basics' },
    path: `/courses/web-basics/one/${slug}`,
  },
  what_i_learned,
  did_not_understand,
  updated_at: '2026-01-01T00:00:00.000Z',
  due: '2026-01-02T00:00:00.000Z',
  reps: 1,
  days: { again: 1, hard: 2, good: 4, easy: 9 },
});

/** Renders the page with a fake server that has these cards. An answered card is no longer due. */
async function openReviews(cards: DueCard[], next_at: string | null = null) {
  const server = { cards };
  const due = (): DueNotes => ({ cards: server.cards, total: server.cards.length, next_at, next_cursor: null });
  const app = await renderApp(<ReviewsPage />, {
    user: buildUser(),
    path: '/reviews',
    answers: {
      'GET /api/notes/due': due,
      'POST /api/notes/review': ({ body }) => {
        server.cards = server.cards.filter(({ subchapter }) => subchapter.slug !== body?.subchapter);
        return { subchapter: body?.subchapter ?? '', due: '2026-01-06T00:00:00.000Z', counted: true };
      },
    },
  });
  return { ...app, due: server };
}
const answered = ({ server }: Awaited<ReturnType<typeof openReviews>>) =>
  server.callsOf('POST /api/notes/review').map(({ body }) => `${body?.subchapter} ${body?.rating}`);

test('shows notes one at a time with the keyboard: first the name, then the notes', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const app = await openReviews([card('one', 'First thing.'), card('two', 'Second thing.')], tomorrow);
  const { person } = app;
  expect(await screen.findByText('1 of 2')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Lesson one' }));
  expect(screen.queryByText('First thing.')).toBeNull();
  // A rating before the notes are shown is ignored.
  await person.keyboard('3');
  expect(answered(app)).toEqual([]);
  await person.keyboard(' ');
  expect(screen.getByText('First thing.')).toBeTruthy();
  await person.keyboard('3');
  expect(await screen.findByText('2 of 2')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Lesson two' }));
  await person.keyboard(' ');
  await person.keyboard('4');
  expect(await screen.findByText('2 reviews done')).toBeTruthy();
  expect(screen.getByText('The next review is tomorrow.')).toBeTruthy();
  expect(answered(app)).toEqual(['one good', 'two easy']);
});

test('turns an open question into a part of what was learned', async () => {
  const { person, server, due } = await openReviews([card('one', 'First thing.', 'First question.')]);
  server.change({
    'POST /api/subchapter/:slug/notes': ({ body }) => {
      due.cards = [{ ...card('one', body?.what_i_learned ?? ''), updated_at: '2026-01-03T00:00:00.000Z' }];
      return {
        subchapter: 'one',
        what_i_learned: body?.what_i_learned ?? '',
        did_not_understand: '',
        marks: [],
        published: false,
        hidden: false,
        updated_at: '2026-01-03T00:00:00.000Z',
        snoozed_until: null,
      };
    },
  });
  await person.click(await screen.findByRole('button', { name: /Show my notes/ }));
  await person.click(screen.getByRole('button', { name: 'I understand it now' }));
  await waitFor(() => expect(screen.queryByText('Still open')).toBeNull());
  expect(screen.getByText('First question.')).toBeTruthy();
  expect(server.callsOf('POST /api/subchapter/:slug/notes').map(({ body }) => body)).toEqual([
    { what_i_learned: 'First thing.\n\nFirst question.', did_not_understand: '', base: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('shows the next card if one was answered in another tab', async () => {
  const { person, server, due } = await openReviews([card('one', 'First.'), card('two', 'Second.')]);
  server.change({ 'POST /api/notes/review': rejection('conflict') });
  await person.click(await screen.findByRole('button', { name: /Show my notes/ }));
  due.cards = due.cards.slice(1);
  await person.click(screen.getByRole('button', { name: /Good/ }));
  expect(await screen.findByRole('heading', { name: 'Lesson two' })).toBeTruthy();
  expect(screen.getByText('1 of 1')).toBeTruthy();
});

test('shows a message if no card is due', async () => {
  await openReviews([]);
  expect(await screen.findByText('No reviews yet')).toBeTruthy();
});
