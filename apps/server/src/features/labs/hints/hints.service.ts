import type { OpenHints } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { selectLab } from '../labs.read-model.ts';
import { openHints, readOpenHints } from './hints.store.ts';

export type HintService = ReturnType<typeof createHintService>;

/** The hints of labs: a ladder for each flag, whose next rung can be read only after those before it. */
export function createHintService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @throws AppError not_found */
    async read(viewer: Viewer, slug: string): Promise<OpenHints> {
      const { pk, hints } = await selectLab(db, slug);
      return present(hints, await readOpenHints(db, { userPk: viewer.pk, labPk: pk }));
    },

    /**
     * Opens a hint and those of the same flag before it. Nothing is kept of what a visitor opens.
     * @throws AppError not_found
     */
    async open(viewer: Viewer | null, slug: string, number: number): Promise<OpenHints> {
      const { pk, hints } = await selectLab(db, slug);
      const wanted = rungsTo(hints, number);
      if (wanted.length === 0) throw notFound('hint');
      if (!viewer) return present(hints, new Set(wanted));
      const learner = { userPk: viewer.pk, labPk: pk };
      await db.transaction().execute((tx) => openHints(tx, learner, wanted, clock.now()));
      return present(hints, await readOpenHints(db, learner));
    },
  };
}

type Hints = { html: string; flag: string }[];

/** Numbers of the hints that lead to one: those of its flag up to itself. None where there is no such hint. */
function rungsTo(hints: Hints, number: number): number[] {
  const flag = hints[number - 1]?.flag;
  if (flag === undefined) return [];
  return hints.flatMap((hint, index) => (index < number && hint.flag === flag ? [index + 1] : []));
}

const present = (hints: Hints, open: ReadonlySet<number>): OpenHints => ({
  hints: hints.flatMap(({ html }, index) => (open.has(index + 1) ? [{ number: index + 1, html }] : [])),
});
