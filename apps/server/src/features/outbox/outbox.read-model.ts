import type { Outbox } from '@hexpedition/contract';
import type { Db } from '#platform/db/db';
import { invalid } from '#platform/errors';

const pageSize = 50;
const biggestPk = 2_147_483_647;

/** Returns one page of mails, newest first. @param cursor the last mail of the previous page */
export async function readOutbox(db: Db, cursor: string | undefined): Promise<Omit<Outbox, 'active'>> {
  let query = db.selectFrom('outbox_mails').selectAll().orderBy('pk', 'desc');
  if (cursor !== undefined) query = query.where('pk', '<', pkOf(cursor));
  const rows = await query.limit(pageSize + 1).execute();
  const mails = rows.slice(0, pageSize);
  return {
    mails: mails.map(({ pk, at, recipient, subject, text, html }) => ({
      pk,
      at: at.toISOString(),
      recipient,
      subject,
      text,
      html,
    })),
    next_cursor: rows.length > pageSize ? String(mails.at(-1)?.pk) : null,
  };
}

function pkOf(cursor: string): number {
  const pk = /^[1-9]\d{0,9}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(pk <= biggestPk)) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return pk;
}
