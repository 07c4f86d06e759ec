import type { Bounces } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { BouncesPage } from './bounces-page.tsx';

const list = 'GET /api/admin/bounces';
const clear = 'DELETE /api/admin/bounces/:pk';
const bounce: Bounces['bounces'][number] = {
  ...{ pk: 3, username: 'ada', address: 'ada@example.org', permanent: true, reason: '550 5.1.1 unknown' },
  at: '2026-11-24T10:00:00.000Z',
};
const other = { ...bounce, pk: 2, username: 'ben', address: 'ben@example.org', permanent: false, reason: '' };

const show = (answers: Answers) => renderApp(<BouncesPage />, { user: buildUser({ is_superuser: true }), answers });

test('explains an empty list', async () => {
  await show({ [list]: { bounces: [], next_cursor: null } });
  await screen.findByRole('heading', { name: 'No bounces' });
});

test('clears a bounce and keeps the focus in the list', async () => {
  const { person, server } = await show({
    [list]: { bounces: [bounce, other], next_cursor: null },
    [clear]: rejection('not_found', { msg: 'The bounce could not be found.' }),
  });
  await screen.findByText('550 5.1.1 unknown');
  expect([screen.getByText('permanent'), screen.getByText('temporary')]).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/admin/users/ada');
  await person.click(screen.getByRole('button', { name: 'Clear the bounce of ada@example.org' }));
  await screen.findByText('The bounce could not be found.');
  server.change({ [clear]: {}, [list]: { bounces: [other], next_cursor: null } });
  await person.click(screen.getByRole('button', { name: 'Clear the bounce of ada@example.org' }));
  await waitFor(() => expect(screen.queryByText('ada@example.org')).toBeNull());
  const list_ = screen.getByRole('list', { name: 'Bounces' });
  await waitFor(() => expect(document.activeElement?.contains(list_)).toBe(true));
  expect(server.callsOf(clear).map(({ params }) => params.pk)).toEqual(['3', '3']);
});

test('shows why the list did not load', async () => {
  await show({ [list]: rejection('unavailable', { msg: 'The database is unavailable.' }) });
  await screen.findByText('The bounces did not load');
});
