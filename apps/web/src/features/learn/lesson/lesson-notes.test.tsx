import type { Training } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildLesson, notesServer } from '#entities/note/testing.ts';
import { visitorKey } from '#entities/note/visitor-key.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { LessonNotes } from './lesson-notes.tsx';

const training = { slug: 'web-basics', tier: 0, requires: [], chapters: [] } as unknown as Training;
const place = () => (matchMedia('(width >= 1340px)').matches ? 'sidebar' : 'article');
const notes = (slug: string, changes = {}) => (
  <LessonNotes lesson={{ ...buildLesson(slug), ...changes }} training={training} place={place()} />
);
const learned = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What I learned' });

test('stores a visitor’s notes in this browser, and deletes them when they are empty', async () => {
  const { person, server, unmount } = await renderApp(notes('first'));
  await person.click(await screen.findByRole('button', { name: 'Write notes' }));
  const field = await learned();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await person.type(field, 'Ask first.');
  unmount();

  await renderApp(notes('first'));
  const restored = await learned();
  expect(restored.value).toBe('Ask first.');
  await person.clear(restored);
  expect(localStorage.getItem(visitorKey('first'))).toBeNull();
  expect(server.calls).toEqual([]);
});

test('shows a learner’s notes at once, and not those of a visitor', async () => {
  localStorage.setItem(visitorKey('second'), JSON.stringify({ mine: { what_i_learned: 'Of a visitor.' }, base: {} }));
  await renderApp(notes('second'), {
    user: buildUser(),
    answers: {
      ...notesServer('second', { what_i_learned: 'Of Mara.', updated_at: '2026-01-01T00:00:00.000Z' }).answers,
      'GET /api/progress/:training': {
        training_slug: 'web-basics',
        completed: [],
        changed: [],
        flags_found: 0,
        total: 1,
        last_at: null,
        enrolled: false,
      },
    },
  });
  expect((await learned()).value).toBe('Of Mara.');
});

test('shows no notes editor on a locked lesson', async () => {
  await renderApp(notes('third', { locked: { reason: 'tier', prerequisites: [], tier: 1 } }));
  expect(screen.queryByRole('button')).toBeNull();
});
