import { expect, test } from 'vitest';
import { actionOf, lessonsOf, TrainingProgress } from './training-progress.ts';

const line = (slug: string) => ({ slug, name: slug.toUpperCase(), minutes: 5, flags: 0, labs: [] });
const training = {
  chapters: [
    { slug: 'reflected', name: 'Reflected', training: 'xss', subchapters: [line('a'), line('b')] },
    { slug: 'stored', name: 'Stored', training: 'xss', subchapters: [line('c')] },
  ],
};
const done = (...completed: string[]) => new TrainingProgress({ completed, changed: [] });

test('lessons stand in order, each with its chapter', () => {
  expect(lessonsOf(training).map(({ chapter, slug }) => `${chapter}/${slug}`)).toEqual([
    'reflected/a',
    'reflected/b',
    'stored/c',
  ]);
});

test('a visitor starts, a learner continues at the first gap, and all done means review', () => {
  expect(actionOf(training, new TrainingProgress(undefined))).toMatchObject({ verb: 'Start', lesson: { slug: 'a' } });
  expect(actionOf(training, done('a', 'c'))).toMatchObject({ verb: 'Continue', lesson: { slug: 'b' } });
  expect(actionOf(training, done('a', 'b', 'c'))).toMatchObject({ verb: 'Review', lesson: { slug: 'a' } });
});

test('a training above the tier can be looked at, and its steps are locked', () => {
  const locked = new TrainingProgress(undefined, true);
  expect(actionOf(training, locked)).toMatchObject({ verb: 'Look inside', lesson: { slug: 'a' } });
  expect(['a', 'b'].map((slug) => locked.step(slug, 'a'))).toEqual(['current', 'locked']);
});

test('a training without lessons has nothing to do', () => {
  expect(actionOf({ chapters: [] }, done())).toBeUndefined();
});

test('lessons that are gone do not count', () => {
  expect(done('a', 'gone').count(lessonsOf(training))).toBe(1);
});

test('a step is changed, done, current or open', () => {
  const progress = new TrainingProgress({ completed: ['a', 'b'], changed: ['b'] });
  expect(['a', 'b', 'c', 'd'].map((slug) => progress.step(slug, 'c'))).toEqual(['done', 'changed', 'current', 'open']);
});
