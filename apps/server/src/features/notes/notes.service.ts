import type { Notes, NotesBody } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import { reachesTier, type Viewer } from '#platform/http/viewer';
import { findLesson, readNotes } from './notes.read-model.ts';
import { snoozeNotes, writeNotes } from './notes.store.ts';

const dayMs = 86_400_000;

/** A learner's own notes on a lesson. */
export function createNotesService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @throws AppError not_found, tier_required */
    async read(viewer: Viewer, slug: string): Promise<Notes> {
      return readNotes(db, viewer.pk, await reachableLesson(viewer, slug));
    },

    /** Writes what is given; with nothing given it puts the reminder off. @throws AppError not_found, tier_required */
    async write(viewer: Viewer, slug: string, body: NotesBody): Promise<Notes> {
      const lesson = await reachableLesson(viewer, slug);
      const now = clock.now();
      if (body.what_i_learned === undefined && body.did_not_understand === undefined) {
        await snoozeNotes(db, viewer.pk, lesson, new Date(now.getTime() + dayMs));
      } else {
        await writeNotes(db, viewer.pk, lesson, body, now);
      }
      return readNotes(db, viewer.pk, lesson);
    },
  };

  async function reachableLesson(viewer: Viewer, slug: string) {
    const lesson = await findLesson(db, slug);
    if (!lesson) throw notFound('lesson');
    if (!reachesTier(viewer, lesson.tier))
      throw new AppError('tier_required', 'Your tier does not include this lesson.');
    return lesson;
  }
}
