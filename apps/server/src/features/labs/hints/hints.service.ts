import type { OpenHints } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { selectLab } from '../labs.read-model.ts';
import { countOpenHints, openHints } from './hints.store.ts';

export type HintService = ReturnType<typeof createHintService>;

/** The hints of labs: a ladder, whose next rung can be read only after those before it. */
export function createHintService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @throws AppError not_found */
    async read(viewer: Viewer, slug: string): Promise<OpenHints> {
      const { pk, hints } = await selectLab(db, slug);
      return present(hints, await countOpenHints(db, { userPk: viewer.pk, labPk: pk }));
    },

    /**
     * Opens a hint and those before it. Nothing is kept of what a visitor opens.
     * @throws AppError not_found
     */
    async open(viewer: Viewer | null, slug: string, number: number): Promise<OpenHints> {
      const { pk, hints } = await selectLab(db, slug);
      if (number > hints.length) throw notFound('hint');
      if (!viewer) return present(hints, number);
      const learner = { userPk: viewer.pk, labPk: pk };
      await openHints(db, learner, number, clock.now());
      return present(hints, await countOpenHints(db, learner));
    },
  };
}

const present = (hints: { html: string }[], open: number): OpenHints => ({
  hints: hints.slice(0, open).map(({ html }, index) => ({ number: index + 1, html })),
});
