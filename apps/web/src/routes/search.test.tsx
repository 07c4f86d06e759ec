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

/** Returns what a page receives: the router passes on parameters that `validateSearch` leaves out. */
function pageSearch(route: { options: { validateSearch?: unknown } }, search: Search): Search {
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
  ['the admin payments', payments, { username: 7 }],
  ['the log-in page', login, { next: '//evil.example', reason: 'foo', provider: 'foo' }],
  ['the sign-up page', signup, { next: 'https://evil.example' }],
])('%s ignores invalid search parameters', (_, route, search) => {
  expect(pageSearch(route, search)).toEqual({});
});

test('pages accept valid search parameters', () => {
  expect(pageSearch(login, { next: '/map', reason: 'account' })).toEqual({ next: '/map', reason: 'account' });
  expect(pageSearch(main, { reason: 'user-nav' })).toEqual({ reason: 'user-nav' });
});
