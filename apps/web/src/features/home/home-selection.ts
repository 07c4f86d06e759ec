import type { LabCard, Overview, Progress, TrainingCard } from '@hexpedition/contract';

/** Whether the learner has not started anything yet. Newcomers are shown where to start. */
export const isNewcomer = ({ finished, under_way, activity }: Overview): boolean =>
  finished === 0 && under_way.length === 0 && activity.length === 0;

export interface CompletedTraining {
  training: TrainingCard;
  last_at: string | null;
  changed: number;
}

/** Trainings whose lessons are all completed, the most recent first. */
export function completedTrainings(trainings: readonly TrainingCard[], { progress }: Progress): CompletedTraining[] {
  const bySlug = new Map(trainings.map((training) => [training.slug, training]));
  return progress
    .filter(({ completed, total }) => total > 0 && completed.length === total)
    .sort((a, b) => (b.last_at ?? '').localeCompare(a.last_at ?? ''))
    .flatMap(({ training_slug, last_at, changed }) => {
      const training = bySlug.get(training_slug);
      return training ? [{ training, last_at, changed: changed.length }] : [];
    });
}

/** Completed trainings with flags that the learner has not found, the most recent first. */
export function trainingsWithOpenFlags(
  trainings: readonly TrainingCard[],
  progress: Progress,
): { training: TrainingCard; left: number }[] {
  const found = new Map(progress.progress.map(({ training_slug, flags_found }) => [training_slug, flags_found]));
  return completedTrainings(trainings, progress)
    .map(({ training }) => ({ training, left: training.flags - (found.get(training.slug) ?? 0) }))
    .filter(({ left }) => left > 0);
}

const difficultyOrder = { easy: 0, medium: 1, hard: 2 } as const;

/** Unsolved labs that the learner's tier includes, the easiest first. */
export function labsToTry(
  labs: readonly LabCard[],
  found: ReadonlyMap<string, number>,
  reaches: (tier: number) => boolean,
  count = 3,
): LabCard[] {
  return labs
    .filter((lab) => (found.get(lab.slug) ?? 0) < lab.flags && reaches(lab.tier))
    .sort((a, b) => difficultyOrder[a.difficulty] - difficultyOrder[b.difficulty])
    .slice(0, count);
}
