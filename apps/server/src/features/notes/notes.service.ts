import { isDeepStrictEqual } from 'node:util';
import type { Notes, NotesBody } from '@hexpedition/contract';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { findSubchapter, readNotes } from './notes.read-model.ts';
import { ensureCard, type LockedNotes, lockNotes, snoozeNotes, writeNotes } from './notes.store.ts';
import { hasCompletedLesson } from './published-notes.read-model.ts';

const dayMs = 86_400_000;

/** Reads and writes a learner's notes on a lesson. */
export function createNotesService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Reads a learner's notes. Existing notes stay readable even if the lesson is locked now.
     * @throws AppError not_found, tier_required, step_required
     */
    async read(viewer: Viewer, slug: string): Promise<Notes> {
      const subchapter = await findSubchapter(db, slug);
      if (!subchapter) throw notFound('lesson');
      const notes = await readNotes(db, viewer.pk, subchapter);
      if (notes.updated_at === null) await assertLessonAccess(db, viewer, slug);
      return notes;
    },

    /**
     * Writes the given fields. An empty body, or two empty text fields, also snoozes the reminder; two empty fields
     * delete the existing text.
     * @throws AppError not_found, tier_required, step_required, forbidden, conflict
     */
    async write(viewer: Viewer, slug: string, body: NotesBody): Promise<Notes> {
      const subchapter = await assertLessonAccess(db, viewer, slug);
      const { base, ...given } = withoutBlanks(body);
      const hasNoFields = Object.values(given).every((value) => value === undefined);
      if (hasNoFields || isEmpty(given)) {
        await snoozeNotes(db, viewer.pk, subchapter, new Date(clock.now().getTime() + dayMs));
        if (hasNoFields) return readNotes(db, viewer.pk, subchapter);
      }
      if (given.published && !(await hasCompletedLesson(db, viewer.pk, subchapter.pk))) {
        throw new AppError('forbidden', 'Finish the lesson first. Then you can publish your notes.');
      }
      return db.transaction().execute(async (tx) => {
        const stored = await lockNotes(tx, viewer.pk, subchapter);
        if (isChanged(stored, given) || stored.revision !== subchapter.revision) {
          if (
            base !== undefined &&
            base !== (stored.updated_at?.toISOString() ?? null) &&
            isTextChanged(stored, given)
          ) {
            throw new AppError(
              'conflict',
              'These notes were changed in another tab or on another device. Merge the two versions.',
            );
          }
          const now = uniqueTime(clock.now(), stored.updated_at);
          await writeNotes(tx, viewer.pk, subchapter, given, now);
          if (given.what_i_learned || given.did_not_understand) await ensureCard(tx, viewer.pk, subchapter, now);
        }
        return readNotes(tx, viewer.pk, subchapter);
      });
    },
  };
}

type NotesInput = Omit<NotesBody, 'base'>;

/** White space alone counts as empty. */
const isBlank = (text: string | undefined) => text !== undefined && text.trim() === '';
const withoutBlanks = (body: NotesBody): NotesBody => ({
  ...body,
  ...(isBlank(body.what_i_learned) ? { what_i_learned: '' } : {}),
  ...(isBlank(body.did_not_understand) ? { did_not_understand: '' } : {}),
});

/** Checks whether the body contains two empty text fields and nothing else. */
const isEmpty = ({ what_i_learned, did_not_understand, marks = [], published }: NotesInput) =>
  what_i_learned === '' && did_not_understand === '' && marks.length === 0 && published === undefined;

/** Saving the stored text again, as after a lost response, is neither a change nor a conflict. */
function isTextChanged(stored: LockedNotes, given: NotesInput): boolean {
  const differs = (name: 'what_i_learned' | 'did_not_understand') =>
    given[name] !== undefined && given[name] !== stored[name];
  const marksDiffer = given.marks !== undefined && !isDeepStrictEqual(given.marks, stored.marks);
  return differs('what_i_learned') || differs('did_not_understand') || marksDiffer;
}

function isChanged(stored: LockedNotes, given: NotesInput): boolean {
  const publishes = given.published !== undefined && given.published !== (stored.published_at !== null);
  return isTextChanged(stored, given) || publishes;
}

/**
 * Each version of the notes gets a distinct time, however fast saves follow each other; the time identifies the
 * version.
 */
const uniqueTime = (now: Date, before: Date | null) => (before && before >= now ? new Date(before.getTime() + 1) : now);
