import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SavedInBrowserNote } from './saved-in-browser-note.tsx';
import { SignInPrompt } from './sign-in-prompt.tsx';

const prompt = <SignInPrompt purpose="to keep your 10 points">Right.</SignInPrompt>;

test.each([
  [{}, 'Right. Create an account to keep your 10 points, or log in.'],
  [{ register: false }, 'Right. Log in to keep your 10 points.'],
  [{ register: false, login: false }, 'Right. Logging in is turned off at the moment.'],
])('offers what the site allows: %j', async (features, text) => {
  await renderApp(prompt, { features, path: '/labs' });
  expect(screen.getByRole('status').textContent).toBe(text);
});

test.each([
  [{}, 'Saved in this browser only. Create an account to keep it on every device.'],
  [{ register: false }, 'Saved in this browser only. Log in to keep it on every device.'],
  [{ register: false, login: false }, 'Saved in this browser only. '],
])('says how to keep progress: %j', async (features, text) => {
  const { container } = await renderApp(<SavedInBrowserNote done className={undefined} />, { features });
  expect(container.textContent).toBe(text);
});

test('returns to the same place, with its query and hash', async () => {
  await renderApp(prompt, { path: '/labs?tag=csrf&reason=no_token#list' });
  const href = screen.getByRole('link', { name: 'log in' }).getAttribute('href');
  expect(new URL(href ?? '', 'http://localhost').searchParams.get('next')).toBe('/labs?tag=csrf#list');
});
