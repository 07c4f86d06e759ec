import type { Wording } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

export type PartialWording = Partial<Wording>;

/** Finds the custom text of a template, if a superuser has saved one. */
export const findCustomTemplate = (db: Db | Tx, kind: string) =>
  db
    .selectFrom('custom_mail_templates')
    .select(['wording', 'default_wording', 'revision'])
    .where('kind', '=', kind)
    .executeTakeFirst();

/** Lists the custom texts with the superuser who last changed each. */
export const listCustomTemplates = (db: Db | Tx) =>
  db
    .selectFrom('custom_mail_templates')
    .leftJoin('users', 'users.pk', 'custom_mail_templates.changed_by')
    .select([
      'custom_mail_templates.kind',
      'custom_mail_templates.wording',
      'custom_mail_templates.default_wording',
      'custom_mail_templates.revision',
      'custom_mail_templates.changed_at',
      'users.username as changed_by',
    ])
    .execute();

export type CustomTemplate = Awaited<ReturnType<typeof listCustomTemplates>>[number];
