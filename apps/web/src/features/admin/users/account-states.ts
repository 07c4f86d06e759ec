import type { AccountState, UserSort } from '@hexpedition/contract';

/*
 * These names have their own file because the route validates its URL with them, and everything that a route imports is
 * loaded with every page of the site.
 */

/** Names of the orders of the list of accounts. */
export const userSortNames = {
  joined: 'Joined',
  name: 'Name',
  last_seen: 'Last seen',
  lessons: 'Lessons',
  points: 'Points',
} as const satisfies Record<UserSort, string>;

/** Names of the states of an account. */
export const accountStateNames = {
  active: 'Active',
  inactive: 'Disabled',
  deletion_scheduled: 'Scheduled for deletion',
  superuser: 'Superuser',
  beta: 'Beta access',
  past_due: 'Subscription past due',
} as const satisfies Record<AccountState, string>;
