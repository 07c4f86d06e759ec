import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AboutNotes } from './about-notes.tsx';

const target = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

test('explains notes, and links to sign-up and log-in that return to this page', async () => {
  await renderApp(<AboutNotes />, { path: '/notes' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Notes');
  expect(screen.getByText(/before you would forget/)).toBeTruthy();
  expect([target('Create account'), target('Log in')]).toEqual(['/signup?next=%2Fnotes', '/login?next=%2Fnotes']);
});

test('shows no link to sign up if sign-up is disabled', async () => {
  await renderApp(<AboutNotes />, { path: '/notes', features: { login: true, register: false } });
  expect([target('Create account'), target('Log in')]).toEqual([undefined, '/login?next=%2Fnotes']);
});
