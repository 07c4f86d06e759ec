import type { TrainingKind } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

export const overviewQuery = (kind: TrainingKind) => endpointQuery('GET /api/account/overview', { query: { kind } });
export const progressOfQuery = (kind: TrainingKind) => endpointQuery('GET /api/progress', { query: { kind } });
