import type { EndpointInput, SharedFlags } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { microsOf, readTimeCursor, timeOf, writeTimeCursor } from '#platform/db/time-cursor';

const pageSize = 50;

/** Returns one page of shared flags and drill answers, newest first. */
export async function readSharedFlags(
  db: Db,
  { cursor, username, lab }: EndpointInput<'GET /api/admin/shared_flags'>['query'],
): Promise<SharedFlags> {
  const after = readTimeCursor(cursor);
  let query = db
    .selectFrom('shared_flags')
    .innerJoin('users', 'users.pk', 'shared_flags.user_pk')
    .leftJoin('users as owners', 'owners.pk', 'shared_flags.owner_pk')
    .innerJoin('flags', 'flags.pk', 'shared_flags.flag_pk')
    .leftJoin('labs', 'labs.pk', 'flags.lab_pk')
    .leftJoin('modules', 'modules.pk', 'flags.module_pk')
    .leftJoin('subchapters', 'subchapters.pk', 'modules.subchapter_pk')
    .leftJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .leftJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['shared_flags.pk', 'shared_flags.at as time', microsOf('shared_flags.at').as('at')])
    .select(['users.username', 'owners.username as owner', 'flags.name as flag'])
    .select([
      'labs.slug as lab',
      'labs.name as lab_name',
      'subchapters.slug as lesson',
      'subchapters.name as lesson_name',
    ])
    .select(['chapters.slug as chapter', 'trainings.slug as training'])
    .orderBy('shared_flags.at', 'desc')
    .orderBy('shared_flags.pk', 'desc')
    .limit(pageSize + 1);
  if (after) {
    query = query.where(sql<boolean>`(shared_flags.at, shared_flags.pk) < (${timeOf(after)}, ${after.pk})`);
  }
  if (lab) query = query.where('labs.slug', '=', lab);
  if (username) {
    const pk = db
      .selectFrom('users as filtered')
      .select('filtered.pk')
      .where(sql<boolean>`lower(filtered.username) = ${username.toLowerCase()}`);
    query = query.where((where) =>
      where.or([where('shared_flags.user_pk', '=', pk), where('shared_flags.owner_pk', '=', pk)]),
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
