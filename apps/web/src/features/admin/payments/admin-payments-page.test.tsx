import type { ExplainedTier, PaymentsHealth, Reconciliation } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSubscribed, buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { AdminPaymentsPage } from './admin-payments-page.tsx';

const health = 'GET /api/admin/payments';
const reconcile = 'POST /api/admin/payments/reconcile';
const tier = 'GET /api/admin/payments/tier/:username';

const healthy: PaymentsHealth = {
  sells: true,
  events: { last_at: '2026-11-20T10:00:00.000Z', waiting: 0, failed: 0, failed_events: [] },
  subscriptions: { active: 1_204, trialing: 0, past_due: 3, paused: 0, canceled: 41 },
  without_plan: [],
  reconciliation: null,
};
const reconciled = (changes: Partial<Reconciliation> = {}): Reconciliation => ({
  ...{ started_at: '2026-11-20T02:00:00.000Z', ended_at: '2026-11-20T02:01:00.000Z', state: 'done' },
  ...{ subscriptions: 1_248, payments: 9, changed: 0, changed_ids: [], failure: null },
  ...changes,
});

const explained: ExplainedTier = {
  ...{ username: 'ada', tier: 2, is_superuser: false },
  reasons: [
    {
      ...{ source: 'subscription', tier: 2, reference: 'sub_1', state: 'current' },
      ...{ from: '2026-11-01T00:00:00.000Z', until: '2026-12-04T00:00:00.000Z' },
    },
    {
      ...{ source: 'grant', tier: 1, reference: null, state: 'over' },
      ...{ from: '2026-01-01T00:00:00.000Z', until: null },
    },
  ],
  subscription: buildSubscribed({ name: 'Specialization', total: 4_640, card: { type: 'visa', last4: '4242' } })
    .subscription,
};

const show = (answer: PaymentsHealth | ReturnType<typeof rejection>, answers: Answers = {}, username?: string) =>
  renderApp(<AdminPaymentsPage username={username} />, {
    user: buildUser({ is_superuser: true }),
    path: '/admin/payments',
    answers: { [health]: answer, ...answers },
  });
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const region = (name: string) => within(screen.getByRole('region', { name }));

test('shows the figures of the ledger and of the subscriptions', async () => {
  await show(healthy);
  await screen.findByRole('heading', { name: 'Ledger' });
  expect(figure('Last event')).toMatch(/20 Nov 2026|^at /);
  expect(['Pending', 'Unreadable', 'Active', 'Past due', 'Canceled'].map(figure)).toEqual([
    '0',
    '0',
    '1,204',
    '3',
    '41',
  ]);
  expect(screen.queryByText(/Pending events/)).toBeNull();
});

test('explains pending events and lists unreadable ones', async () => {
  const failed = { event: 'evt_1', type: 'transaction.completed', at: '2026-11-20T10:00:00.000Z', error: 'No items.' };
  await show({ ...healthy, events: { last_at: null, waiting: 2, failed: 1, failed_events: [failed] } });
  await screen.findByText(/Pending events/);
  expect(figure('Last event')).toBe('None yet');
  expect(screen.getByText('1 event could not be read')).toBeTruthy();
  expect(screen.getByText('evt_1').closest('li')?.textContent).toContain('No items.');
});

test('warns about subscriptions that give no access', async () => {
  await show({ ...healthy, without_plan: [{ subscription: 'sub_9', product: 'pro_addon' }] });
  await screen.findByText('Subscriptions without a plan');
  expect(screen.getByText('sub_9').closest('li')?.textContent).toContain('pro_addon');
});

test('shows the result of a reconciliation', async () => {
  const { person, server } = await show(healthy, {
    [reconcile]: { ...healthy, reconciliation: reconciled({ changed: 2, changed_ids: ['sub_1', 'txn_2'] }) },
  });
  await screen.findByText('None yet.');
  await person.click(screen.getByRole('button', { name: 'Reconcile now' }));
  await screen.findByText(/1248 subscriptions and 9 payments checked, 2 corrected/);
  expect(screen.getByText('txn_2')).toBeTruthy();
  expect(server.callsOf(reconcile)).toHaveLength(1);
});

test('refreshes a running reconciliation until it ends', async () => {
  const running = reconciled({ started_at: new Date().toISOString(), ended_at: null, state: 'running' });
  const { server } = await show({ ...healthy, reconciliation: running });
  await screen.findByText('Contacting Paddle.');
  const button = region('Reconciliation').getByRole('button', { name: 'Reconcile now' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  server.change({ [health]: { ...healthy, reconciliation: reconciled() } });
  await screen.findByText(/no differences/);
  expect(screen.queryByText('Contacting Paddle.')).toBeNull();
});

test('can restart a reconciliation whose process died', async () => {
  const dead = reconciled({ ended_at: null, state: 'running' });
  await show({ ...healthy, reconciliation: dead });
  await screen.findByText(/Interrupted/);
  expect(screen.queryByText('Contacting Paddle.')).toBeNull();
});

test('shows why a reconciliation failed', async () => {
  await show({ ...healthy, reconciliation: reconciled({ state: 'failed', failure: 'Paddle did not answer.' }) });
  await screen.findByText('Paddle did not answer.');
});

test('shows an error when the server rejects a reconciliation', async () => {
  const { person } = await show(healthy, { [reconcile]: rejection('unavailable', { msg: 'Too busy.' }) });
  await person.click(await screen.findByRole('button', { name: 'Reconcile now' }));
  await screen.findByText('Too busy.');
});

test('offers no reconciliation while payments are switched off', async () => {
  await show({ ...healthy, sells: false });
  await screen.findByText('Payments are switched off');
  expect(screen.queryByRole('button', { name: 'Reconcile now' })).toBeNull();
});

test('keeps the tier lookup when the figures do not load', async () => {
  const { person, server } = await show(rejection('unavailable', { msg: 'Too busy.' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too busy.');
  expect(screen.getByLabelText('Username')).toBeTruthy();
  server.change({ [health]: healthy });
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Ledger' });
});

test('writes the username to the URL and focuses the answer', async () => {
  const { person, path, server, rerender } = await show(healthy);
  const field = screen.getByLabelText<HTMLInputElement>('Username');
  await person.click(screen.getByRole('button', { name: 'Look up' }));
  await waitFor(() => expect(errorOf(field)).toBe('Enter a username.'));
  await person.type(field, ' ada {Enter}');
  await waitFor(() => expect(path()).toBe('/admin/payments?username=ada'));
  server.change({ [tier]: explained });
  rerender(<AdminPaymentsPage username="ada" />);
  const heading = await screen.findByRole('heading', { name: 'ada Specialization' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('explains an account’s tier with its entitlements, their dates and its subscription', async () => {
  await show(healthy, { [tier]: explained }, 'ada');
  await screen.findByRole('heading', { name: 'ada Specialization' });
  const explanation = region('Why this tier?');
  expect(explanation.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Specialization by subscriptionsub_11 Nov 2026 to 4 Dec 2026active',
    'Foundational by grantsince 1 Jan 2026, no end dateexpired',
  ]);
  for (const text of ['renews on 1 Dec 2026', '$46.40', 'Visa ending 4242']) explanation.getByText(text);
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
});

test('shows a message for an unknown username and for an account without entitlements', async () => {
  const { unmount } = await show(healthy, { [tier]: rejection('not_found') }, 'unknown');
  expect((await screen.findByRole('alert')).textContent).toBe('No user is named unknown.');
  unmount();
  await show(
    healthy,
    { [tier]: { ...explained, tier: 0, is_superuser: true, reasons: [], subscription: null } },
    'captain',
  );
  await screen.findByText('This account has never had an entitlement.');
  expect(screen.getByText(/Superusers can access everything/)).toBeTruthy();
});
