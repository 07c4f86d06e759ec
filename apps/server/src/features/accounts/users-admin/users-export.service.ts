import type { AdminUserRow } from '@hexpedition/contract';
import { csvRows } from '@hexpedition/contract/csv';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { eachUsersPage, type UsersFilter } from './users-admin.read-model.ts';

const columns = [
  'username',
  'email',
  'unconfirmed_email',
  'tier',
  'active',
  'superuser',
  'beta_access',
  'joined',
  'last_seen',
  'lessons',
  'points',
  'deletion_on',
];

/** Records the export in the audit log. @returns the accounts of a filter as CSV, in parts */
export async function exportUsers(db: Db, actor: number, filter: UsersFilter): Promise<AsyncGenerator<string>> {
  await db.transaction().execute((tx) => audit(tx, { actor, action: 'users.exported', data: { filter } }));
  return writeCsv(eachUsersPage(db, filter));
}

async function* writeCsv(pages: AsyncIterable<AdminUserRow[]>): AsyncGenerator<string> {
  yield csvRows([columns]);
  for await (const page of pages) yield csvRows(page.map(cellsOf));
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

const cellsOf = (user: AdminUserRow) => [
  user.username,
  user.email,
  user.pending_email,
  user.tier,
  yesOrNo(user.is_active),
  yesOrNo(user.is_superuser),
  yesOrNo(user.beta_access),
  user.created_at,
  user.last_seen_at,
  user.lessons,
  user.points,
  user.delete_at,
];
