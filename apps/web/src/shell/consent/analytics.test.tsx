import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearSession, storeSession } from '#lib/session.ts';
import { buildSignedIn, buildUser } from '#lib/testing/builders.ts';
import { startAnalytics } from './analytics.ts';

type Call = [method: string, ...values: unknown[]];

const Page = () => (
  <>
    <title>{`Page ${useLocation().pathname}`}</title>
    <Outlet />
  </>
);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  Reflect.deleteProperty(window, '_paq');
  Reflect.deleteProperty(window, 'Matomo');
});

async function setUp({ host = 'learn.example', referrer = '', path = '/labs?search=secret#top' } = {}) {
  const origin = `https://${host}`;
  vi.stubGlobal('location', { origin, hostname: host, href: origin + path });
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  // No script may be loaded.
  const scripts: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => scripts.push((script as HTMLScriptElement).src));
  const root = createRootRoute({ component: Page });
  const route = (path: string, staticData = {}) => createRoute({ getParentRoute: () => root, path, staticData });
  const admin = route('/admin', { analytics: 'ignore' });
  const users = createRoute({ getParentRoute: () => admin, path: '/users' });
  const routeTree = root.addChildren([
    ...[route('/'), route('/labs'), route('/map'), route('$')],
    admin.addChildren([users]),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  render(<RouterProvider router={router as never} />);
  await act(async () => undefined);
  const calls: Call[] = [];
  return {
    router,
    start: () => startAnalytics({ matomo: { url: 'https://stats.example/', site: '1' }, router }),
    go: (to: string) => act(async () => router.navigate({ href: to } as never)),
    /** Simulates the loaded tracker, which takes over the queue. */
    arrive() {
      calls.push(...((Reflect.get(window, '_paq') ?? []) as Call[]));
      Reflect.set(window, '_paq', { push: (call: Call) => calls.push(call) });
      Reflect.set(window, 'Matomo', {});
      vi.advanceTimersByTime(50);
    },
    /** Referrer, address and title of each page view so far. */
    views: () =>
      calls.flatMap(([method], at) =>
        method === 'trackPageView' ? [calls.slice(at - 3, at).map(([, value]) => value)] : [],
      ),
    users: () => calls.filter(([method]) => /UserId/.test(method)),
    scripts,
  };
}

const from = 'https://learn.example';

test('reports the open page without its query, then each path change', async () => {
  const { start, go, arrive, views, scripts } = await setUp({ referrer: 'https://search.example/find?q=me#1' });
  start();
  expect(scripts).toEqual(['https://stats.example/matomo.js']);
  arrive();
  await go('/map?tab=2');
  await go('/map?tab=3#here');
  await go('/labs');
  expect(views()).toEqual([
    ['https://search.example/find', `${from}/labs`, 'Page /labs'],
    [`${from}/labs`, `${from}/map`, 'Page /map'],
    [`${from}/map`, `${from}/labs`, 'Page /labs'],
  ]);
});

test('sends no referrer of this site, because its address may contain a secret', async () => {
  const { start, arrive, views } = await setUp({ referrer: `${from}/verify/7/s3cret` });
  start();
  arrive();
  expect(views()).toEqual([['', `${from}/labs`, 'Page /labs']]);
});

test('sends nothing for ignored routes and their children', async () => {
  const { start, go, arrive, views, scripts } = await setUp({ path: '/admin/users' });
  start();
  expect(scripts).toEqual([]);
  await go('/labs');
  arrive();
  await go('/admin');
  await go('/map');
  expect(views()).toEqual([
    ['', `${from}/labs`, 'Page /labs'],
    [`${from}/labs`, `${from}/map`, 'Page /map'],
  ]);
});

test('sends nothing for a damaged link from a mail that matches no page', async () => {
  const { start, go, arrive, views, scripts } = await setUp({ path: '/verify/7/s3cret/more' });
  start();
  expect(scripts).toEqual([]);
  await go('/labs');
  arrive();
  await go('/password-reset/7/s3cret/more');
  await go('/unsubscribe/7/s3cret/more');
  await go('/map');
  expect(views()).toEqual([
    ['', `${from}/labs`, 'Page /labs'],
    [`${from}/labs`, `${from}/map`, 'Page /map'],
  ]);
});

test('counts nothing on a local host', async () => {
  const { start, go, scripts } = await setUp({ host: 'localhost' });
  const end = start();
  await go('/map');
  end();
  expect(scripts).toEqual([]);
  expect(window).not.toHaveProperty('_paq');
});

test('sets and resets the user id with the session', async () => {
  const { start, go, arrive, users } = await setUp();
  start();
  arrive();
  storeSession(buildSignedIn(buildUser({ pk: 12 })));
  await go('/map');
  clearSession('session_expired');
  expect(users()).toEqual([['setUserId', 'user_pk:12'], ['resetUserId']]);
});

test('counts nothing while a superuser impersonates a user', async () => {
  const view = { access: 'a', user: buildUser({ pk: 12 }), expires_at: '2030-01-01T00:00:00Z' };
  sessionStorage.setItem('view', JSON.stringify(view));
  const { start, go, scripts } = await setUp();
  start();
  await go('/map');
  expect(scripts).toEqual([]);
});

test('sends nothing after stopping, and loads no second script on restart', async () => {
  const { start, go, arrive, views, scripts } = await setUp();
  const end = start();
  arrive();
  end();
  await go('/map');
  await go('/');
  start();
  expect(views()).toEqual([
    ['', `${from}/labs`, 'Page /labs'],
    ['', `${from}/`, 'Page /'],
  ]);
  expect(scripts).toHaveLength(1);
});
