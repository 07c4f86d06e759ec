import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDb } from '#platform/db/db';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { runOn, testPostgres, withDatabase } from '#testing/test-postgres';

it('migration 0051 takes the exact billing cycle of a subscription from its event', async () => {
  const { url: server } = await testPostgres();
  const name = `hx_test_cycles_${process.pid}`;
  await runOn(server, `create database ${name}`);
  const url = withDatabase(server, name);
  const older = await mkdtemp(join(tmpdir(), 'hexpedition-migrations-'));
  try {
    for (const file of await readdir(migrationsFolder)) {
      if (file < '0051') await cp(join(migrationsFolder, file), join(older, file));
    }
    await migrate(url, older);
    const { db } = openDb(url, { max: 1 });
    const insert = async (id: string, cycle: string, data: object) => {
      const now = new Date();
      await sql`insert into paddle_events (event_id, event_type, occurred_at, received_at, body)
        values (${`evt_${id}`}, 'subscription.updated', ${now}, ${now}, ${JSON.stringify({ data })})`.execute(db);
      await sql`insert into subscriptions (id, customer_id, status, product_id, price_id, cycle, currency, amount,
        started_at, occurred_at, event_id) values (${id}, 'ctm_1', 'active', 'pro_1', 'pri_1', ${cycle}, 'EUR', 900,
        ${now}, ${now}, ${`evt_${id}`})`.execute(db);
    };
    await insert('sub_quarter', 'monthly', { billing_cycle: { interval: 'month', frequency: 3 } });
    await insert('sub_week', 'monthly', { billing_cycle: { interval: 'week', frequency: 1 } });
    await insert('sub_year', 'yearly', {});
    await migrate(url, migrationsFolder);
    const rows = await db
      .selectFrom('subscriptions')
      .select(['id', 'billing_interval', 'billing_frequency', 'quantity'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: 'sub_quarter', billing_interval: 'month', billing_frequency: 3, quantity: 1 },
      { id: 'sub_week', billing_interval: 'week', billing_frequency: 1, quantity: 1 },
      { id: 'sub_year', billing_interval: 'year', billing_frequency: 1, quantity: 1 },
    ]);
    await db.destroy();
  } finally {
    await rm(older, { recursive: true });
    await runOn(server, `drop database if exists ${name} with (force)`);
  }
});
