import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endpointQuery } from '#lib/query.ts';
import { clearSession, storeUser } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SessionEffects } from './session-effects.tsx';

const marks = () => ['data-member', 'data-company'].filter((name) => document.documentElement.hasAttribute(name));

test('the marks of the start-up script follow who is signed in, and whether they are of the company', async () => {
  await renderApp(<SessionEffects />, { user: buildUser() });
  expect(marks()).toEqual(['data-member']);
  // The email has changed.
  act(() => storeUser(buildUser({ account: { company: true } })));
  expect(marks()).toEqual(['data-member', 'data-company']);
  act(() => clearSession('session_expired'));
  expect(marks()).toEqual([]);
});

test('a tier that has changed fetches again what was locked, in every tab that shows it', async () => {
  const lesson = endpointQuery('GET /api/subchapter/:slug', { params: { slug: 'one' } }, { viewer: true });
  const { client } = await renderApp(<SessionEffects />, { user: buildUser() });
  client.setQueryData(lesson.queryKey, {} as never);
  const isStale = () => client.getQueryState(lesson.queryKey)?.isInvalidated;
  act(() => storeUser(buildUser({ email: 'new@example.org' })));
  expect(isStale()).toBe(false);
  act(() => storeUser(buildUser({ account: { tier: 2 } })));
  expect(isStale()).toBe(true);
});
