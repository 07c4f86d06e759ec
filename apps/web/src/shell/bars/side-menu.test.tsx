import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SideMenu } from './side-menu.tsx';

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('the log-in and the sign-up lead back to the page that they were opened on', async () => {
  await renderApp(<SideMenu />, { path: '/courses/xss?reason=session_expired' });
  expect(target('Login')).toBe('/login?next=%2Fcourses%2Fxss');
  expect(target('Create account')).toBe('/signup?next=%2Fcourses%2Fxss');
});

test('from the map, where visitors begin, they lead on to the overview', async () => {
  await renderApp(<SideMenu />, { path: '/map' });
  expect(target('Login')).toBe('/login');
});

test('reviews stand under the notes, and a superuser’s mails are called as in the specification', async () => {
  await renderApp(<SideMenu />, { user: buildUser({ is_superuser: true }) });
  expect(target('Reviews')).toBe('/reviews');
  expect(target('Email Functionality')).toBe('/admin/email');
});
