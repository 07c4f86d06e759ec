import { endpointQuery } from '#lib/query.ts';

/** State of the ledger, the subscriptions and the last reconciliation. */
export const paymentsHealthQuery = endpointQuery('GET /api/admin/payments', {}, { quiet: true });

export const explainedTierQuery = (username: string) =>
  endpointQuery('GET /api/admin/payments/tier/:username', { params: { username } });
