import type { Selectable } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import type { Database } from '#platform/db/schema';

export type DraftRow = Selectable<Database['lesson_drafts']>;
export type PlaceRow = Selectable<Database['unpublished_lessons']>;

export const findDraft = (db: Db | Tx, lesson: string, userPk: number): Promise<DraftRow | undefined> =>
  db
    .selectFrom('lesson_drafts')
    .selectAll()
    .where('lesson', '=', lesson)
    .where('user_pk', '=', userPk)
    .executeTakeFirst();

/** Reads the drafts of some lessons, of every author. */
export const readDrafts = (db: Db | Tx, lessons: readonly string[]) =>
  db
    .selectFrom('lesson_drafts')
    .innerJoin('users', 'users.pk', 'lesson_drafts.user_pk')
    .selectAll('lesson_drafts')
    .select('users.username')
    .where('lesson_drafts.lesson', '=', anyOf(lessons))
    .orderBy('lesson_drafts.saved_at', 'desc')
    .execute();

export const findPlace = (db: Db | Tx, slug: string): Promise<PlaceRow | undefined> =>
  db.selectFrom('unpublished_lessons').selectAll().where('slug', '=', slug).executeTakeFirst();

/** @param training id of the training */
export const readPlaces = (db: Db | Tx, training: string): Promise<PlaceRow[]> =>
  db
    .selectFrom('unpublished_lessons')
    .selectAll()
    .where('training', '=', training)
    .orderBy('number')
    .orderBy('uid')
    .execute();

/** Counts the lessons of each training that have a draft, by the training's id. */
export async function countDrafts(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('lesson_drafts')
    .leftJoin('subchapters', 'subchapters.uid', 'lesson_drafts.lesson')
    .leftJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .leftJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .leftJoin('unpublished_lessons', 'unpublished_lessons.uid', 'lesson_drafts.lesson')
    .select((eb) => [
      eb.fn.coalesce('trainings.uid', 'unpublished_lessons.training').as('uid'),
      eb.fn.count<string>('lesson_drafts.lesson').distinct().as('drafts'),
    ])
    .groupBy((eb) => eb.fn.coalesce('trainings.uid', 'unpublished_lessons.training'))
    .execute();
  return new Map(rows.flatMap(({ uid, drafts }) => (uid === null ? [] : [[uid, Number(drafts)] as const])));
}

/** Reads the drafts of all lessons of a training, of every author. @param training id of the training */
export const readDraftsOf = (db: Db, training: string) =>
  db
    .selectFrom('lesson_drafts')
    .innerJoin('users', 'users.pk', 'lesson_drafts.user_pk')
    .leftJoin('subchapters', 'subchapters.uid', 'lesson_drafts.lesson')
    .leftJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .leftJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .leftJoin('unpublished_lessons', 'unpublished_lessons.uid', 'lesson_drafts.lesson')
    .select(['lesson_drafts.body', 'users.username'])
    .select((eb) => eb.fn.coalesce('subchapters.slug', 'unpublished_lessons.slug', 'lesson_drafts.lesson').as('lesson'))
    .where((eb) => eb(eb.fn.coalesce('trainings.uid', 'unpublished_lessons.training'), '=', training))
    .execute();

/** Checks whether an account may still publish at the scheduled time. */
export async function mayPublish(db: Db, userPk: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(['is_superuser', 'is_active', 'delete_at'])
    .where('pk', '=', userPk)
    .executeTakeFirst();
  return user?.is_superuser === true && user.is_active && user.delete_at === null;
}
