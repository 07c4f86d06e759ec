import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { findLessonSlug } from './authored.read-model.ts';
import { type DraftRow, mayPublish } from './drafts.read-model.ts';
import { claimDue, noteFailure } from './drafts.store.ts';
import type { LessonsService } from './lessons.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  lessons: LessonsService;
}

/** Publishes the drafts whose time has come; what cannot be published says why, and waits for its author. */
export const createPlannedSweep =
  ({ db, clock, lessons }: Deps) =>
  async (): Promise<void> => {
    const failed: unknown[] = [];
    for (const draft of await claimDue(db, clock.now())) {
      try {
        const failure = await publishPlanned(draft);
        if (failure !== undefined) await db.transaction().execute((tx) => noteFailure(tx, draft, failure));
      } catch (error) {
        // It is tried again; those behind it must not wait for it.
        failed.push(error);
      }
    }
    if (failed.length > 0) throw failed[0];

    async function publishPlanned(draft: DraftRow): Promise<string | undefined> {
      if (!(await mayPublish(db, draft.user_pk))) return 'Its author may not publish any more.';
      const slug = await findLessonSlug(db, draft.lesson);
      if (slug === undefined) return 'This lesson is not there any more.';
      try {
        const { applied, diagnostics } = await lessons.publishDraft(draft, slug, {
          act: 'scheduled',
          note: draft.note,
        });
        const fault = diagnostics.find(({ severity }) => severity === 'error');
        return applied || !fault ? undefined : `${fault.file}, line ${fault.line}: ${fault.message}`;
      } catch (error) {
        if (error instanceof AppError) return error.message;
        throw error;
      }
    }
  };
