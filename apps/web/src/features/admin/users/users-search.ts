import type { AccountState, UserSort } from '@hexpedition/contract';

/** Filter and order of the list of accounts, in the URL. */
export interface UsersSearch {
  q?: string;
  tier?: '0' | '1' | '2' | '3' | '42';
  state?: AccountState;
  sort?: UserSort;
  order?: 'asc' | 'desc';
}
