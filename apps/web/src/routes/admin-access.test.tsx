import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { makeQueryClient } from '#lib/query.ts';
import { clearSession, storeSession } from '#lib/session.ts';
import { buildSignedIn, buildUser } from '#lib/testing/builders.ts';
import { fakeApi } from '#lib/testing/fake-api.ts';

interface Page {
  Route: { options: { beforeLoad?: (arrival: object) => unknown } };
}

/** The pages of the admin area, without their layout. `/admin/map` only redirects to another one. */
const pages = Object.entries(
  import.meta.glob<Page>(
    ['./_main/admin/**/*.tsx', '!./_main/admin/route.tsx', '!./_main/admin/map/index.tsx', '!./**/*.test.tsx'],
    { eager: true },
  ),
);

const user = buildUser();
const { api } = fakeApi({ 'GET /api/account/details': { user } });

/** Returns the path and query to which a page redirects; undefined if it opens. */
async function opens({ Route }: Page): Promise<unknown> {
  const arrival = {
    context: { queryClient: makeQueryClient(api) },
    search: {},
    params: { hexmap: 'hexmap' },
    location: { href: '/admin/page', pathname: '/admin/page' },
  };
  try {
    await Route.options.beforeLoad?.(arrival);
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return [thrown.options.to, thrown.options.search];
  }
}

test('covers the pages of the admin area', () => {
  expect(pages.map(([file]) => file)).toContain('./_main/admin/users/$username.tsx');
});

test.each(pages)('%s redirects visitors to the map and learners to the log-in page', async (_, page) => {
  clearSession('user-nav');
  expect(await opens(page)).toMatchObject(['/map', {}]);
  storeSession(buildSignedIn(user));
  expect(await opens(page)).toEqual(['/login', { reason: 'superuser', next: '/admin/page' }]);
});
