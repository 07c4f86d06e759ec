import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { sandboxPlans } from '../plans.ts';
import { openShop, type Shop } from '../testing/payments-test-app.ts';
import { createChangeService } from './subscription-changes.service.ts';
import { findOwnSubscription } from './own-subscription.read-model.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ slowMs: 700 });
});
afterEach(() => shop.close());

it('a change whose answer comes too late is looked for until it is seen', async () => {
  const learner = await shop.as({ email: 'ada@example.com' });
  const { db } = shop.database;
  await shop.deliver();
  await shop.buy({ email: 'ada@example.com' });
  await shop.settled();
  await shop.work();
  await learner.post('/api/account/paddle/customer', {});
  // From here on only what we read ourselves tells us anything.
  shop.stopDelivering();
  const api = createPaddleApi(shop.paddle, { warn: () => {}, limitMs: 400 });
  const { ledger } = shop;
  const changes = createChangeService({ db, api, ledger, plans: sandboxPlans, lookAgainMs: [50, 1_500] });
  await shop.control.setApi('slow');
  await expect(changes.cancel(learner.pk)).rejects.toMatchObject({
    code: 'payments_unavailable',
    message: expect.stringContaining('may have been done'),
  });
  expect((await findOwnSubscription(db, learner.pk))?.facts.endsBy).toBeNull();
  await shop.control.setApi('ok');
  const seen = async () => (await findOwnSubscription(db, learner.pk))?.facts.endsBy ?? null;
  await expect.poll(seen, { timeout: 10_000 }).toBeInstanceOf(Date);
  // Whoever clicks again meanwhile is told what is.
  await expect(changes.cancel(learner.pk)).rejects.toMatchObject({ code: 'already_done' });
});
