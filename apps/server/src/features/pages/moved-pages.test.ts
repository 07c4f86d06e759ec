import { expect, it } from 'vitest';
import { findMovedPage } from './moved-pages.ts';

it.each([
  ['/admin/people', '/admin/users'],
  ['/admin/people/mara?tab=log', '/admin/users/mara?tab=log'],
  ['/admin/foreign-flags?lab=lost-luggage', '/admin/shared-flags?lab=lost-luggage'],
  ['/admin/email/letters/receipt', '/admin/email/templates/receipt'],
  ['/labs/tide-table?bench=repair', '/lab/tide-table?bench=repair'],
])('finds the present address of %s', (url, now) => {
  expect(findMovedPage(url)).toBe(now);
});

it.each([
  '/admin/peoples',
  '/admin',
  '/admin/users',
  '/map/admin/people',
  '/labs',
  '/labs/',
  '/labs?topic=web',
  '/labs//example.com',
])('does not move %s', (url) => {
  expect(findMovedPage(url)).toBeUndefined();
});
