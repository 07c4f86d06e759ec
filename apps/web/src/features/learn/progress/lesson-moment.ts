import type { TrainingProgress as ProgressAnswer } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#ui/toast.ts';
import { trainingQuery } from '../queries.public.ts';
import { lessonsOf, TrainingProgress } from './training-progress.ts';

/**
 * Says that a lesson is finished, and how far its training is: by then the learner reads the next one. The end of a
 * training has a panel of its own (`training-done.tsx`), and so has a test that finishes many lessons at once.
 */
export function tellOfLesson(client: QueryClient, before: ProgressAnswer, now: ProgressAnswer): void {
  const training = client.getQueryData(trainingQuery(now.training_slug).queryKey);
  if (!training) return;
  const lessons = lessonsOf(training);
  const progress = new TrainingProgress(now);
  const [finished, ...others] = lessons.filter(({ slug }) => progress.has(slug) && !before.completed.includes(slug));
  if (!finished || others.length > 0 || progress.next(lessons) === undefined) return;
  toast(
    `“${finished.name}” is finished: ${progress.count(lessons)} of ${lessons.length} lessons of ${training.name}.`,
    'good',
  );
}
