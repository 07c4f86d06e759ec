import type { OpenHints } from '@hexpedition/contract';
import { selectLab } from '#features/lab-lookup/lab-lookup.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { openHints, readOpenHints } from './hints.store.ts';

export type HintService = ReturnType<typeof createHintService>;

/** Creates the service for lab hints. The hints of a flag are ordered; opening one also opens all earlier ones. */
export function createHintService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @throws AppError not_found */
    async read(viewer: Viewer, slug: string): Promise<OpenHints> {
      const { pk, hints } = await selectLab(db, slug);
      return present(hints, await readOpenHints(db, { userPk: viewer.pk, labPk: pk }));
    },

    /**
     * Opens a hint and the earlier hints of the same flag. For visitors, nothing is stored.
     * @throws AppError not_found
     */
    async open(viewer: Viewer | null, slug: string, number: number): Promise<OpenHints> {
      const { pk, hints } = await selectLab(db, slug);
      const numbers = hintsUpTo(hints, number);
      if (numbers.length === 0) throw notFound('hint');
      if (!viewer) return present(hints, new Set(numbers));
      const learner = { userPk: viewer.pk, labPk: pk };
      await db.transaction().execute((tx) => openHints(tx, learner, numbers, clock.now()));
      return present(hints, await readOpenHints(db, learner));
    },
  };
}

type Hints = { html: string; flag: string }[];

/** Returns the numbers of a hint and of the earlier hints of its flag; empty without such a hint. */
function hintsUpTo(hints: Hints, number: number): number[] {
  const flag = hints[number - 1]?.flag;
  if (flag === undefined) return [];
  return hints.flatMap((hint, index) => (index < number && hint.flag === flag ? [index + 1] : []));
}

const present = (hints: Hints, open: ReadonlySet<number>): OpenHints => ({
  hints: hints.flatMap(({ html }, index) => (open.has(index + 1) ? [{ number: index + 1, html }] : [])),
});
