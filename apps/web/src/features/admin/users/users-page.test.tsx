import type { AddUsersAnswer, AdminUserRow, BulkUsersAnswer } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { UsersPage } from './users-page.tsx';
import type { UsersSearch } from './users-search.ts';

const row = (changes: Partial<AdminUserRow>): AdminUserRow => ({
  ...{ pk: 1, username: 'mara', email: 'mara@x.example', pending_email: null, tier: 0 as const },
  ...{ is_active: true, is_superuser: false, beta_access: false, delete_at: null },
  ...{ created_at: '2026-11-01T10:00:00.000Z', last_seen_at: null, lessons: 12, points: 1240 },
  ...changes,
});
const mara = row({});
const ben = row({
  pk: 2,
  username: 'ben',
  email: 'ben@x.example',
  is_active: false,
  last_seen_at: '2026-11-20T10:00:00.000Z',
});
const list = { 'GET /api/admin/users': { users: [mara, ben], next_cursor: null } };

async function openPage(answers = {}, search: UsersSearch = {}, mail = true) {
  const page = await renderApp(
    <>
      <UsersPage search={search} />
      <Toaster />
    </>,
    { user: buildUser({ is_superuser: true }), answers: { ...list, ...answers }, features: { mail } },
  );
  await screen.findByRole('row', { name: /mara/ });
  return page;
}
const press = (name: string) => screen.getByRole('button', { name });

test('shows activity and state of each account', async () => {
  await openPage();
  const cells = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(/mara/).slice(1)).toEqual(['mara@x.example', 'Free', '', '1 Nov 2026', 'never', '12', '1,240']);
  expect(cells(/ben/).slice(3, 6)).toEqual(['Disabled', '1 Nov 2026', '20 Nov 2026']);
});

test('sorts by a column through the URL, and reverses the order with the second click', async () => {
  await openPage({}, { q: 'a', sort: 'points' });
  const points = screen.getByRole('columnheader', { name: 'Points' });
  expect(points.getAttribute('aria-sort')).toBe('descending');
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Points')).toBe('/admin/users?q=a&sort=points&order=asc');
  expect(href('Name')).toBe('/admin/users?q=a&sort=name');
  expect(href('Joined')).toBe('/admin/users?q=a');
});

test('disables the selected accounts with a reason', async () => {
  const answer: BulkUsersAnswer = { results: [{ pk: 2, username: 'ben', error: null }] };
  const { person, server } = await openPage({ 'POST /api/admin/users/bulk': answer });
  await person.click(screen.getByLabelText('Select ben'));
  await person.click(press('Disable'));
  const dialog = within(screen.getByRole('dialog', { name: 'Disable ben?' }));
  await person.click(dialog.getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(errorOf(screen.getByLabelText('Reason'))).toBe('Enter a reason for the audit log.'));
  await person.type(screen.getByLabelText('Reason'), 'Left.');
  await person.click(dialog.getByRole('button', { name: 'Disable' }));
  await screen.findByText('ben disabled.');
  expect(server.callsOf('POST /api/admin/users/bulk').map(({ body }) => body)).toEqual([
    { act: 'active', users: [2], is_active: false, reason: 'Left.' },
  ]);
  expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull();
});

test('lists the accounts for which the action was refused, and keeps them selected', async () => {
  const answer: BulkUsersAnswer = {
    results: [
      { pk: 1, username: 'mara', error: 'This is your own account.' },
      { pk: 2, username: 'ben', error: null },
    ],
  };
  const { person } = await openPage({ 'POST /api/admin/users/bulk': answer });
  await person.click(screen.getByLabelText('Select the first 2'));
  screen.getByText('2 users selected');
  await person.click(press('Log out'));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log out' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 user not changed' }));
  expect(dialog.getByRole('listitem').textContent).toBe('mara: This is your own account.');
  await person.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  screen.getByText('1 user selected');
});

test('asks for the reason and the password before a deletion', async () => {
  const { person, server } = await openPage({
    'POST /api/admin/users/bulk': rejection('wrong_password', { fields: { password: 'This is not your password.' } }),
  });
  await person.click(screen.getByLabelText('Select mara'));
  await person.click(press('Delete'));
  await person.type(screen.getByLabelText('Reason'), 'Spam.');
  await person.type(screen.getByLabelText('Your password'), 'wrong');
  await person.click(press('Delete in 14 days'));
  await waitFor(() => expect(errorOf(screen.getByLabelText('Your password'))).toBe('This is not your password.'));
  expect(server.callsOf('POST /api/admin/users/bulk')[0]?.body).toEqual({
    ...{ act: 'deletion', users: [1], delete: true, reason: 'Spam.', password: 'wrong' },
  });
});

test('adds people, shows their links once, and keeps the lines with a problem', async () => {
  const url = 'http://localhost/password-reset/7/abc';
  const answer: AddUsersAnswer = {
    results: [
      { line: 1, text: 'ada', username: 'ada', email: null, url, error: null },
      { line: 2, text: 'g@x.example', username: 'g', email: 'g@x.example', url: null, error: null },
      { line: 3, text: 'mara', username: null, email: null, url: null, error: 'This username is taken.' },
    ],
    expires_at: '2026-12-13T10:00:00.000Z',
  };
  const { person, server } = await openPage({ 'POST /api/admin/users/add': answer });
  await person.click(press('Add people'));
  screen.getByText(/People with an address get the link by mail/);
  await person.type(screen.getByLabelText('People'), 'ada\ng@x.example\nmara');
  await person.click(press('Add people'));
  const heading = await screen.findByRole('heading', { name: '2 accounts added' });
  expect(document.activeElement).toBe(heading);
  expect(server.callsOf('POST /api/admin/users/add')[0]?.body).toEqual({ text: 'ada\ng@x.example\nmara' });
  expect(within(screen.getByRole('region', { name: 'Links' })).getAllByRole('row')).toHaveLength(2);
  screen.getByText(url);
  screen.getByText('1 person gets the link by mail.');
  screen.getByText(/Line 3/);
  await person.click(press('Correct the other lines'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('People').value).toBe('mara');
  expect(screen.queryByText(url)).toBeNull();
});

test('says that links are handed out on a site without a mail server', async () => {
  const { person } = await openPage({}, {}, false);
  await person.click(press('Add people'));
  screen.getByText(/This site has no mail server, so you see each link once/);
});
