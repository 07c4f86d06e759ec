import type { TrainingProgress } from '@hexpedition/contract';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { trainingProgressQuery } from '../training/training-queries.ts';
import { storeProgress } from './store-progress.ts';

const progress = (...completed: string[]): TrainingProgress => ({
  training_slug: 'http',
  completed,
  changed: [],
  flags_found: 0,
  total: 3,
  last_at: null,
  enrolled: true,
});

test('shows the course progress after a completed lesson, but not for an undo, a repetition or the last lesson', async () => {
  const { client } = await renderApp(<Toaster />);
  const store = (...completed: string[]) => act(async () => storeProgress(client, progress(...completed)));
  // The earlier progress is not loaded yet, so the lesson does not count as newly completed.
  await store('a');
  expect(screen.getByRole('status').textContent).toBe('');
  await store('a', 'b');
  const message = 'Lesson completed: 2 of 3 in this course.';
  expect(screen.getByRole('status').textContent).toBe(message);
  await store('a', 'b');
  await store('a');
  await store('a', 'b', 'c');
  expect(screen.getByRole('status').textContent).toBe(message);
  expect(client.getQueryData(trainingProgressQuery('http').queryKey)).toEqual(progress('a', 'b', 'c'));
});
