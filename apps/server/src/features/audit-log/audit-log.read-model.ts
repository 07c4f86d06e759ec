import type { AuditEvents, EndpointInput } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { invalid } from '#platform/errors';

type Query = EndpointInput<'GET /api/admin/audit'>['query'];

/** Returns one page of the log, newest first. Entries are ordered by primary key. */
export async function readAuditLog(db: Db, filter: Query): Promise<AuditEvents> {
  const { cursor, limit, actor, action, subject, from, until } = filter;
  let query = db
    .selectFrom('audit_events')
    .leftJoin('users as actors', 'actors.pk', 'audit_events.actor_pk')
    .select(['audit_events.pk', 'audit_events.at', 'actors.username as actor'])
    .select(['audit_events.action', 'audit_events.subject', 'audit_events.data'])
    .select(
      sql<string | null>`case when audit_events.subject ~ '^user:[0-9]{1,9}$' then (
        select users.username from users where users.pk = substr(audit_events.subject, 6)::int
      ) end`.as('person'),
    )
    .orderBy('audit_events.pk', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where(sql<boolean>`audit_events.pk < ${pkOf(cursor)}::bigint`);
  if (actor === '-') query = query.where('audit_events.actor_pk', 'is', null);
  else if (actor) {
    const pks = db.selectFrom('users').select('pk').where(sql<boolean>`lower(username) = ${actor.toLowerCase()}`);
    query = query.where('audit_events.actor_pk', '=', pks);
  }
  if (action) query = query.where('audit_events.action', 'like', `${action.replace(/[\\%_]/g, '\\$&')}%`);
  if (subject) query = query.where('audit_events.subject', '=', subject);
  if (from) query = query.where('audit_events.at', '>=', new Date(from));
  if (until) query = query.where('audit_events.at', '<', new Date(until));
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  return {
    events: page.map(({ pk, at, ...rest }) => ({ ...rest, pk: Number(pk), at: at.toISOString() })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.pk) : null,
  };
}

function pkOf(cursor: string): string {
  if (!/^[1-9]\d{0,17}$/.test(cursor))
    throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return cursor;
}
