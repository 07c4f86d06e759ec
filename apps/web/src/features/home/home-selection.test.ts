import type { LabCard, Progress, TrainingCard } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { buildLabCard } from '#lib/testing/builders.ts';
import { completedTrainings, labsToTry, trainingsWithOpenFlags } from './home-selection.ts';

const training = (slug: string, continent = 'web', tier: TrainingCard['tier'] = 0): TrainingCard => ({
  slug,
  name: slug,
  term: '',
  continent,
  tier,
  icon: 'flag',
  summary: '',
  minutes: 10,
  subchapters: 4,
  flags: 0,
  drills: 0,
  labs: 0,
  points: 0,
  start: null,
  kind: 'course',
  requires: [],
  added_at: null,
});
const trainings = [training('shell', 'foundations'), training('http'), training('sql'), training('xss', 'web', 1)];
const entry = (training_slug: string, done: number, last_at: string): Progress['progress'][number] => ({
  training_slug,
  completed: Array.from({ length: done }, (_, index) => `l${index}`),
  changed: [],
  flags_found: 0,
  total: 4,
  last_at,
  enrolled: true,
});
const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

test('counts a training as completed once all its lessons are, and sorts the most recent first', () => {
  const progress = {
    progress: [entry('http', 4, '2026-01-01'), entry('sql', 3, '2026-02-01'), entry('shell', 4, '2026-03-01')],
    resume: null,
    locked_by_prerequisites: [],
  };
  expect(completedTrainings(trainings, progress).map(({ training }) => training.slug)).toEqual(['shell', 'http']);
});

test('suggests accessible unsolved labs, the easiest first', () => {
  const lab = (slug: string, difficulty: LabCard['difficulty'], tier: LabCard['tier'] = 0) =>
    buildLabCard({ slug, difficulty, tier });
  const labs = [lab('hard', 'hard'), lab('paid', 'easy', 2), lab('easy', 'easy'), lab('solved', 'easy')];
  expect(slugs(labsToTry(labs, new Map([['solved', 1]]), (tier) => tier === 0))).toEqual(['easy', 'hard']);
});

test('finds the completed trainings with open flags', () => {
  const withFlags = trainings.map((one) => ({ ...one, flags: 3 }));
  const progress = {
    progress: [
      { ...entry('http', 4, '2026-01-01'), flags_found: 1 },
      { ...entry('shell', 4, '2026-03-01'), flags_found: 3 },
      entry('sql', 2, '2026-02-01'),
    ],
    resume: null,
    locked_by_prerequisites: [],
  };
  expect(trainingsWithOpenFlags(withFlags, progress).map(({ training: { slug }, left }) => [slug, left])).toEqual([
    ['http', 2],
  ]);
});
