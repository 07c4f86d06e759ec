import type { TrainingProgress } from '@hexpedition/contract';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { trainingProgressQuery } from '../queries.public.ts';
import { keepProgress } from './keep-progress.ts';

const progress = (...completed: string[]): TrainingProgress => ({
  training_slug: 'http',
  completed,
  changed: [],
  flags_found: 0,
  total: 3,
  last_at: null,
  enrolled: true,
});

test('a finished lesson says how far its course is; a mark taken back, a repetition and the last lesson do not', async () => {
  const { client } = await renderApp(<Toaster />);
  const keep = (...completed: string[]) => act(async () => keepProgress(client, progress(...completed)));
  // What was done before is not known yet, so it is not new either.
  await keep('a');
  expect(screen.getByRole('status').textContent).toBe('');
  await keep('a', 'b');
  const told = 'Lesson finished: 2 of 3 in this course.';
  expect(screen.getByRole('status').textContent).toBe(told);
  await keep('a', 'b');
  await keep('a');
  await keep('a', 'b', 'c');
  expect(screen.getByRole('status').textContent).toBe(told);
  expect(client.getQueryData(trainingProgressQuery('http').queryKey)).toEqual(progress('a', 'b', 'c'));
});
