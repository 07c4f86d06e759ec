import type { AccountMailStatus, AdminUser } from '@hexpedition/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { UserMails } from './user-mails.tsx';

const path = 'GET /api/admin/users/:username/mails';
const person = { username: 'ada', email: 'ada@example.org' } as AdminUser;
const bounce: AccountMailStatus['bounces'][number] = {
  ...{ pk: 3, username: 'ada', address: 'ada@example.org', permanent: true, reason: '550 5.1.1 unknown' },
  at: '2026-11-24T10:00:00.000Z',
};
const show = (answers: Answers) =>
  renderApp(<UserMails person={person} />, { user: buildUser({ is_superuser: true }), answers });

test.each([
  [null, 'Receives announcements at ada@example.org.'],
  ['disabled', 'Receives no announcements: the account is disabled.'],
  ['deletion_scheduled', 'Receives no announcements: the account is scheduled for deletion.'],
  ['no_address', 'Receives no announcements: the account has no confirmed address.'],
  ['unsubscribed', 'Receives no announcements: its owner has unsubscribed.'],
] as const)('shows whether the account receives announcements: %s', async (left_out, text) => {
  await show({ [path]: { left_out, bounces: [] } });
  await screen.findByText(text);
});

test('shows a bounce with its reason and time, and clears it', async () => {
  const { person: actor, server } = await show({
    [path]: { left_out: 'bounced', bounces: [bounce] },
    'DELETE /api/admin/bounces/:pk': {},
  });
  await screen.findByText('Receives no announcements: the address has bounced permanently.');
  expect(screen.getByText('550 5.1.1 unknown')).toBeTruthy();
  expect(document.querySelector('time')?.dateTime).toBe(bounce.at);
  server.change({ [path]: { left_out: null, bounces: [] } });
  await actor.click(screen.getByRole('button', { name: 'Clear the bounce of ada@example.org' }));
  await screen.findByText('Receives announcements at ada@example.org.');
  await waitFor(() => expect(screen.queryByText('550 5.1.1 unknown')).toBeNull());
});

test('shows why the mail status did not load', async () => {
  await show({ [path]: rejection('unavailable', { msg: 'The database is unavailable.' }) });
  await screen.findByText('The mail status did not load');
});
