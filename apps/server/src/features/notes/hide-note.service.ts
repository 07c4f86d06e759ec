import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { lockNoteByUsername, setNoteHidden } from './notes.store.ts';

/** Hides a learner's published note on a lesson, or shows it again. @throws AppError not_found */
export async function hideNote(
  db: Db,
  viewer: Viewer,
  { subchapter, username, hidden }: { subchapter: string; username: string; hidden: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const note = await lockNoteByUsername(tx, username, subchapter);
    if (!note) throw notFound('note');
    if (note.hidden === hidden) return;
    await setNoteHidden(tx, note, hidden);
    const action = hidden ? 'note.hidden' : 'note.shown';
    const data = { user: note.user_pk, before: { hidden: note.hidden }, after: { hidden } };
    await audit(tx, { actor: viewer.pk, action, subject: `subchapter:${subchapter}`, data });
  });
}
