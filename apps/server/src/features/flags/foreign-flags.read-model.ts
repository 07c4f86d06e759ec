import type { EndpointInput, ForeignFlags } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { microsOf, readTimeCursor, timeOf, writeTimeCursor } from '#platform/db/time-cursor';

const pageSize = 50;

/** One page of the flags that somebody handed in and that were another learner's, the newest first. */
export async function readForeignFlags(
  db: Db,
  { cursor, username, lab }: EndpointInput<'GET /api/admin/foreign_flags'>['query'],
): Promise<ForeignFlags> {
  const after = readTimeCursor(cursor);
  let query = db
    .selectFrom('flag_incidents')
    .innerJoin('users', 'users.pk', 'flag_incidents.user_pk')
    .leftJoin('users as owners', 'owners.pk', 'flag_incidents.owner_pk')
    .innerJoin('flags', 'flags.pk', 'flag_incidents.flag_pk')
    .innerJoin('labs', 'labs.pk', 'flags.lab_pk')
    .select(['flag_incidents.pk', 'flag_incidents.at as time', microsOf('flag_incidents.at').as('at')])
    .select(['users.username', 'owners.username as owner', 'flags.name as flag'])
    .select(['labs.slug', 'labs.name'])
    .orderBy('flag_incidents.at', 'desc')
    .orderBy('flag_incidents.pk', 'desc')
    .limit(pageSize + 1);
  if (after) {
    query = query.where(sql<boolean>`(flag_incidents.at, flag_incidents.pk) < (${timeOf(after)}, ${after.pk})`);
  }
  if (lab) query = query.where('labs.slug', '=', lab);
  if (username) {
    const pk = db
      .selectFrom('users as named')
      .select('named.pk')
      .where(sql<boolean>`lower(named.username) = ${username.toLowerCase()}`);
    query = query.where((where) =>
      where.or([where('flag_incidents.user_pk', '=', pk), where('flag_incidents.owner_pk', '=', pk)]),
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    incidents: page.map(({ pk, time, username: by, owner, flag, slug, name }) => ({
      pk,
      at: time.toISOString(),
      username: by,
      owner,
      flag,
      lab: { slug, name },
    })),
    next_cursor: last && rows.length > pageSize ? writeTimeCursor(last) : null,
  };
}
