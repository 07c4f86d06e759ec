import type { PersonState } from '@hexpedition/contract';

/**
 * As `PersonState` of the contract names them. They stand alone because the route checks addresses by them: what a route
 * imports comes with every page of the site.
 */
export const stateNames = {
  active: 'Active',
  inactive: 'Disabled',
  leaving: 'Leaving',
  superuser: 'Superuser',
  beta: 'Beta access',
  past_due: 'Subscription past due',
} as const satisfies Record<PersonState, string>;
