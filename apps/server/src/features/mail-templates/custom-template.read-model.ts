import type { Db, Tx } from '#platform/db/db';

/** What superusers have saved of the wording of a letter, if anything. */
export const findCustomTemplate = (db: Db | Tx, kind: string) =>
  db.selectFrom('letter_wordings').select(['wording', 'ours', 'revision']).where('kind', '=', kind).executeTakeFirst();
