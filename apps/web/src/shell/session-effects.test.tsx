import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endpointQuery } from '#lib/query.ts';
import { clearSession, storeUser } from '#lib/session.ts';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SessionEffects } from './session-effects.tsx';

const markedAttributes = () =>
  ['data-member', 'data-company'].filter((name) => document.documentElement.hasAttribute(name));

test('updates the marks of the start-up script for users and company employees', async () => {
  await renderApp(<SessionEffects />, { user: buildUser() });
  expect(markedAttributes()).toEqual(['data-member']);
  // The user became a company employee.
  act(() => storeUser(buildUser({ account: { company: true } })));
  expect(markedAttributes()).toEqual(['data-member', 'data-company']);
  act(() => clearSession('session_expired'));
  expect(markedAttributes()).toEqual([]);
});

test('refetches content after a change of the tier', async () => {
  const lesson = endpointQuery('GET /api/subchapter/:slug', { params: { slug: 'one' } }, { viewer: true });
  const { client } = await renderApp(<SessionEffects />, { user: buildUser() });
  client.setQueryData(lesson.queryKey, {} as never);
  const isStale = () => client.getQueryState(lesson.queryKey)?.isInvalidated;
  act(() => storeUser(buildUser({ email: 'new@example.org' })));
  expect(isStale()).toBe(false);
  act(() => storeUser(buildUser({ account: { tier: 2 } })));
  expect(isStale()).toBe(true);
});
