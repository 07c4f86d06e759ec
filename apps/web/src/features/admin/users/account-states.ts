import type { AccountState } from '@hexpedition/contract';

/**
 * Names of the states of an account. They have their own file because the route validates its URL with them, and
 * everything that a route imports is loaded with every page of the site.
 */
export const accountStateNames = {
  active: 'Active',
  inactive: 'Disabled',
  deletion_scheduled: 'Scheduled for deletion',
  superuser: 'Superuser',
  beta: 'Beta access',
  past_due: 'Subscription past due',
} as const satisfies Record<AccountState, string>;
