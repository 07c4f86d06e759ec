import type { ConsentReceipts, ConsentType } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

interface Page {
  limit: number;
  type: ConsentType | undefined;
  /** Key of the last receipt of the previous page. */
  before: string | undefined;
}

/** Returns one page of the consent receipts, newest first: keys ascend with time. */
export async function readReceipts(db: Db, { limit, type, before }: Page): Promise<ConsentReceipts> {
  let query = db
    .selectFrom('consent_receipts')
    .select(['pk', 'at', 'type', 'version', 'consents', 'changes', 'pathname', 'client_name', 'client_version'])
    .orderBy('pk', 'desc')
    .limit(limit + 1);
  if (type !== undefined) query = query.where('type', '=', type);
  if (before !== undefined) query = query.where('pk', '<', sql<string>`${before}::bigint`);
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  return {
    records: page.map(({ pk, at, client_name, client_version, ...row }) => ({
      ...row,
      pk: String(pk),
      at: at.toISOString(),
      client: `${client_name} ${client_version}`.trim(),
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.pk) : null,
  };
}
