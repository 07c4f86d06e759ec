import type { AdminOverview } from '@hexpedition/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AdminOverviewPage } from './admin-overview-page.tsx';

const none: AdminOverview['attention'] = {
  ...{ outbox: 0, jobs_failed: 0, jobs_retrying: 0, ledger_errors: 0, subscriptions_past_due: 0 },
  ...{ accounts_deletion_scheduled: 0, shared_flags: 0, feedback: 0, notes_hidden: 0 },
};
const figures: AdminOverview['figures'] = {
  ...{ users: 2, joined: 1, active_today: 0, active_week: 0, solves: 0, instances_running: 0, subscriptions: 0 },
};
const recent: AdminOverview['backups'] = { last_good_at: '2026-11-28T10:00:00.000Z', is_late: false, problem: null };
const show = (
  attention: Partial<AdminOverview['attention']>,
  database: AdminOverview['database'] = { outages: 0, last: null },
  backups: AdminOverview['backups'] = recent,
  demo_accounts: AdminOverview['demo_accounts'] = null,
) =>
  renderApp(<AdminOverviewPage />, {
    user: buildUser({ is_superuser: true }),
    answers: {
      'POST /api/admin/demo_accounts/delete': { deleted: 2 },
      'GET /api/admin/overview': {
        attention: { ...none, ...attention },
        figures,
        database,
        backups,
        demo_accounts,
        version: '1.2.3',
      },
    },
  });

test('separates open issues from information, and links each to its list', async () => {
  await show({ notes_hidden: 8, feedback: 3, subscriptions_past_due: 2 });
  const urgent = within(await screen.findByRole('region', { name: 'Needs attention' }));
  expect(urgent.getAllByRole('link').map((link) => link.textContent)).toEqual(['Subscriptions past due']);
  expect(urgent.getByRole('link').getAttribute('href')).toBe('/admin/users?state=past_due');
  const information = within(screen.getByRole('region', { name: 'Good to know' }));
  expect(information.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Feedback this week',
    'Notes taken down',
  ]);
});

test('links unsent mails to the outbox, and jobs to the status page, which shows why they failed', async () => {
  await show({ jobs_failed: 2, jobs_retrying: 1, outbox: 4 });
  const urgent = within(await screen.findByRole('region', { name: 'Needs attention' }));
  expect(urgent.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Failed jobs', '/admin/status'],
    ['Retrying jobs', '/admin/status'],
    ['Unsent mails', '/admin/email/outbox'],
  ]);
});

test('shows the version of the server', async () => {
  await show({});
  await screen.findByText('Hexpedition 1.2.3');
});

test('shows that there are no open issues', async () => {
  await show({ feedback: 3 });
  await screen.findByText('All clear');
});

test('shows the duration and the reason of a database outage', async () => {
  const last = {
    started_at: '2026-11-28T10:00:00.000Z',
    ended_at: '2026-11-28T10:00:32.000Z',
    reason: 'PostgreSQL exited (signal SIGKILL) and is being restarted.',
  };
  await show({}, { outages: 2, last });
  await screen.findByText('The database was unavailable 2 times');
  screen.getByText(/lasted 32 s\. Reason: PostgreSQL exited \(signal SIGKILL\)/);
});

test('shows no database message without an outage', async () => {
  await show({ feedback: 3 });
  await screen.findByText('All clear');
  expect(screen.queryByText(/The database was unavailable/)).toBeNull();
});

test('warns about missing and failed backups', async () => {
  const database = { outages: 0, last: null };
  const last_good_at = '2026-11-28T10:00:00.000Z';
  await show({}, database, { last_good_at, is_late: true, problem: 'The disk is full' });
  await screen.findByText('There is no recent backup');
  const paragraph = screen.getByText(/The last good one ended/, { selector: 'p' });
  expect(paragraph.textContent).toMatch(/ Reason: The disk is full\. Run npm run doctor on the server\.$/);
});

test('shows no backup message while the schedule is kept', async () => {
  await show({ feedback: 3 });
  await screen.findByText('All clear');
  expect(screen.queryByText(/(?:no recent|last) backup/i)).toBeNull();
});

test('warns that no backups are scheduled, and is not clear then', async () => {
  await show({}, undefined, null);
  await screen.findByText('No backups are scheduled');
  expect(screen.queryByText('All clear')).toBeNull();
});

test('warns about demo accounts, and deletes them after a confirmation', async () => {
  const demo = { count: 2, is_local: false };
  const { person, server } = await show({}, undefined, recent, demo);
  await screen.findByText('There are 2 demo accounts');
  screen.getByText(/They cannot log in, because this site has a public address\./);
  await person.click(screen.getByRole('button', { name: 'Delete demo accounts' }));
  expect(server.callsOf('POST /api/admin/demo_accounts/delete')).toEqual([]);
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expect.poll(() => server.callsOf('POST /api/admin/demo_accounts/delete').length).toBe(1);
});
