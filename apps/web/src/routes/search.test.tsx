import { expect, test } from 'vitest';
import { Route as account } from './_main/account/index.tsx';
import { Route as payments } from './_main/admin/payments.tsx';
import { Route as labs } from './_main/labs.tsx';
import { Route as leaderboard } from './_main/leaderboard.tsx';
import { Route as map } from './_main/map/route.tsx';
import { Route as notes } from './_main/notes.tsx';
import { Route as main } from './_main.tsx';
import { Route as login } from './_plain/login.tsx';
import { Route as signup } from './_plain/signup.tsx';

type Search = Record<string, unknown>;

/** What a page is told: the router keeps a parameter that `validateSearch` leaves out as it stands in the address. */
function told(route: { options: { validateSearch?: unknown } }, search: Search): Search {
  const validate = route.options.validateSearch as (search: Search) => Search;
  return Object.fromEntries(
    Object.entries({ ...search, ...validate(search) }).filter(([, value]) => value !== undefined),
  );
}

test.each([
  ['every page', main, { reason: 'foo' }],
  ['the map', map, { view: 'sphere' }],
  ['the leaderboard', leaderboard, { period: 'century', continent: '../x', cursor: '<b>' }],
  ['the labs', labs, { difficulty: 'absurd', state: 'foo' }],
  ['notes', notes, { q: 7 }],
  ['the account', account, { provider: 'foo' }],
  ['the payments of the site', payments, { username: 7 }],
  ['the log-in', login, { next: '//evil.example', reason: 'foo', provider: 'foo' }],
  ['the sign-up', signup, { next: 'https://evil.example' }],
])('%s ignores search parameters that make no sense', (_, route, search) => {
  expect(told(route, search)).toEqual({});
});

test('and takes those that do', () => {
  expect(told(login, { next: '/map', reason: 'account' })).toEqual({ next: '/map', reason: 'account' });
  expect(told(main, { reason: 'user-nav' })).toEqual({ reason: 'user-nav' });
});
