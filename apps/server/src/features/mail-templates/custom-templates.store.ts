import type { Tx } from '#platform/db/db';
import type { PartialWording } from './custom-templates.read-model.ts';

interface CustomTemplateChange {
  kind: string;
  wording: PartialWording;
  /** The default text of the same parts, at the time of the change. */
  defaults: PartialWording;
  by: number;
  at: Date;
}

/**
 * Stores a custom text.
 * @param revision the revision that the change is based on; 0 if the template was never changed
 * @returns false if the revision is outdated; only one of two concurrent changes is stored
 */
export async function storeCustomTemplate(tx: Tx, change: CustomTemplateChange, revision: number): Promise<boolean> {
  const { kind, wording, defaults, by, at } = change;
  const columns = {
    wording: JSON.stringify(wording),
    default_wording: JSON.stringify(defaults),
    revision: revision + 1,
    changed_by: by,
    changed_at: at,
  };
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('custom_mail_templates')
      .values({ kind, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('custom_mail_templates')
    .set(columns)
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
