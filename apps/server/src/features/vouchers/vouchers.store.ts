import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

/**
 * Whoever wants a seat of a voucher, or gives one back, does so one after another; and the vouchers of one account are
 * redeemed one after another, so that each begins where the one before ends. The voucher always comes first, so that
 * nobody waits for somebody who waits for them.
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

/** Takes a seat, with the entitlement that it gives. */
export async function insertSeat(tx: Tx, { voucher, userPk, tier, now, startsAt, endsAt }: NewSeat): Promise<void> {
  const { pk } = await tx
    .insertInto('voucher_seats')
    .values({ voucher_pk: voucher, user_pk: userPk, redeemed_at: now })
    .returning('pk')
    .executeTakeFirstOrThrow();
  // The database's own clock decides what is current, and may be behind ours: what begins now has begun.
  const begins = startsAt > now ? startsAt : sql<Date>`least(${now}, now())`;
  await tx
    .insertInto('entitlements')
    .values({ user_pk: userPk, source: 'voucher', tier, starts_at: begins, ends_at: endsAt, voucher_seat_pk: pk })
    .execute();
}

/** Gives a seat back: what it gave ends now, and what had not begun never was. */
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
