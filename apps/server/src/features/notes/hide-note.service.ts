import { sql } from 'kysely';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';

/** Takes a learner's note on a lesson out of others' sight, or puts it back. @throws AppError not_found */
export async function hideNote(
  db: Db,
  viewer: Viewer,
  { subchapter, username, hidden }: { subchapter: string; username: string; hidden: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const note = await tx
      .selectFrom('notes')
      .innerJoin('users', 'users.pk', 'notes.user_pk')
      .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
      .select(['notes.user_pk', 'notes.subchapter_pk', 'notes.hidden'])
      .where(sql`lower(users.username)`, '=', username.toLowerCase())
      .where('subchapters.slug', '=', subchapter)
      .where('notes.updated_at', 'is not', null)
      // Of two lessons with one slug, the one that is shown.
      .orderBy('subchapters.hidden')
      .forUpdate('notes')
      .executeTakeFirst();
    if (!note) throw notFound('note');
    if (note.hidden === hidden) return;
    await tx
      .updateTable('notes')
      .set({ hidden })
      .where('user_pk', '=', note.user_pk)
      .where('subchapter_pk', '=', note.subchapter_pk)
      .execute();
    const action = hidden ? 'note.hidden' : 'note.shown';
    await audit(tx, { actor: viewer.pk, action, subject: `subchapter:${subchapter}`, data: { user: note.user_pk } });
  });
}
