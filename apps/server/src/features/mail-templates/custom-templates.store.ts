import type { Tx } from '#platform/db/db';
import type { Words } from './custom-templates.read-model.ts';

interface Change {
  kind: string;
  wording: Words;
  /** Ours of the same parts. */
  ours: Words;
  by: number;
  at: Date;
}

/**
 * @param revision that the change is based on; 0 where nothing was ever changed
 * @returns whether that is still the newest: of two at once, one is
 */
export async function storeCustomTemplate(tx: Tx, change: Change, revision: number): Promise<boolean> {
  const { kind, wording, ours, by, at } = change;
  const columns = {
    wording: JSON.stringify(wording),
    ours: JSON.stringify(ours),
    revision: revision + 1,
    changed_by: by,
    changed_at: at,
  };
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('letter_wordings')
      .values({ kind, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('letter_wordings')
    .set(columns)
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
