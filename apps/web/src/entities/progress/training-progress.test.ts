import { expect, test } from 'vitest';
import { actionOf, lessonsOf, TrainingProgress } from './training-progress.ts';

const line = (slug: string) => ({ slug, name: slug.toUpperCase(), minutes: 5, flags: 0, drills: 0, labs: [] });
const training = {
  chapters: [
    { slug: 'reflected', name: 'Reflected', training: 'xss', subchapters: [line('a'), line('b')] },
    { slug: 'stored', name: 'Stored', training: 'xss', subchapters: [line('c')] },
  ],
};
const done = (...completed: string[]) => new TrainingProgress({ completed, changed: [] });

test('lists lessons in order with their chapters', () => {
  expect(lessonsOf(training).map(({ chapter, slug }) => `${chapter}/${slug}`)).toEqual([
    'reflected/a',
    'reflected/b',
    'stored/c',
  ]);
});

test('offers to start, to continue at the first open lesson, or to review', () => {
  expect(actionOf(training, new TrainingProgress(undefined))).toMatchObject({ verb: 'Start', lesson: { slug: 'a' } });
  expect(actionOf(training, done('a', 'c'))).toMatchObject({ verb: 'Continue', lesson: { slug: 'b' } });
  expect(actionOf(training, done('a', 'b', 'c'))).toMatchObject({ verb: 'Review', lesson: { slug: 'a' } });
});

test('offers to look inside a locked training, and marks its lessons as locked', () => {
  const locked = new TrainingProgress(undefined, true);
  expect(actionOf(training, locked)).toMatchObject({ verb: 'Look inside', lesson: { slug: 'a' } });
  expect(['a', 'b'].map((slug) => locked.stateOf(slug, 'a'))).toEqual(['current', 'locked']);
});

test('offers no action for a training without lessons', () => {
  expect(actionOf({ chapters: [] }, done())).toBeUndefined();
});

test('does not count removed lessons', () => {
  expect(done('a', 'gone').count(lessonsOf(training))).toBe(1);
});

test('a lesson is changed, done, current or open', () => {
  const progress = new TrainingProgress({ completed: ['a', 'b'], changed: ['b'] });
  expect(['a', 'b', 'c', 'd'].map((slug) => progress.stateOf(slug, 'c'))).toEqual([
    'done',
    'changed',
    'current',
    'open',
  ]);
});
