import type { Overview, SuggestedTraining, TrainingKind } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

export const overviewQuery = (kind: TrainingKind) => endpointQuery('GET /api/account/overview', { query: { kind } });
export const progressOfQuery = (kind: TrainingKind) => endpointQuery('GET /api/progress', { query: { kind } });

/** The training to start next: the first of the server's suggestions that is not locked for the learner. */
export const nextTrainingOf = (overview: Pick<Overview, 'next'> | undefined): SuggestedTraining | undefined =>
  overview?.next.find(({ locked }) => locked === null);
