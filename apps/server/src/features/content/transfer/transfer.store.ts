import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import type { Database } from '#platform/db/schema';

export type Trial = Selectable<Database['import_trials']>;

/** Keeps what was tried. The same upload may end twice, after an answer that was lost: then the later trial counts. */
export async function keepTrial(db: Db, trial: Insertable<Database['import_trials']>): Promise<void> {
  await db
    .insertInto('import_trials')
    .values(trial)
    .onConflict((conflict) =>
      conflict.columns(['id']).doUpdateSet(trial).where('import_trials.user_pk', '=', trial.user_pk),
    )
    .execute();
}

/** @returns whether it was still there as it was read: two who import it at once do not both */
export async function takeTrial(tx: Tx, { id, user_pk, at }: Pick<Trial, 'id' | 'user_pk' | 'at'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('import_trials')
    .where('id', '=', id)
    .where('user_pk', '=', user_pk)
    .where('at', '=', at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Drops what a superuser has tried before, with its zips. @param coming an upload whose parts stay */
export async function dropTrials(db: Db, userPk: number, coming: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const dropped = await tx.deleteFrom('import_trials').where('user_pk', '=', userPk).returning('id').execute();
    const ids = dropped.map(({ id }) => id).filter((id) => id !== coming);
    if (ids.length === 0) return;
    await tx.deleteFrom('upload_parts').where('user_pk', '=', userPk).where('upload', 'in', ids).execute();
  });
}
