import type { Overview, TrainingKind } from '@hexpedition/contract';
import type { createMapFacts } from '#features/maps/maps.public';
import { findResume, readWholeActivity } from '#features/progress/progress.public';
import type { Db } from '#platform/db/db';
import type { Viewer } from '#platform/http/viewer';
import { isFinished, readNextTrainings, readOwnTrainings } from './own-trainings.read-model.ts';
import { readRadar } from './radar.read-model.ts';
import { computeStreak } from './streak.policy.ts';

export interface OverviewDeps {
  db: Db;
  mapFacts: ReturnType<typeof createMapFacts>;
  /** Counts the notes that are due for review. */
  countDueReviews: (db: Db, userPk: number, now: Date) => Promise<number>;
}

export async function readOverview(
  { db, mapFacts, countDueReviews }: OverviewDeps,
  viewer: Viewer,
  kind: TrainingKind,
  now: Date,
): Promise<Overview> {
  const [own, map] = await Promise.all([readOwnTrainings(db, viewer.pk, kind), mapFacts(kind)]);
  const [resume, next, activity, radar, due_reviews] = await Promise.all([
    findResume(db, viewer, { kind }),
    readNextTrainings(db, viewer, kind, own, map),
    readWholeActivity(db, viewer.pk, now),
    readRadar(db, viewer.pk, kind, map),
    countDueReviews(db, viewer.pk, now),
  ]);
  return {
    resume,
    under_way: own
      .filter((training) => training.enrolled && !isFinished(training))
      .map(({ enrolled: _, recommended_next: __, ...training }) => training),
    finished: own.filter(isFinished).length,
    next,
    streak: computeStreak(
      activity.all.map(({ day }) => day),
      now.toISOString().slice(0, 10),
    ),
    activity: activity.recent,
    radar,
    due_reviews,
  };
}
