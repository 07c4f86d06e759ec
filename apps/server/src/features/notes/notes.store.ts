import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

interface Lesson {
  pk: number;
  revision: number;
}

/** Writes what is given and keeps the rest. The notes belong to the lesson as it is now. */
export async function writeNotes(
  db: Db,
  userPk: number,
  lesson: Lesson,
  given: { what_i_learned?: string | undefined; did_not_understand?: string | undefined },
  now: Date,
): Promise<void> {
  await db
    .insertInto('notes')
    .values({
      user_pk: userPk,
      subchapter_pk: lesson.pk,
      what_i_learned: given.what_i_learned ?? '',
      did_not_understand: given.did_not_understand ?? '',
      revision: lesson.revision,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_pk', 'subchapter_pk']).doUpdateSet({
        ...(given.what_i_learned === undefined ? {} : { what_i_learned: given.what_i_learned }),
        ...(given.did_not_understand === undefined ? {} : { did_not_understand: given.did_not_understand }),
        revision: sql`excluded.revision`,
        updated_at: now,
      }),
    )
    .execute();
}

/** Puts the reminder to write some off; notes that are there stay as they are. */
export async function snoozeNotes(db: Db, userPk: number, lesson: Lesson, until: Date): Promise<void> {
  await db
    .insertInto('notes')
    .values({
      user_pk: userPk,
      subchapter_pk: lesson.pk,
      revision: lesson.revision,
      updated_at: null,
      snoozed_until: until,
    })
    .onConflict((conflict) => conflict.columns(['user_pk', 'subchapter_pk']).doUpdateSet({ snoozed_until: until }))
    .execute();
}
