import type { LabCard, Progress, TrainingCard, User } from '@hexpedition/contract';
import { reaches } from '#features/labs/reach.ts';

export interface UnderWay {
  training: TrainingCard;
  done: number;
  total: number;
}

/** Trainings that are begun and not finished, the latest first, beside the one that "Continue" leads to. */
export function underWay(trainings: readonly TrainingCard[], { progress, resume }: Progress): UnderWay[] {
  const bySlug = new Map(trainings.map((training) => [training.slug, training]));
  return progress
    .filter(({ completed, total }) => completed.length > 0 && completed.length < total)
    .filter(({ training_slug }) => training_slug !== resume?.training.slug)
    .sort((a, b) => (b.last_at ?? '').localeCompare(a.last_at ?? ''))
    .flatMap(({ training_slug, completed, total }) => {
      const training = bySlug.get(training_slug);
      return training ? [{ training, done: completed.length, total }] : [];
    });
}

/** What to begin next: not begun, within reach, and those beside what one does now first. */
export function toBegin(
  trainings: readonly TrainingCard[],
  { progress, resume }: Progress,
  user: User,
  count = 3,
): TrainingCard[] {
  const begun = new Set(progress.map(({ training_slug }) => training_slug));
  const latest = resume?.training.slug ?? progress[0]?.training_slug;
  const continent = trainings.find(({ slug }) => slug === latest)?.continent;
  const open = trainings.filter((training) => !begun.has(training.slug) && reaches(user, training.tier));
  const near = open.filter((training) => training.continent === continent);
  return [...near, ...open.filter((training) => training.continent !== continent)].slice(0, count);
}

const level = { easy: 0, medium: 1, hard: 2 } as const;

/** Labs that are not solved and within reach, the easiest first. */
export function labsToTry(
  labs: readonly LabCard[],
  found: ReadonlyMap<string, number>,
  user: User,
  count = 3,
): LabCard[] {
  return labs
    .filter((lab) => (found.get(lab.slug) ?? 0) < lab.flags && reaches(user, lab.tier))
    .sort((a, b) => level[a.difficulty] - level[b.difficulty])
    .slice(0, count);
}
