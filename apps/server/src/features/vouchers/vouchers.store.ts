import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

/**
 * Locks a voucher, so that changes of its seats are serial, and its redeeming account, so that the account's vouchers run
 * consecutively. The lock order is always voucher first, to avoid deadlocks.
 */
export async function lockVoucher(tx: Tx, number: number, userPk: number | null): Promise<void> {
  await tx.selectFrom('vouchers').select('pk').where('pk', '=', number).forUpdate().execute();
  if (userPk === null) return;
  await tx.selectFrom('users').select('pk').where('pk', '=', userPk).forNoKeyUpdate().execute();
}

interface NewSeat {
  voucher: number;
  userPk: number;
  tier: number;
  now: Date;
  startsAt: Date;
  endsAt: Date;
}

/** Inserts a seat and its entitlement. */
export async function insertSeat(tx: Tx, { voucher, userPk, tier, now, startsAt, endsAt }: NewSeat): Promise<void> {
  const { pk } = await tx
    .insertInto('voucher_seats')
    .values({ voucher_pk: voucher, user_pk: userPk, redeemed_at: now })
    .returning('pk')
    .executeTakeFirstOrThrow();
  // The database's clock decides whether an entitlement is active, and may be behind ours.
  const begins = startsAt > now ? startsAt : sql<Date>`least(${now}, now())`;
  await tx
    .insertInto('entitlements')
    .values({ user_pk: userPk, source: 'voucher', tier, starts_at: begins, ends_at: endsAt, voucher_seat_pk: pk })
    .execute();
}

/** Releases a seat: its entitlement ends now, or is deleted if it had not started. */
export async function releaseSeat(tx: Tx, seatPk: number, now: Date): Promise<void> {
  await tx.updateTable('voucher_seats').set({ released_at: now }).where('pk', '=', seatPk).execute();
  await tx.deleteFrom('entitlements').where('voucher_seat_pk', '=', seatPk).where('starts_at', '>=', now).execute();
  await tx
    .updateTable('entitlements')
    .set({ ends_at: sql`least(${now}, now())` })
    .where('voucher_seat_pk', '=', seatPk)
    .where('ends_at', '>', now)
    .execute();
}

export async function moveEntitlement(tx: Tx, pk: number, startsAt: Date, endsAt: Date): Promise<void> {
  await tx.updateTable('entitlements').set({ starts_at: startsAt, ends_at: endsAt }).where('pk', '=', pk).execute();
}
