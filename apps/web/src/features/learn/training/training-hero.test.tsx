import type { Training } from '@hexpedition/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TrainingProgress } from '#entities/progress/training-progress.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { TrainingHero } from './training-hero.tsx';

const training = {
  ...{ slug: 'radio', name: 'Radio Signals', term: '', summary: '', tier: 0, icon: 'compass', continent: 'web' },
  ...{
    subchapters: 3,
    minutes: 40,
    flags: 0,
    drills: 0,
    labs: 0,
    points: 0,
    kind: 'course',
    requires: [],
    chapters: [],
  },
} as unknown as Training;

test.each([
  ['radio', 1],
  ['other', 0],
])('marks the course "radio" as the free preview if the preview is "%s"', async (preview, count) => {
  await renderApp(<TrainingHero training={training} progress={new TrainingProgress(undefined)} />, {
    features: { preview },
  });
  expect(screen.queryAllByText('Free preview')).toHaveLength(count);
});
