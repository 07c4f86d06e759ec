import type { LabOpinion, LabSolutions } from '@hexpedition/contract';
import type { SourceReader } from '#features/content/sources.public';
import { selectLab } from '#features/lab-lookup/lab-lookup.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { TaskLimitError } from '#platform/worker-thread';
import { hasSolvedLab } from '../labs.read-model.ts';
import { readOpinion, readSolutions } from './opinions.read-model.ts';
import { lockSolution, removeSolution, setSolutionHidden, writeRating, writeSolution } from './opinions.store.ts';

const ratingLimit: Limit = { name: 'lab-rating', hits: 60, seconds: 3_600 };
const solutionLimit: Limit = { name: 'lab-solution', hits: 60, seconds: 3_600 };

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  /** Renders Markdown in a worker thread, because a slow text must not block the server. */
  render: SourceReader['renderLearnerText'];
  /** Called when a lab was rated. */
  onRate: (labPk: number) => void;
}

export type OpinionService = ReturnType<typeof createOpinionService>;

/** Creates the service for ratings and learner solutions of solved labs. */
export function createOpinionService({ db, clock, limiter, render, onRate }: Deps) {
  /** @throws AppError not_found, forbidden */
  async function selectSolvedLab(viewer: Viewer, slug: string, action: string) {
    const lab = await selectLab(db, slug);
    if (!(await hasSolvedLab(db, viewer.pk, lab.pk))) {
      throw new AppError('forbidden', `Find all flags of this lab first. Then you can ${action}.`);
    }
    return lab;
  }

  return {
    /** @throws AppError not_found */
    async read(viewer: Viewer, slug: string): Promise<LabOpinion> {
      return readOpinion(db, viewer.pk, (await selectLab(db, slug)).pk);
    },

    /** @throws AppError not_found, forbidden, too_many_requests */
    async rate(viewer: Viewer, slug: string, difficulty: number): Promise<LabOpinion> {
      const lab = await selectSolvedLab(viewer, slug, 'rate its difficulty');
      await limiter.take(ratingLimit, String(viewer.pk));
      await writeRating(db, { userPk: viewer.pk, labPk: lab.pk }, difficulty, clock.now());
      onRate(lab.pk);
      return readOpinion(db, viewer.pk, lab.pk);
    },

    /** Stores or, with an empty text, deletes a learner solution. @throws AppError not_found, forbidden, too_many_requests, invalid_request */
    async writeSolution(
      viewer: Viewer,
      slug: string,
      { text, published }: { text: string; published: boolean },
    ): Promise<LabOpinion> {
      const lab = await selectSolvedLab(viewer, slug, 'write a solution');
      await limiter.take(solutionLimit, String(viewer.pk));
      const learner = { userPk: viewer.pk, labPk: lab.pk };
      if (text.trim() === '') await removeSolution(db, learner, clock.now());
      else {
        const html = await render(text).catch(explainLimit);
        await writeSolution(db, learner, { text, html, published }, clock.now());
      }
      return readOpinion(db, viewer.pk, lab.pk);
    },

    /** @throws AppError not_found, forbidden */
    async readSolutions(viewer: Viewer, slug: string, cursor: string | undefined): Promise<LabSolutions> {
      const lab = viewer.isSuperuser
        ? await selectLab(db, slug)
        : await selectSolvedLab(viewer, slug, 'read other solutions');
      return readSolutions(db, { labPk: lab.pk, viewerPk: viewer.pk, withHidden: viewer.isSuperuser, cursor });
    },

    /** Hides a learner solution from other learners, or shows it again. @throws AppError not_found */
    async hideSolution(viewer: Viewer, pk: number, hidden: boolean): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const solution = await lockSolution(tx, pk);
        if (!solution) throw notFound('solution');
        if (solution.hidden === hidden) return;
        await setSolutionHidden(tx, pk, hidden);
        const action = hidden ? 'lab_solution.hidden' : 'lab_solution.shown';
        const data = { user: solution.user_pk, before: { hidden: solution.hidden }, after: { hidden } };
        await audit(tx, { actor: viewer.pk, action, subject: `lab:${solution.slug}`, data });
      });
    },
  };
}

function explainLimit(error: unknown): never {
  if (!(error instanceof TaskLimitError)) throw error;
  throw invalid({ text: 'This text is nested too deeply or too long to show. Make it simpler.' });
}
