import type { EndpointInput, SharedFlags } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { microsOf, readTimeCursor, timeOf, writeTimeCursor } from '#platform/db/time-cursor';

const pageSize = 50;

/** Returns one page of shared flags and drill answers, newest first. */
export async function readSharedFlags(
  db: Db,
  { cursor, username, lab }: EndpointInput<'GET /api/admin/foreign_flags'>['query'],
): Promise<SharedFlags> {
  const after = readTimeCursor(cursor);
  let query = db
    .selectFrom('flag_incidents')
    .innerJoin('users', 'users.pk', 'flag_incidents.user_pk')
    .leftJoin('users as owners', 'owners.pk', 'flag_incidents.owner_pk')
    .innerJoin('flags', 'flags.pk', 'flag_incidents.flag_pk')
    .leftJoin('labs', 'labs.pk', 'flags.lab_pk')
    .leftJoin('modules', 'modules.pk', 'flags.module_pk')
    .leftJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .leftJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .leftJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['flag_incidents.pk', 'flag_incidents.at as time', microsOf('flag_incidents.at').as('at')])
    .select(['users.username', 'owners.username as owner', 'flags.name as flag'])
    .select([
      'labs.slug as lab',
      'labs.name as lab_name',
      'subchapters.slug as lesson',
      'subchapters.name as lesson_name',
    ])
    .select(['chapters.slug as chapter', 'trainings.slug as training'])
    .orderBy('flag_incidents.at', 'desc')
    .orderBy('flag_incidents.pk', 'desc')
    .limit(pageSize + 1);
  if (after) {
    query = query.where(sql<boolean>`(flag_incidents.at, flag_incidents.pk) < (${timeOf(after)}, ${after.pk})`);
  }
  if (lab) query = query.where('labs.slug', '=', lab);
  if (username) {
    const pk = db
      .selectFrom('users as filtered')
      .select('filtered.pk')
      .where(sql<boolean>`lower(filtered.username) = ${username.toLowerCase()}`);
    query = query.where((where) =>
      where.or([where('flag_incidents.user_pk', '=', pk), where('flag_incidents.owner_pk', '=', pk)]),
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    incidents: page.map(({ pk, time, username: by, owner, flag, ...row }) => ({
      pk,
      at: time.toISOString(),
      username: by,
      owner,
      flag,
      lab: row.lab === null ? null : { slug: row.lab, name: row.lab_name ?? row.lab },
      lesson:
        row.lesson === null
          ? null
          : {
              training: row.training ?? '',
              chapter: row.chapter ?? '',
              slug: row.lesson,
              name: row.lesson_name ?? row.lesson,
            },
    })),
    next_cursor: last && rows.length > pageSize ? writeTimeCursor(last) : null,
  };
}
