import { createHmac } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startPlatform } from './support/platform.ts';
import { startServer, temporaryFolder } from './support/server.ts';

const secret = 'pdl_ntfset_of_the_tests_alone';
const env = {
  PADDLE_API_KEY: 'pdl_sdbx_apikey_of_the_tests_alone',
  PADDLE_CLIENT_TOKEN: 'test_token_of_the_tests',
  PADDLE_WEBHOOK_SECRET: secret,
  PADDLE_PLANS: 'foundational=pro_one:pri_month:pri_year',
};

/** Enough for several events to be in progress when the server is killed. */
const count = 40;

function newEvent(n: number): string {
  const [now, later] = [new Date(), new Date(Date.now() + 30 * 86_400_000)].map((time) => time.toISOString());
  return JSON.stringify({
    event_id: `evt_${n}`,
    event_type: 'subscription.created',
    occurred_at: now,
    data: {
      ...{ id: `sub_${n}`, status: 'active', customer_id: `ctm_${n}`, currency_code: 'EUR', created_at: now },
      current_billing_period: { starts_at: now, ends_at: later },
      billing_cycle: { interval: 'month', frequency: 1 },
      items: [
        { price: { id: 'pri_month', product_id: 'pro_one', unit_price: { amount: '1800', currency_code: 'EUR' } } },
      ],
    },
  });
}

it('processes every acknowledged Paddle event, although the server is killed before it could', async () => {
  const platform = await startPlatform(env);
  const database = new pg.Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const folder = await temporaryFolder();
  try {
    // Processing is blocked by a lock on the table that it writes.
    await database.query('begin; lock table subscriptions in access exclusive mode');
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const body = newEvent(n);
        const time = Math.floor(Date.now() / 1_000);
        const signature = createHmac('sha256', secret).update(`${time}:${body}`).digest('hex');
        const headers = { 'content-type': 'application/json', 'paddle-signature': `ts=${time};h1=${signature}` };
        const sent = await fetch(`${platform.url}/api/paddle/webhook`, { method: 'POST', headers, body });
        return sent.status;
      }),
    );
    expect(answers).toEqual(Array(count).fill(200));
    await platform.kill();
    await database.query('rollback');
    const done = async () => (await database.query('select id from subscriptions')).rows.length;
    expect(await done()).toBe(0);
    const next = await startServer({ dataDir: folder.path, databaseUrl: platform.databaseUrl, env });
    await expect.poll(done).toBe(count);
    await next.stop();
  } finally {
    await database.end();
    await folder.remove();
    await platform.end();
  }
});
