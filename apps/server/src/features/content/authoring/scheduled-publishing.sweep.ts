import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { findLessonSlug } from './authored.read-model.ts';
import { type DraftRow, mayPublish } from './drafts.read-model.ts';
import { claimDue, storeFailure } from './drafts.store.ts';
import type { LessonsService } from './lessons.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  lessons: LessonsService;
}

/** Publishes the drafts that are due. If a draft cannot be published, stores the reason for its author. */
export const createScheduledPublishingSweep =
  ({ db, clock, lessons }: Deps) =>
  async (): Promise<void> => {
    const failed: unknown[] = [];
    for (const draft of await claimDue(db, clock.now())) {
      try {
        const failure = await publishScheduled(draft);
        if (failure !== undefined) await db.transaction().execute((tx) => storeFailure(tx, draft, failure));
      } catch (error) {
        // The sweep retries it later; the remaining drafts must not wait for it.
        failed.push(error);
      }
    }
    if (failed.length > 0) throw failed[0];

    async function publishScheduled(draft: DraftRow): Promise<string | undefined> {
      if (!(await mayPublish(db, draft.user_pk))) return 'The author of this draft may no longer publish.';
      const slug = await findLessonSlug(db, draft.lesson);
      if (slug === undefined) return 'This lesson no longer exists.';
      try {
        const { applied, diagnostics } = await lessons.publishDraft(draft, slug, {
          act: 'scheduled',
          note: draft.note,
        });
        const problem = diagnostics.find(({ severity }) => severity === 'error');
        return applied || !problem ? undefined : `${problem.file}, line ${problem.line}: ${problem.message}`;
      } catch (error) {
        if (error instanceof AppError) return error.message;
        throw error;
      }
    }
  };
