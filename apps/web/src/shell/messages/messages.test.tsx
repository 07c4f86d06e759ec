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

/** The memory of this test holds one page: going back leaves it there, and what counts is that the map was not chosen. */
const stays = (path: () => string) =>
  expect(waitFor(() => expect(path()).toBe('/map'), { timeout: 300 })).rejects.toThrow('/404/lab');

test('without a page of ours before it, the way back is the map', async () => {
  const { person, path } = await atNotFound();
  await person.click(goBack());
  await waitFor(() => expect(path()).toBe('/map'));
});

test('after a full page load the browser knows that the page before was ours', async () => {
  vi.stubGlobal('navigation', { canGoBack: true });
  const { person, path } = await atNotFound();
  await person.click(goBack());
  await stays(path);
});

test('a browser that does not say so is asked where the visitor came from', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/labs`);
  vi.spyOn(history, 'length', 'get').mockReturnValue(2);
  const { person, path } = await atNotFound();
  await person.click(goBack());
  await stays(path);
});

test('a page that failed can be left the way one came', async () => {
  const { person, path, go } = await renderApp(<ErrorPage error={new Error('No.')} reset={() => {}} />, {
    path: '/labs',
  });
  await go('/leaderboard');
  await person.click(goBack());
  await waitFor(() => expect(path()).toBe('/labs'));
});
