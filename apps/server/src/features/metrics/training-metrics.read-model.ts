import type { DropOffMetrics, FeedbackMetrics, Spread, TimeMetrics } from '@hexpedition/contract';
import { sql } from 'kysely';
import { anyOf, type Db } from '#platform/db/db';
import type { Database } from '#platform/db/schema';
import { AppError } from '#platform/errors';
import { periodOf } from './metrics-period.ts';
import { readCountedAt } from './rollup-time.read-model.ts';
import { quantile, type TimeBucket } from './time-buckets.ts';

type Metric = Database['metric_totals']['metric'];

/** @throws AppError not_found */
export async function readDropOff(db: Db, slug: string, length: number, now: Date): Promise<DropOffMetrics> {
  const { training, lessons } = await selectTraining(db, slug);
  const { from, to } = periodOf(length, now);
  const counts = await db
    .selectFrom('metric_days')
    .select(['metric', 'ref', sql<number>`greatest(sum(n), 0)::int`.as('n')])
    .where((where) =>
      where.or([
        where.and([where('metric', '=', 'began'), where('ref', '=', training.pk)]),
        where.and([where('metric', '=', 'finished'), where('ref', '=', anyOf(lessons.map(({ pk }) => pk)))]),
      ]),
    )
    .where(sql<boolean>`day between ${from}::date and ${to}::date`)
    .groupBy(['metric', 'ref'])
    .execute();
  const countOf = (metric: string, pk: number) =>
    counts.find((count) => count.metric === metric && count.ref === pk)?.n ?? 0;
  return {
    ...(await readCountedAt(db)),
    training: { slug: training.slug, name: training.name },
    began: countOf('began', training.pk),
    lessons: lessons.map(({ pk, slug, name }) => ({ slug, name, finished: countOf('finished', pk) })),
  };
}

/** @throws AppError not_found */
export async function readTimes(db: Db, slug: string): Promise<TimeMetrics> {
  const { training, lessons } = await selectTraining(db, slug);
  const [whole, each] = await Promise.all([
    readTotals(db, ['training_time'], [training.pk]),
    readTotals(
      db,
      ['lesson_time'],
      lessons.map(({ pk }) => pk),
    ),
  ]);
  return {
    ...(await readCountedAt(db)),
    training: { slug: training.slug, name: training.name },
    whole: spreadOf(whole),
    lessons: lessons.map(({ pk, slug, name, minutes }) => ({
      ...spreadOf(each.filter(({ ref }) => ref === pk)),
      slug,
      name,
      planned_minutes: minutes,
    })),
  };
}

const spreadOf = (buckets: TimeBucket[]): Spread => ({
  learners: buckets.reduce((sum, { n }) => sum + n, 0),
  fast: quantile(buckets, 0.25),
  median: quantile(buckets, 0.5),
  slow: quantile(buckets, 0.75),
});

/** @throws AppError not_found */
export async function readFeedbackFigures(db: Db, slug: string): Promise<FeedbackMetrics> {
  const { training, lessons } = await selectTraining(db, slug);
  const totals = await readTotals(
    db,
    ['feedback', 'pace', 'rating', 'text'],
    lessons.map(({ pk }) => pk),
  );
  return {
    ...(await readCountedAt(db)),
    training: { slug: training.slug, name: training.name },
    lessons: lessons.map(({ pk, slug, name }) => ({
      slug,
      name,
      ...feedbackOf(totals.filter(({ ref }) => ref === pk)),
    })),
  };
}

function feedbackOf(totals: Total[]) {
  const of = (metric: Metric, bucket: number) =>
    totals.find((total) => total.metric === metric && total.bucket === bucket)?.n ?? 0;
  const ratings = totals.filter(({ metric }) => metric === 'rating');
  const rated = ratings.reduce((sum, { n }) => sum + n, 0);
  const stars = ratings.reduce((sum, { bucket, n }) => sum + bucket * n, 0);
  return {
    given: of('feedback', 0),
    slow: of('pace', 1),
    right: of('pace', 2),
    fast: of('pace', 3),
    rated,
    rating: rated > 0 ? stars / rated : null,
    texts: of('text', 0),
  };
}

interface Total extends TimeBucket {
  metric: Metric;
  ref: number;
}

function readTotals(db: Db, metrics: Metric[], refs: number[]): Promise<Total[]> {
  return db
    .selectFrom('metric_totals')
    .select(['metric', 'ref', 'bucket', 'n'])
    .where('metric', '=', anyOf(metrics))
    .where('ref', '=', anyOf(refs))
    .where('n', '>', 0)
    .orderBy('bucket')
    .execute();
}

/** Returns a training with its visible lessons in order. @throws AppError not_found */
async function selectTraining(db: Db, slug: string) {
  const training = await db
    .selectFrom('trainings')
    .select(['pk', 'slug', 'name'])
    .where('slug', '=', slug)
    .where('hidden', '=', false)
    .executeTakeFirst();
  if (!training) throw new AppError('not_found', 'This course does not exist.');
  const lessons = await db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .select(['subchapters.pk', 'subchapters.slug', 'subchapters.name', 'subchapters.minutes'])
    .where('chapters.training_pk', '=', training.pk)
    .where('chapters.hidden', '=', false)
    .where('subchapters.hidden', '=', false)
    .orderBy('chapters.position')
    .orderBy('chapters.pk')
    .orderBy('subchapters.position')
    .orderBy('subchapters.pk')
    .execute();
  return { training, lessons };
}
