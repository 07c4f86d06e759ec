import type { Wording } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

export type PartialWording = Partial<Wording>;

/** Finds the custom text of a template, if a superuser has saved one. */
export const findCustomTemplate = (db: Db | Tx, kind: string) =>
  db.selectFrom('letter_wordings').select(['wording', 'ours', 'revision']).where('kind', '=', kind).executeTakeFirst();

/** Lists the custom texts with the superuser who last changed each. */
export const listCustomTemplates = (db: Db | Tx) =>
  db
    .selectFrom('letter_wordings')
    .leftJoin('users', 'users.pk', 'letter_wordings.changed_by')
    .select([
      'letter_wordings.kind',
      'letter_wordings.wording',
      'letter_wordings.ours',
      'letter_wordings.revision',
      'letter_wordings.changed_at',
      'users.username as changed_by',
    ])
    .execute();

export type CustomTemplate = Awaited<ReturnType<typeof listCustomTemplates>>[number];
