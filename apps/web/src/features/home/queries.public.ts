import type { Overview, SuggestedTraining, TrainingKind } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

export const overviewQuery = (kind: TrainingKind) => endpointQuery('GET /api/account/overview', { query: { kind } });
export const progressOfQuery = (kind: TrainingKind) => endpointQuery('GET /api/progress', { query: { kind } });

/** The hex that comes after those that are finished: the first of the server's suggestions that is open to the learner. */
export const nextHexOf = (overview: Pick<Overview, 'next'> | undefined): SuggestedTraining | undefined =>
  overview?.next.find(({ locked }) => locked === null);
