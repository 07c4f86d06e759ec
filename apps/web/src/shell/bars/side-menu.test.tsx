import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('links to log-in and sign-up return to the current page', async () => {
  await renderApp(<SideMenu />, { path: '/courses/xss?reason=session_expired' });
  expect(target('Login')).toBe('/login?next=%2Fcourses%2Fxss');
  expect(target('Create account')).toBe('/signup?next=%2Fcourses%2Fxss');
});

test('links to log-in and sign-up in both bars return to the page that needed a log-in', async () => {
  const bars = [<SideMenu key="menu" />, <TopBar key="bar" onMenu={() => {}} isBesideMenu={false} />];
  await renderApp(bars, { path: '/map?reason=no_token&next=%2Fsubscription' });
  expect([target('Login'), target('Log in')]).toEqual(Array(2).fill('/login?next=%2Fsubscription'));
  const joins = screen.getAllByRole('link', { name: 'Create account' }).map((link) => link.getAttribute('href'));
  expect(joins).toEqual(Array(2).fill('/signup?next=%2Fsubscription'));
});

test('links to log-in from the map continue to the overview', async () => {
  await renderApp(<SideMenu />, { path: '/map' });
  expect(target('Login')).toBe('/login');
});

test('lists reviews under notes, and uses the specified label for the mail pages', async () => {
  await renderApp(<SideMenu />, { user: buildUser({ is_superuser: true }) });
  expect(target('Reviews')).toBe('/reviews');
  await screen.findByRole('link', { name: 'Admin' });
  expect(target('Admin')).toBe('/admin');
  expect(target('Email Functionality')).toBe('/admin/email');
});

test('lists the company page before the leaderboard if there is a company', async () => {
  const company = { name: 'Harbour Works', continent: null, colour: null, link: null, logo: null, trainings: [] };
  const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  const { unmount } = await renderApp(<SideMenu />, { features: { company } });
  const entries = names();
  expect(entries.indexOf('Explore Map')).toBeLessThan(entries.indexOf('Harbour Works'));
  expect(entries.indexOf('Harbour Works') + 1).toBe(entries.indexOf('Leaderboard'));
  expect(target('Harbour Works')).toBe('/google-cam');
  // The HTML always contains it and a mark of the start-up script shows it, so that hydration shifts nothing.
  expect(screen.getByRole('link', { name: 'Harbour Works' }).closest('li')?.className).toMatch(/company/);
  unmount();
  await renderApp(<SideMenu />);
  expect(names()).not.toContain('Harbour Works');
});

test('lists invoices and vouchers under the subscription', async () => {
  await renderApp(<SideMenu />, { user: buildUser() });
  expect(target('Subscription')).toBe('/subscription');
  const below = within(screen.getByRole('list', { name: 'Subscription' })).getAllByRole('link');
  expect(below.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Invoices', '/subscription/payments'],
    ['Vouchers', '/subscription/vouchers'],
  ]);
});
