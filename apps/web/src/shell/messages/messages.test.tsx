import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const goBack = () => screen.getByRole('link', { name: 'Go back' });
const atNotFound = () => renderApp(<NotFoundPage data={{ resource: 'lab' }} />, { path: '/404/lab' });

/** Expects that the path does not become the map. The in-memory history has one page, so going back stays there. */
const expectNoMap = (path: () => string) =>
  expect(waitFor(() => expect(path()).toBe('/map'), { timeout: 300 })).rejects.toThrow('/404/lab');

test('opens the map if the previous page was not on this site', async () => {
  const { person, path } = await atNotFound();
  await person.click(goBack());
  await waitFor(() => expect(path()).toBe('/map'));
});

test('goes back if the Navigation API reports a previous page', async () => {
  vi.stubGlobal('navigation', { canGoBack: true });
  const { person, path } = await atNotFound();
  await person.click(goBack());
  await expectNoMap(path);
});

test('goes back by the referrer in browsers without the Navigation API', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/labs`);
  vi.spyOn(history, 'length', 'get').mockReturnValue(2);
  const { person, path } = await atNotFound();
  await person.click(goBack());
  await expectNoMap(path);
});

test('goes back from an error page', async () => {
  const { person, path, go } = await renderApp(<ErrorPage error={new Error('No.')} reset={() => {}} />, {
    path: '/labs',
  });
  await go('/leaderboard');
  await person.click(goBack());
  await waitFor(() => expect(path()).toBe('/labs'));
});

test.each([
  ['a script did not load', new TypeError('Failed to fetch dynamically imported module: /assets/labs.js'), true],
  ['a style sheet did not load', new Error('Unable to preload CSS for /assets/labs.css'), true],
  ['anything failed offline', new TypeError('Cannot read properties of undefined'), false],
])('shows the network error if %s', async (_, error, onLine) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  await renderApp(<ErrorPage error={error} reset={() => {}} />, { path: '/labs' });
  screen.getByText('Uh-Oh! Looks like your network has some issues.');
  expect(screen.queryByText(/on our side/)).toBeNull();
});
