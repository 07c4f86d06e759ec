import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notesServer } from '#features/notes/testing.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { quizAnswersQuery, trainingProgressQuery } from '../queries.public.ts';
import TakeOverVisits from './take-over-visits.tsx';
import { changeVisit, readVisits, type Visit } from './visits.public.ts';

const endpoint = 'POST /api/subchapter/:slug/visit';
const answered_at = '2026-01-01T00:00:00.000Z';
const verdict = { correct: true, explanation_html: null, replies: [] };
const answer = { id: 'q', answer: ['b'], answered_at, ...verdict };
const visits: Record<string, Visit> = {
  one: { training: 'course', completed: 2, answers: { q: { ...answer, revision: 2 } } },
  two: { training: 'course', completed: 1 },
};
const progress = (...completed: string[]) => {
  return { training_slug: 'course', completed, changed: [], flags_found: 0, total: 3, last_at: null, enrolled: true };
};

async function enter(answers: Answers, before: Record<string, Visit> = visits) {
  for (const [lesson, visit] of Object.entries(before)) changeVisit(lesson, () => visit);
  return renderApp(<TakeOverVisits />, { user: buildUser(), answers });
}

test('whoever signs in gets what was done here, and it is gone from the browser', async () => {
  const done: string[] = [];
  const { server, client } = await enter({
    [endpoint]: ({ params }) => {
      done.push(params.slug ?? '');
      return { progress: progress(...done), answers: params.slug === 'one' ? [answer] : [] };
    },
  });
  await waitFor(() => expect(readVisits()).toEqual({}));
  expect(server.callsOf(endpoint).map(({ params, body }) => [params.slug, body])).toEqual([
    ['one', { completed: { revision: 2 }, answers: [{ id: 'q', answer: ['b'], revision: 2, answered_at }] }],
    ['two', { completed: { revision: 1 }, answers: [] }],
  ]);
  // The page knows at once: nothing that was done looks undone in between.
  expect(client.getQueryData(trainingProgressQuery('course').queryKey)).toEqual(progress('one', 'two'));
  expect(client.getQueryData(quizAnswersQuery('one').queryKey)).toEqual({ answers: [answer] });
  expect(localStorage.getItem('visit')).toBeNull();
});

test('nothing is lost when the server cannot be reached, and it is tried again', async () => {
  const first = await enter({ [endpoint]: refusal('too_many_requests') });
  await waitFor(() => expect(first.server.callsOf(endpoint)).toHaveLength(1));
  first.unmount();
  expect(readVisits()).toEqual(visits);
  await enter({ [endpoint]: { progress: progress('one', 'two'), answers: [] } }, {});
  await waitFor(() => expect(readVisits()).toEqual({}));
});

test('what could not be sent is sent when the connection is back', async () => {
  const first = await enter({ [endpoint]: refusal('too_many_requests') });
  await waitFor(() => expect(first.server.callsOf(endpoint)).toHaveLength(1));
  first.server.change({ [endpoint]: { progress: progress('one', 'two'), answers: [] } });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(readVisits()).toEqual({}));
});

test('a lesson that is locked waits, one that is gone is forgotten, and the others are taken over', async () => {
  const { server } = await enter(
    {
      [endpoint]: ({ params }) => {
        if (params.slug === 'one') return refusal('tier_required');
        if (params.slug === 'two') return refusal('not_found');
        return { progress: progress('three'), answers: [] };
      },
    },
    { ...visits, three: { training: 'course', completed: 1 } },
  );
  await waitFor(() => expect(Object.keys(readVisits())).toEqual(['one']));
  expect(server.callsOf(endpoint)).toHaveLength(3);
});

test('what is done while it is on its way stays for the next time', async () => {
  let arrive: () => void = () => undefined;
  await enter(
    { [endpoint]: () => new Promise((done) => (arrive = () => done({ progress: progress('two'), answers: [] }))) },
    { two: { training: 'course', completed: 1 } },
  );
  await waitFor(() => expect(arrive.length).toBe(0));
  changeVisit('two', (visit) => ({ training: 'course', ...visit, completed: 3 }));
  arrive();
  await new Promise((done) => setTimeout(done, 50));
  expect(readVisits()).toEqual({ two: { training: 'course', completed: 3 } });
});

test('notes that were written here are saved with the account’s own, and neither is lost', async () => {
  const server = notesServer('one');
  server.write({ what_i_learned: 'Of the account.' });
  const mine = { what_i_learned: 'Of the account.\nAnd of this browser.', did_not_understand: 'Why?', marks: [] };
  const base = { what_i_learned: '', did_not_understand: '', marks: [] };
  localStorage.setItem('notes:visitor:one:here', JSON.stringify({ mine, base }));
  await renderApp(<TakeOverVisits />, { user: buildUser(), answers: server.answers });
  await waitFor(() => expect(server.notes).toMatchObject({ ...mine }));
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('notes:'))).toEqual([]));
});

test('nobody is asked anything without an account, or with nothing to give', async () => {
  changeVisit('one', () => visits.one);
  const { server, unmount } = await renderApp(<TakeOverVisits />);
  unmount();
  changeVisit('one', () => undefined);
  const member = await renderApp(<TakeOverVisits />, { user: buildUser() });
  await new Promise((done) => setTimeout(done, 50));
  expect([server.calls, member.server.calls]).toEqual([[], []]);
  expect(screen.queryByRole('alert')).toBeNull();
});
