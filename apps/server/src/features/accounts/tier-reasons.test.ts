import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { explainTier } from './tier-reasons.read-model.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const on = (day: string) => new Date(`${day}T12:00:00Z`);

it('explains current, past and future entitlements', async () => {
  const { db } = database;
  const { pk, username } = await buildUser(db, { username: 'buyer' });
  expect(await explainTier(db, username, on('2026-03-01'))).toBe(
    'buyer has tier 0, Free.\n  It has never had an entitlement.',
  );
  const batch = { name: 'Class', tier: 2, months: 1, uses: 1, made_at: on('2026-01-01') };
  const { pk: batch_pk } = await db
    .insertInto('voucher_batches')
    .values(batch)
    .returning('pk')
    .executeTakeFirstOrThrow();
  const voucher = { batch_pk, secret_hash: Buffer.alloc(32) };
  const { pk: voucher_pk } = await db.insertInto('vouchers').values(voucher).returning('pk').executeTakeFirstOrThrow();
  const taken = { voucher_pk, user_pk: pk, redeemed_at: on('2026-02-01') };
  const seat = await db.insertInto('voucher_seats').values(taken).returning('pk').executeTakeFirstOrThrow();
  await db
    .insertInto('entitlements')
    .values({
      user_pk: pk,
      source: 'voucher',
      tier: 2,
      starts_at: on('2026-02-01'),
      ends_at: on('2026-03-03'),
      voucher_seat_pk: seat.pk,
    })
    .execute();
  await db
    .insertInto('entitlements')
    .values([
      { user_pk: pk, source: 'grant', tier: 1, starts_at: on('2026-01-01'), ends_at: null },
      { user_pk: pk, source: 'invite', tier: 2, starts_at: on('2026-01-01'), ends_at: on('2026-01-08') },
      { user_pk: pk, source: 'voucher', tier: 1, starts_at: on('2026-04-01'), ends_at: on('2026-05-01') },
    ])
    .execute();
  expect(await explainTier(db, 'BUYER', on('2026-03-01'))).toBe(
    [
      'buyer has tier 2, Specialization.',
      `  Specialization from 2026-02-01 until 2026-03-03, by voucher ${voucher_pk}`,
      '  Foundational from 2026-01-01 without an end date, by grant',
      '  Foundational from 2026-04-01 until 2026-05-01, by voucher, not started',
      '  Specialization from 2026-01-01 until 2026-01-08, by invite, ended',
    ].join('\n'),
  );
  expect(await explainTier(db, 'nobody-here', on('2026-03-01'))).toBeUndefined();
});
