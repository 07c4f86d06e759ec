import { endpointQuery } from '#lib/query.ts';

/** What can be bought. */
export const plansQuery = endpointQuery('GET /api/config/paddle_subscription');

/** The account’s subscription, and why it has the tier that it has. */
export const subscribedQuery = endpointQuery('GET /api/account/paddle/subscription');
