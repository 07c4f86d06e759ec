import { endpointQuery } from '#lib/query.ts';

/** Plans that can be bought. */
export const plansQuery = endpointQuery('GET /api/config/paddle_subscription');

/** The account's subscription and the reasons for its tier. */
export const subscribedQuery = endpointQuery('GET /api/account/paddle/subscription');
