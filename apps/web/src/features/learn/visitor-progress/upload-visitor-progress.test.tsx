import type { FlagVerdict } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notesServer } from '#entities/note/testing.ts';
import {
  changeVisitorProgress,
  readVisitorProgress,
  type VisitorProgress,
} from '#entities/progress/visitor-progress.ts';
import { quizAnswersQuery, trainingProgressQuery } from '#entities/training/training-queries.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Toaster } from '#ui/toaster.tsx';
import SyncVisitorProgress from './sync-visitor-progress.tsx';

const endpoint = 'POST /api/subchapter/:slug/visit';
const answered_at = '2026-01-01T00:00:00.000Z';
const verdict = { correct: true, explanation_html: null, replies: [] };
const answer = { id: 'q', answer: ['b'], answered_at, ...verdict };
const visits: Record<string, VisitorProgress> = {
  one: { training: 'course', completed: 2, answers: { q: { ...answer, revision: 2 } } },
  two: { training: 'course', completed: 1 },
};
const progress = (...completed: string[]) => {
  return { training_slug: 'course', completed, changed: [], flags_found: 0, total: 3, last_at: null, enrolled: true };
};

async function logIn(answers: Answers, before: Record<string, VisitorProgress> = visits) {
  for (const [lesson, visit] of Object.entries(before)) changeVisitorProgress(lesson, () => visit);
  return renderApp(
    <>
      <SyncVisitorProgress />
      <Toaster />
    </>,
    { user: buildUser(), answers },
  );
}

test('moves the progress from the browser to the account at log-in', async () => {
  const done: string[] = [];
  const { server, client } = await logIn({
    [endpoint]: ({ params }) => {
      done.push(params.slug ?? '');
      return { progress: progress(...done), answers: params.slug === 'one' ? [answer] : [] };
    },
  });
  await waitFor(() => expect(readVisitorProgress()).toEqual({}));
  expect(server.callsOf(endpoint).map(({ params, body }) => [params.slug, body])).toEqual([
    ['one', { completed: { revision: 2 }, answers: [{ id: 'q', answer: ['b'], revision: 2, answered_at }] }],
    ['two', { completed: { revision: 1 }, answers: [] }],
  ]);
  // The cache is updated at once, so that no completed lesson looks open in between.
  expect(client.getQueryData(trainingProgressQuery('course').queryKey)).toEqual(progress('one', 'two'));
  expect(client.getQueryData(quizAnswersQuery('one').queryKey)).toEqual({ answers: [answer] });
  expect(localStorage.getItem('visit')).toBeNull();
});

test('hands in kept flags and drills, and says what the account has gained', async () => {
  const key = '0'.repeat(32);
  const wrong: FlagVerdict = { result: 'wrong', points: 0, flag: null, hint: null, rank: null, first: false };
  const { server } = await logIn(
    {
      [endpoint]: { progress: progress('one'), answers: [] },
      'POST /api/progress/:training/flags': ({ body }) =>
        body.flag === 'flag{x}' ? { ...wrong, result: 'right', points: 10, flag: { id: 'a', name: 'A' } } : wrong,
      'POST /api/subchapter/:slug/drill/:id/visitor': { correct: true, points: 3, reason: null },
    },
    {
      one: { training: 'course', completed: 1, flags: { a: { flag: 'flag{x}' }, b: { flag: 'flag{old}' } } },
      two: { training: 'course', drills: { undo: { key, answer: 'gull' } } },
    },
  );
  await waitFor(() => expect(readVisitorProgress()).toEqual({}));
  await screen.findByText('Saved to your account: 1 lesson, 1 flag, 1 drill, 13 points.');
  expect(server.callsOf('POST /api/progress/:training/flags').map(({ params, body }) => [params, body])).toEqual([
    [{ training: 'course' }, { subchapter: 'one', id: 'a', flag: 'flag{x}' }],
    [{ training: 'course' }, { subchapter: 'one', id: 'b', flag: 'flag{old}' }],
  ]);
  expect(server.callsOf('POST /api/subchapter/:slug/drill/:id/visitor')).toMatchObject([
    { params: { slug: 'two', id: 'undo' }, body: { key, answer: 'gull' } },
  ]);
});

test('keeps the flags that the server refuses for now, and drops those that it has accepted', async () => {
  const found = { points: 10, flag: { id: 'a', name: 'A' }, hint: null, rank: null, first: false };
  await logIn(
    {
      'POST /api/progress/:training/flags': ({ body }) =>
        body.id === 'a' ? { result: 'right', ...found } : rejection('too_many_requests'),
    },
    { one: { training: 'course', flags: { a: { flag: 'flag{a}' }, b: { flag: 'flag{b}' } } } },
  );
  await screen.findByText('Saved to your account: 1 flag, 10 points.');
  expect(readVisitorProgress()).toEqual({ one: { training: 'course', flags: { b: { flag: 'flag{b}' } } } });
});

test('keeps the progress when the upload fails, and retries later', async () => {
  const first = await logIn({ [endpoint]: rejection('too_many_requests') });
  await waitFor(() => expect(first.server.callsOf(endpoint)).toHaveLength(1));
  first.unmount();
  expect(readVisitorProgress()).toEqual(visits);
  await logIn({ [endpoint]: { progress: progress('one', 'two'), answers: [] } }, {});
  await waitFor(() => expect(readVisitorProgress()).toEqual({}));
});

test('retries a failed upload when the browser is online', async () => {
  const first = await logIn({ [endpoint]: rejection('too_many_requests') });
  await waitFor(() => expect(first.server.callsOf(endpoint)).toHaveLength(1));
  first.server.change({ [endpoint]: { progress: progress('one', 'two'), answers: [] } });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(readVisitorProgress()).toEqual({}));
});

test('keeps progress for a locked lesson, drops progress for a removed lesson, and uploads the rest', async () => {
  const { server } = await logIn(
    {
      [endpoint]: ({ params }) => {
        if (params.slug === 'one') return rejection('tier_required');
        if (params.slug === 'two') return rejection('not_found');
        return { progress: progress('three'), answers: [] };
      },
    },
    { ...visits, three: { training: 'course', completed: 1 } },
  );
  await waitFor(() => expect(Object.keys(readVisitorProgress())).toEqual(['one']));
  expect(server.callsOf(endpoint)).toHaveLength(3);
});

test('keeps progress that is made during an upload', async () => {
  let arrive: () => void = () => undefined;
  await logIn(
    { [endpoint]: () => new Promise((done) => (arrive = () => done({ progress: progress('two'), answers: [] }))) },
    { two: { training: 'course', completed: 1 } },
  );
  await waitFor(() => expect(arrive.length).toBe(0));
  changeVisitorProgress('two', (visit) => ({ training: 'course', ...visit, completed: 3 }));
  arrive();
  await new Promise((done) => setTimeout(done, 50));
  expect(readVisitorProgress()).toEqual({ two: { training: 'course', completed: 3 } });
});

test('merges the notes of the browser with those of the account', async () => {
  const server = notesServer('one');
  server.write({ what_i_learned: 'From the account.' });
  const mine = { what_i_learned: 'From the account.\nAnd from this browser.', did_not_understand: 'Why?', marks: [] };
  const base = { what_i_learned: '', did_not_understand: '', marks: [] };
  localStorage.setItem('notes:visitor:one:here', JSON.stringify({ mine, base }));
  await renderApp(<SyncVisitorProgress />, { user: buildUser(), answers: server.answers });
  await waitFor(() => expect(server.notes).toMatchObject({ ...mine }));
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('notes:'))).toEqual([]));
});

test('sends nothing without an account or without stored progress', async () => {
  changeVisitorProgress('one', () => visits.one);
  const { server, unmount } = await renderApp(<SyncVisitorProgress />);
  unmount();
  changeVisitorProgress('one', () => undefined);
  const member = await renderApp(<SyncVisitorProgress />, { user: buildUser() });
  await new Promise((done) => setTimeout(done, 50));
  expect([server.calls, member.server.calls]).toEqual([[], []]);
  expect(screen.queryByRole('alert')).toBeNull();
});
