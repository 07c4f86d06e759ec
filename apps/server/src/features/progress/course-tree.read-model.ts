import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

interface Lesson {
  pk: number;
  slug: string;
  name: string;
  chapter: string;
  revision: number;
  /** True if the lesson or its chapter is hidden. */
  isHidden: boolean;
}

/** A course with everything that decides about progress in it. It is the same for all learners. */
export interface CourseInTree {
  pk: number;
  slug: string;
  name: string;
  tier: number;
  kind: string;
  isHidden: boolean;
  requires: string[];
  /** All lessons, in course order. */
  lessons: Lesson[];
  /** Pks of the visible flags in visible lessons. */
  flags: number[];
}

export interface CourseTree {
  /** All courses, by pk. */
  courses: ReadonlyMap<number, CourseInTree>;
  bySlug: ReadonlyMap<string, CourseInTree>;
}

/** Reads the structure of all courses in one statement. */
export async function readCourseTree(db: Db): Promise<CourseTree> {
  const { rows } = await sql<CourseInTree>`
    select trainings.pk, trainings.slug, trainings.name, trainings.tier, trainings.kind, trainings.hidden as "isHidden",
      trainings.requires,
      (
        select coalesce(json_agg(json_build_object(
          'pk', subchapters.pk, 'slug', subchapters.slug, 'name', subchapters.name, 'chapter', chapters.slug,
          'revision', subchapters.revision, 'isHidden', subchapters.hidden or chapters.hidden
        ) order by chapters.position, chapters.pk, subchapters.position, subchapters.pk), '[]')
        from chapters join subchapters on subchapters.chapter_pk = chapters.pk
        where chapters.training_pk = trainings.pk
      ) as lessons,
      (
        select coalesce(json_agg(flags.pk), '[]')
        from flags
        join modules on modules.pk = flags.module_pk
        join subchapters on subchapters.pk = modules.subchapter_pk
        join chapters on chapters.pk = subchapters.chapter_pk
        where chapters.training_pk = trainings.pk and flags.kind = 'find'
          and not (flags.hidden or modules.hidden or subchapters.hidden or chapters.hidden)
      ) as flags
    from trainings
    order by trainings.pk`.execute(db);
  return {
    courses: new Map(rows.map((course) => [course.pk, course])),
    bySlug: new Map(rows.map((course) => [course.slug, course])),
  };
}

/** Everything that a learner has done in lessons, read in one statement. */
export interface LearnerRecord {
  completions: { lesson: number; revision: number; at: number }[];
  enrolments: { course: number; at: number }[];
  /** Pks of the flags that the learner has found, of labs as well. */
  solves: number[];
  /** Pks of the courses whose test the learner has passed. */
  passedTests: number[];
}

/** Reads a learner's record. Times are in microseconds since the epoch. */
export async function readLearnerRecord(db: Db, userPk: number): Promise<LearnerRecord> {
  const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
  const { rows } = await sql<LearnerRecord>`
    select
      (
        select coalesce(json_agg(json_build_object(
          'lesson', subchapter_pk, 'revision', revision, 'at', ${micros('completed_at')}
        )), '[]')
        from completions where user_pk = ${userPk}
      ) as completions,
      (
        select coalesce(json_agg(json_build_object('course', training_pk, 'at', ${micros('enrolled_at')})), '[]')
        from enrolments where user_pk = ${userPk}
      ) as enrolments,
      (select coalesce(json_agg(flag_pk), '[]') from solves where user_pk = ${userPk}) as solves,
      (
        select coalesce(json_agg(distinct training_pk), '[]')
        from test_out_tries where user_pk = ${userPk} and passed_at is not null
      ) as "passedTests"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A select without a table returned no row.');
  return row;
}
