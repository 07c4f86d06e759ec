import { type AnyRoute, createMemoryHistory, createRouter, isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { makeQueryClient } from '#lib/query.ts';
import { clearSession, storeSession } from '#lib/session.ts';
import { buildSignedIn, buildUser } from '#lib/testing/builders.ts';
import { fakeApi } from '#lib/testing/fake-api.ts';
import { routeTree } from '../routeTree.gen.ts';

/** The pages of the admin area, without their layout. `/admin/map` redirects to a page of its own. */
const router = createRouter({ routeTree, history: createMemoryHistory() } as never);
const pages = (Object.values(router.routesById) as AnyRoute[]).filter(
  ({ id, children }) => id.startsWith('/_main/admin/') && id !== '/_main/admin/map/' && !children,
);

const user = buildUser();
const { api } = fakeApi({ 'GET /api/account/details': { user } });

/** Returns the path and query to which a page redirects; undefined if it opens. */
async function opens({ options, fullPath }: AnyRoute): Promise<unknown> {
  const arrival = {
    context: { queryClient: makeQueryClient(api) },
    search: {},
    params: { hexmap: 'hexmap' },
    location: { href: fullPath, pathname: fullPath },
  };
  try {
    await options.beforeLoad?.(arrival as never);
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return [thrown.options.to, thrown.options.search];
  }
}

test('has pages', () => {
  expect(pages.map(({ fullPath }) => fullPath)).toContain('/admin/users/$username');
});

test.each(pages.map((page) => [page.fullPath, page] as const))(
  '%s redirects visitors to the map and learners to the log-in page',
  async (next, page) => {
    clearSession('user-nav');
    expect(await opens(page)).toMatchObject(['/map', {}]);
    storeSession(buildSignedIn(user));
    expect(await opens(page)).toEqual(['/login', { reason: 'superuser', next }]);
  },
);
