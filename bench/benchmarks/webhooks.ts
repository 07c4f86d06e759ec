import { randomUUID } from 'node:crypto';
import { createHistogram } from 'node:perf_hooks';
import { signWebhook } from '@hexpedition/paddle-sandbox/events/signature';
import { sql } from 'kysely';
import { webhookPath } from '../../apps/server/src/features/payments/payments.public.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { withDataDir, withPlatform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, type Row, writeReport } from '../report.ts';
import type { BareWebhook } from '../roles/bare-webhook.ts';
import { median } from '../statistics.ts';

const secret = 'pdl_ntfset_of_the_benchmark_alone';
const env = {
  PADDLE_API_KEY: 'pdl_sdbx_apikey_of_the_benchmark_alone',
  PADDLE_CLIENT_TOKEN: 'test_token_of_the_benchmark',
  PADDLE_WEBHOOK_SECRET: secret,
  PADDLE_PLANS: 'foundational=pro_one:pri_month:pri_year',
};

export async function run(args: string[]): Promise<void> {
  const options = readNumbers(args, {
    rounds: { min: 1, max: 100, fallback: 5 },
    events: { min: 10, max: 100_000, fallback: 400 },
    connections: { min: 1, max: 100, fallback: 4 },
  });
  const loadBefore = loadNow();
  const rounds = await withDataDir((dataDir) =>
    withPlatform({ dataDir, env }, async ({ port }) => {
      const { db, url, close } = await openDatabase({ databaseUrl: null, dataDir });
      const barePort = await freePort();
      return withRole('bare-webhook', async (bare) => {
        await bare.ask<void>({ port: barePort, databaseUrl: url } satisfies BareWebhook);
        const all = [];
        for (let round = 0; round < options.rounds; round++) {
          all.push({
            blocked: await whileProcessingIsBlocked(db, () => deliver(port, options)),
            processing: await deliver(port, options),
            bare: await deliver(barePort, options),
          });
        }
        return all;
      }).finally(close);
    }),
  );
  printTable(
    `Response to a Paddle event: ${options.rounds} alternating rounds of ${options.events}, ${options.connections} connections; medians over the rounds.`,
    [
      row(
        'Hexpedition, processing blocked',
        rounds.map(({ blocked }) => blocked),
      ),
      row(
        'Hexpedition, processing events',
        rounds.map(({ processing }) => processing),
      ),
      row(
        'bare Fastify, one insert',
        rounds.map(({ bare }) => bare),
      ),
    ],
  );
  writeReport('webhooks', { options, loadBefore, rounds });
}

type Db = Awaited<ReturnType<typeof openDatabase>>['db'];

/** Locks the table that the processing of every event writes, so that all processing is blocked. */
function whileProcessingIsBlocked<T>(db: Db, use: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table subscriptions in access exclusive mode`.execute(tx);
    return use();
  });
}

interface DeliveryTimes {
  p50: number;
  p99: number;
  max: number;
}

async function deliver(port: number, { events, connections }: { events: number; connections: number }) {
  const histogram = createHistogram();
  const pending = Array.from({ length: events }, newEvent);
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let body = pending.pop(); body; body = pending.pop()) {
        const headers = { 'content-type': 'application/json', 'paddle-signature': signWebhook(body, secret) };
        const since = performance.now();
        const response = await fetch(`http://127.0.0.1:${port}${webhookPath}`, { method: 'POST', headers, body });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`An event got the response ${response.status}.`);
        histogram.record(Math.max(1, Math.round((performance.now() - since) * 1_000)));
      }
    }),
  );
  const ms = (percent: number) => histogram.percentile(percent) / 1_000;
  return { p50: ms(50), p99: ms(99), max: histogram.max / 1_000 } satisfies DeliveryTimes;
}

const row = (name: string, rounds: DeliveryTimes[]): Row => ({
  '': name,
  'p50 ms': number(median(rounds.map(({ p50 }) => p50)), 2),
  'p99 ms': number(median(rounds.map(({ p99 }) => p99)), 2),
  'max ms': number(Math.max(...rounds.map(({ max }) => max)), 2),
});

/** Returns a subscription renewal of the same size as Paddle's own events. */
function newEvent(): string {
  const id = randomUUID().replaceAll('-', '');
  const now = new Date();
  const [at, later] = [now.toISOString(), new Date(now.getTime() + 30 * 86_400_000).toISOString()];
  return JSON.stringify({
    event_id: `evt_${id}`,
    event_type: 'subscription.updated',
    occurred_at: at,
    notification_id: `ntf_${id}`,
    data: {
      id: `sub_${id}`,
      status: 'active',
      customer_id: `ctm_${id}`,
      currency_code: 'EUR',
      created_at: at,
      started_at: at,
      next_billed_at: later,
      paused_at: null,
      canceled_at: null,
      current_billing_period: { starts_at: at, ends_at: later },
      billing_cycle: { interval: 'month', frequency: 1 },
      scheduled_change: null,
      items: [{ price: { id: 'pri_month', product_id: 'pro_one', unit_price: { amount: '1800' } } }],
      custom_data: { padding: 'x'.repeat(4_000) },
    },
  });
}
