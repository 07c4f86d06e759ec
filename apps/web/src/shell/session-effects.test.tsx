import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetSession, storeUser } from '#lib/session.ts';
import { buildUser } from '#lib/testing/build.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SessionEffects } from './session-effects.tsx';

const marks = () => ['data-member', 'data-company'].filter((name) => document.documentElement.hasAttribute(name));

test('the marks of the start-up script follow who is signed in, and whether they are of the company', async () => {
  await renderApp(<SessionEffects />, { user: buildUser() });
  expect(marks()).toEqual(['data-member']);
  // The email has changed.
  act(() => storeUser(buildUser({ account: { company: true } })));
  expect(marks()).toEqual(['data-member', 'data-company']);
  act(() => forgetSession('session_expired'));
  expect(marks()).toEqual([]);
});
