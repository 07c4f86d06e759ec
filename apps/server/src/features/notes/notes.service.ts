import { isDeepStrictEqual } from 'node:util';
import type { Notes, NotesBody } from '@hexpedition/contract';
import { assertLessonAccess } from '#features/content/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { findSubchapter, readNotes } from './notes.read-model.ts';
import { ensureCard, type HeldNotes, lockNotes, snoozeNotes, writeNotes } from './notes.store.ts';
import { hasFinished } from './published.read-model.ts';

const dayMs = 86_400_000;

/** A learner's own notes on a lesson. */
export function createNotesService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Reads a learner's own notes. What they have written stays readable for them, even where the lesson is locked by
     * now.
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
     * Writes what is given. With nothing given, or two fields that are empty, it puts the reminder off; in the second
     * case text that was there is gone.
     * @throws AppError not_found, tier_required, step_required, forbidden, conflict
     */
    async write(viewer: Viewer, slug: string, body: NotesBody): Promise<Notes> {
      const subchapter = await assertLessonAccess(db, viewer, slug);
      const { base, ...given } = withoutBlanks(body);
      const isNothing = Object.values(given).every((value) => value === undefined);
      if (isNothing || isEmpty(given)) {
        await snoozeNotes(db, viewer.pk, subchapter, new Date(clock.now().getTime() + dayMs));
        if (isNothing) return readNotes(db, viewer.pk, subchapter);
      }
      if (given.published && !(await hasFinished(db, viewer.pk, subchapter.pk))) {
        throw new AppError('forbidden', 'Finish the lesson first; then you can show your notes to the others.');
      }
      return db.transaction().execute(async (tx) => {
        const held = await lockNotes(tx, viewer.pk, subchapter);
        if (isChanged(held, given) || held.revision !== subchapter.revision) {
          if (base !== undefined && base !== (held.updated_at?.toISOString() ?? null) && isTextChanged(held, given)) {
            throw new AppError('conflict', 'These notes were changed elsewhere meanwhile. Merge the two versions.');
          }
          const now = later(clock.now(), held.updated_at);
          await writeNotes(tx, viewer.pk, subchapter, given, now);
          if (given.what_i_learned || given.did_not_understand) await ensureCard(tx, viewer.pk, subchapter, now);
        }
        return readNotes(tx, viewer.pk, subchapter);
      });
    },
  };
}

type Given = Omit<NotesBody, 'base'>;

/** White space alone says nothing. */
const isBlank = (text: string | undefined) => text !== undefined && text.trim() === '';
const withoutBlanks = (body: NotesBody): NotesBody => ({
  ...body,
  ...(isBlank(body.what_i_learned) ? { what_i_learned: '' } : {}),
  ...(isBlank(body.did_not_understand) ? { did_not_understand: '' } : {}),
});

/** Whether somebody has handed in both fields without a word, and nothing else. */
const isEmpty = ({ what_i_learned, did_not_understand, marks = [], published }: Given) =>
  what_i_learned === '' && did_not_understand === '' && marks.length === 0 && published === undefined;

/** Sending again what is stored already, as after a lost answer, is neither a change nor a conflict. */
function isTextChanged(held: HeldNotes, given: Given): boolean {
  const differs = (name: 'what_i_learned' | 'did_not_understand') =>
    given[name] !== undefined && given[name] !== held[name];
  const marksDiffer = given.marks !== undefined && !isDeepStrictEqual(given.marks, held.marks);
  return differs('what_i_learned') || differs('did_not_understand') || marksDiffer;
}

function isChanged(held: HeldNotes, given: Given): boolean {
  const publishes = given.published !== undefined && given.published !== (held.published_at !== null);
  return isTextChanged(held, given) || publishes;
}

/** Each state of the notes has a time of its own, however fast they follow: it tells them apart. */
const later = (now: Date, before: Date | null) => (before && before >= now ? new Date(before.getTime() + 1) : now);
