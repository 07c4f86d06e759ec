import { endpointQuery } from '#lib/query.ts';

/** Whether all that Paddle told has arrived. */
export const paymentsHealthQuery = endpointQuery('GET /api/admin/payments', {}, { quiet: true });

export const explainedTierQuery = (username: string) =>
  endpointQuery('GET /api/admin/payments/tier/:username', { params: { username } });
