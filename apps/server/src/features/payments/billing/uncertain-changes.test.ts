import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { sandboxPlans } from '../plans.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.ts';
import { findOwnSubscription } from './own-subscription.read-model.ts';
import { createChangeService } from './subscription-changes.service.ts';

let platform: PaymentsTestApp;
beforeEach(async () => {
  platform = await createPaymentsTestApp({ slowMs: 700 });
});
afterEach(() => platform.close());

it('polls the subscription after a change without an answer until the change is visible', async () => {
  const learner = await platform.as({ email: 'ada@example.com' });
  const { db } = platform.database;
  await platform.startDeliveries();
  await platform.buy({ email: 'ada@example.com' });
  await platform.waitForDeliveries();
  await platform.applyPending();
  await learner.post('/api/account/paddle/customer', {});
  // From here on the ledger only gets our own snapshots.
  platform.stopDeliveries();
  const api = createPaddleApi(platform.paddle, { warn: () => {}, limitMs: 400 });
  const { ledger } = platform;
  const { clock } = platform;
  const changes = createChangeService({ db, clock, api, ledger, plans: sandboxPlans, pollDelaysMs: [50, 1_500] });
  await platform.control.setApi('slow');
  await expect(changes.cancel(learner.pk)).rejects.toMatchObject({
    code: 'payments_unavailable',
    message: expect.stringContaining('may have been made'),
  });
  expect((await findOwnSubscription(db, learner.pk))?.facts.endsBy).toBeNull();
  await platform.control.setApi('ok');
  const seen = async () => (await findOwnSubscription(db, learner.pk))?.facts.endsBy ?? null;
  await expect.poll(seen, { timeout: 10_000 }).toBeInstanceOf(Date);
  // A second request gets the new state.
  await expect(changes.cancel(learner.pk)).rejects.toMatchObject({ code: 'already_done' });
});
