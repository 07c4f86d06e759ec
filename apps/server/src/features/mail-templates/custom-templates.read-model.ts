import type { Wording } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

export type Words = Partial<Wording>;

/** What superusers have changed of letters, and who was the last. */
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
