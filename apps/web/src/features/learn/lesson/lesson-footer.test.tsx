import type { Module, Subchapter, Training, TrainingProgress } from '@hexpedition/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readVisitorProgress } from '#entities/progress/visitor-progress.ts';
import { networkError } from '#lib/api-error.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LessonFooter } from './lesson-footer.tsx';

const slugs = ['one', 'two', 'three'];
const nameOf = (slug: string) => `Lesson ${slug}`;
const training = {
  slug: 'course',
  name: 'Course',
  tier: 0,
  requires: [],
  recommended_next: [],
  subchapters: 3,
  icon: 'compass',
  continent: 'web',
  chapters: [
    {
      slug: 'part',
      name: 'Part',
      subchapters: slugs.map((slug) => ({ slug, name: nameOf(slug), minutes: 5, flags: 0, drills: 0, labs: [] })),
    },
  ],
} as unknown as Training;

const quiz = (id: string): Module => ({ kind: 'quiz', id, answer_kind: 'free', question_html: id, options: [] });

function lesson(slug: string, changes: Partial<Subchapter> = {}): Subchapter {
  const neighbour = (at: number) => {
    const other = slugs[at];
    return other === undefined ? null : { chapter: 'part', slug: other, name: nameOf(other) };
  };
  const at = slugs.indexOf(slug);
  return {
    slug,
    name: nameOf(slug),
    summary: '',
    minutes: 5,
    revision: 2,
    training: { slug: 'course', name: 'Course', tier: 0, continent: 'web', continent_name: 'Web' },
    chapter: { slug: 'part', name: 'Part' },
    position: { at: at + 1, of: 3 },
    previous: neighbour(at - 1),
    next: neighbour(at + 1),
    locked: null,
    modules: [],
    ...changes,
  };
}

/** Renders the end of a lesson, with a server that stores the completions. */
async function show(
  slug: string,
  { done = [] as string[], member = true, changes = {}, answers = {} as Answers } = {},
) {
  const completed = new Set(done);
  const progress = (): TrainingProgress => ({
    training_slug: 'course',
    completed: [...completed],
    changed: [],
    flags_found: 0,
    total: 3,
    last_at: null,
    enrolled: true,
  });
  const shown = await renderApp(<LessonFooter lesson={lesson(slug, changes)} training={training} />, {
    ...(member && { user: buildUser() }),
    path: `/courses/course/part/${slug}`,
    answers: {
      'GET /api/trainings': { trainings: [] },
      'GET /api/progress': { progress: [], resume: null, locked_by_prerequisites: [] },
      'GET /api/progress/:training/flags': { flags: [] },
      'GET /api/account/leaderboard': {
        entries: [],
        next_cursor: null,
        of: 0,
        period: null,
        me: null,
        neighbours: [],
      },
      ...(member && {
        'GET /api/progress/:training': progress,
        'POST /api/progress/:training': ({ body }) => {
          if (body.completed) completed.add(body.subchapter);
          else completed.delete(body.subchapter);
          return progress();
        },
        'GET /api/subchapter/:slug/feedback': {
          subchapter: slug,
          pace: null,
          rating: null,
          text: '',
          updated_at: null,
        },
        'GET /api/subchapter/:slug/notes': rejection('not_found'),
      }),
      ...answers,
    },
  });
  return { ...shown, completed };
}

const button = (name: RegExp) => screen.findByRole('button', { name });

test('completes the lesson and opens the next one with one click', async () => {
  const { person, path, completed } = await show('one');
  await person.click(await button(/Mark as complete.*Next: Lesson two/));
  await waitFor(() => expect(path()).toBe('/courses/course/part/two'));
  expect([...completed]).toEqual(['one']);
});

test('the N key opens the next lesson and completes nothing', async () => {
  const { path, server } = await show('one');
  await button(/Mark as complete/);
  fireEvent.keyDown(document.body, { key: 'n' });
  await waitFor(() => expect(path()).toBe('/courses/course/part/two'));
  expect(server.callsOf('POST /api/progress/:training')).toEqual([]);
});

test('the C key completes an open lesson and opens the next one', async () => {
  const { path, completed } = await show('one');
  await button(/Mark as complete/);
  fireEvent.keyDown(document.body, { key: 'c' });
  await waitFor(() => expect(path()).toBe('/courses/course/part/two'));
  expect([...completed]).toEqual(['one']);
});

test('stores the completion locally while the server is unreachable', async () => {
  const answers: Answers = {
    'POST /api/progress/:training': () => {
      throw networkError();
    },
  };
  // This is the last open lesson, so the page stays.
  const { person } = await show('three', { done: ['one', 'two'], answers });
  await person.click(await button(/Mark as complete/));
  await screen.findByText(/Your progress is saved in this browser/);
  await screen.findByText('Completed');
  expect(readVisitorProgress()).toEqual({ three: { training: 'course', completed: 2 } });
});

test('a completed lesson links to the next one, and can be marked as incomplete', async () => {
  const { person, completed } = await show('one', { done: ['one'] });
  expect((await screen.findByRole('link', { name: /Next.*Lesson two/ })).getAttribute('href')).toBe(
    '/courses/course/part/two',
  );
  await person.click(await button(/^Mark as incomplete$/));
  await screen.findByText('Not completed yet');
  expect([...completed]).toEqual([]);
});

test('the last lesson links to the remaining lessons', async () => {
  const { person, path, unmount } = await show('three', { done: ['one'] });
  await person.click(await button(/Mark as complete.*1 lesson remaining: Lesson two/));
  await waitFor(() => expect(path()).toBe('/courses/course/part/two'));
  unmount();
  await show('three', { done: ['three'] });
  const link = await screen.findByRole('link', { name: /2 lessons remaining: Lesson one/ });
  expect(link.getAttribute('href')).toBe('/courses/course/part/one');
});

test('completing the last open lesson completes the course and shows the celebration', async () => {
  const { person, path } = await show('two', { done: ['one', 'three'] });
  await person.click(await button(/Mark as complete.*Finish Course/));
  const heading = await screen.findByRole('heading', { name: 'You completed Course' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(path()).toBe('/courses/course/part/two');
});

test('shows an error and stays on the lesson when saving fails', async () => {
  const { person, path } = await show('one', {
    answers: { 'POST /api/progress/:training': rejection('too_many_requests', { msg: 'Wait a moment.' }) },
  });
  await person.click(await button(/Mark as complete/));
  await screen.findByText('Wait a moment.');
  expect(path()).toBe('/courses/course/part/one');
});

test('stores the completions of a visitor in this browser, and shows that', async () => {
  const first = await show('one', { member: false });
  expect(screen.queryByText(/Kept in this browser/)).toBeNull();
  await first.person.click(await button(/Mark as complete/));
  await waitFor(() => expect(first.path()).toBe('/courses/course/part/two'));
  expect(readVisitorProgress()).toEqual({ one: { training: 'course', completed: 2 } });
  first.unmount();

  const secondVisit = await show('one', { member: false });
  await screen.findByText('Completed');
  const account = screen.getByRole('link', { name: 'Create an account' });
  expect(account.getAttribute('href')).toBe('/signup?next=%2Fcourses%2Fcourse%2Fpart%2Fone');
  await secondVisit.person.click(await button(/^Mark as incomplete$/));
  await screen.findByText('Not completed yet');
  expect(readVisitorProgress()).toEqual({});
  expect(secondVisit.server.calls).toEqual([]);
});

test('asks a visitor to read a lesson again that has changed', async () => {
  localStorage.setItem('visit', JSON.stringify({ one: { training: 'course', completed: 1 } }));
  const { person } = await show('one', { member: false });
  await screen.findByText('This lesson has changed since you completed it.');
  await person.click(await button(/Mark as read again/));
  expect(readVisitorProgress().one?.completed).toBe(2);
});

test('asks for an account when the browser cannot store the progress', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, clear: () => undefined });
  const { person, path } = await show('one', { member: false });
  await person.click(await button(/Mark as complete/));
  await screen.findByText(/This browser cannot store your progress/);
  expect(path()).toBe('/courses/course/part/one');
});

test('shows how many questions are answered, and links to the first open one', async () => {
  const answer = { answer: ['x'], answered_at: '2026-01-01T00:00:00.000Z', explanation_html: null, replies: [] };
  await show('one', {
    changes: { modules: ['a', 'b', 'c'].map(quiz) },
    answers: {
      'GET /api/subchapter/:slug/quizzes': {
        answers: [
          { id: 'a', correct: true, ...answer },
          { id: 'b', correct: false, ...answer },
        ],
      },
    },
  });
  const link = await screen.findByRole('link', { name: '1 of 3 answered' });
  expect(link.getAttribute('href')).toBe('#quiz-b');
});

test('shows only navigation on a locked lesson', async () => {
  const locked = { reason: 'tier', prerequisites: [], tier: 1 } as unknown as Subchapter['locked'];
  await show('one', { member: false, changes: { locked } });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: /Next.*Lesson two/ })).toBeTruthy();
});
