import {
  type HeldVoucher,
  maxRedeemedVouchers,
  type RedeemedVoucher,
  type Tier,
  type VoucherTier,
} from '@hexpedition/contract';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import type { Redeemable, Span } from './vouchers.policy.ts';

/** A voucher with its benefits and the number of taken seats. */
export interface Voucher extends Redeemable {
  number: number;
  name: string;
  tier: VoucherTier;
  months: number;
  holder: string | null;
}

/** Counts the taken seats of a voucher. The surrounding query must contain `vouchers`. */
export const takenSeats = sql<number>`(
  select count(*)::int from voucher_seats
  where voucher_seats.voucher_pk = vouchers.pk and voucher_seats.released_at is null
)`;

export async function findVoucher(db: Db | Tx, hash: Buffer): Promise<Voucher | undefined> {
  const row = await db
    .selectFrom('vouchers')
    .innerJoin('voucher_batches', 'voucher_batches.pk', 'vouchers.batch_pk')
    .leftJoin('users', 'users.pk', 'voucher_batches.holder_pk')
    .select(['vouchers.pk', 'vouchers.disabled_at', 'voucher_batches.name', 'voucher_batches.months'])
    .select(['voucher_batches.uses', 'voucher_batches.expires_at', 'users.username as holder'])
    .select(sql<VoucherTier>`voucher_batches.tier`.as('tier'))
    .select(takenSeats.as('taken'))
    .where('vouchers.secret_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { pk, disabled_at, expires_at, ...rest } = row;
  return { ...rest, number: pk, isDisabled: disabled_at !== null, expiresAt: expires_at };
}

function seatsOf(db: Db | Tx, userPk: number) {
  return db
    .selectFrom('voucher_seats')
    .innerJoin('vouchers', 'vouchers.pk', 'voucher_seats.voucher_pk')
    .innerJoin('voucher_batches', 'voucher_batches.pk', 'vouchers.batch_pk')
    .leftJoin('users', 'users.pk', 'voucher_batches.holder_pk')
    .leftJoin('entitlements', 'entitlements.voucher_seat_pk', 'voucher_seats.pk')
    .select(['vouchers.pk as number', 'voucher_batches.name', 'voucher_batches.months', 'users.username as holder'])
    .select([
      'voucher_seats.redeemed_at',
      'voucher_seats.released_at',
      'entitlements.starts_at',
      'entitlements.ends_at',
    ])
    .select(sql<VoucherTier>`voucher_batches.tier`.as('tier'))
    .where('voucher_seats.user_pk', '=', userPk);
}
type SeatRow = Awaited<ReturnType<ReturnType<typeof seatsOf>['executeTakeFirstOrThrow']>>;

const presentSeat = ({ redeemed_at, released_at, starts_at, ends_at, ...facts }: SeatRow): RedeemedVoucher => ({
  ...facts,
  redeemed_at: redeemed_at.toISOString(),
  released_at: released_at?.toISOString() ?? null,
  from: starts_at?.toISOString() ?? null,
  until: ends_at?.toISOString() ?? null,
});

/** Finds what an account received from a voucher, including a seat that was taken back. */
export async function findRedeemed(db: Db | Tx, voucher: number, userPk: number): Promise<RedeemedVoucher | undefined> {
  const row = await seatsOf(db, userPk).where('voucher_seats.voucher_pk', '=', voucher).executeTakeFirst();
  return row && presentSeat(row);
}

/** Lists the redeemed vouchers, newest first. */
export async function readRedeemed(db: Db, userPk: number): Promise<RedeemedVoucher[]> {
  const rows = await seatsOf(db, userPk).orderBy('voucher_seats.pk', 'desc').limit(maxRedeemedVouchers).execute();
  return rows.map(presentSeat);
}

/** Lists the current and future entitlements of an account, and whether each comes from a voucher. */
export async function readHeld(
  db: Db | Tx,
  userPk: number,
  now: Date,
): Promise<(Span & { tier: Tier; isVoucher: boolean })[]> {
  const rows = await db
    .selectFrom('entitlements')
    .select(['starts_at', 'ends_at', 'source', sql<Tier>`tier`.as('tier')])
    .where('user_pk', '=', userPk)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .execute();
  return rows.map(({ tier, starts_at, ends_at, source }) => ({
    tier,
    startsAt: starts_at,
    endsAt: ends_at,
    isVoucher: source === 'voucher',
  }));
}

/** Lists the active and waiting vouchers of a tier, in the order of their start. */
export async function readQueue(
  tx: Tx,
  userPk: number,
  tier: number,
  now: Date,
): Promise<{ pk: number; months: number; startsAt: Date; endsAt: Date }[]> {
  const rows = await tx
    .selectFrom('entitlements')
    .innerJoin('voucher_seats', 'voucher_seats.pk', 'entitlements.voucher_seat_pk')
    .innerJoin('vouchers', 'vouchers.pk', 'voucher_seats.voucher_pk')
    .innerJoin('voucher_batches', 'voucher_batches.pk', 'vouchers.batch_pk')
    .select(['entitlements.pk', 'entitlements.starts_at', 'voucher_batches.months'])
    // An entitlement from a voucher always has an end.
    .select(sql<Date>`entitlements.ends_at`.as('ends_at'))
    .where('entitlements.user_pk', '=', userPk)
    .where('entitlements.tier', '=', tier)
    .where('entitlements.ends_at', '>', now)
    .orderBy('entitlements.starts_at')
    .orderBy('entitlements.pk')
    .execute();
  return rows.map(({ pk, months, starts_at, ends_at }) => ({ pk, months, startsAt: starts_at, endsAt: ends_at }));
}

const heldPageSize = 20;

function heldVouchers(db: Db | Tx, holderPk: number) {
  return db
    .selectFrom('vouchers')
    .innerJoin('voucher_batches', 'voucher_batches.pk', 'vouchers.batch_pk')
    .innerJoin('users', 'users.pk', 'voucher_batches.holder_pk')
    .select(['vouchers.pk as number', 'vouchers.disabled_at', 'users.username as holder'])
    .select(['voucher_batches.name', 'voucher_batches.months', 'voucher_batches.uses', 'voucher_batches.expires_at'])
    .select(sql<VoucherTier>`voucher_batches.tier`.as('tier'))
    .where('voucher_batches.holder_pk', '=', holderPk);
}
type HeldRow = Awaited<ReturnType<ReturnType<typeof heldVouchers>['executeTakeFirstOrThrow']>>;

/** Returns one page of the vouchers that a user holds, newest first. @param before the last number of the previous page */
export async function readHeldVouchers(
  db: Db,
  holderPk: number,
  before: number | null,
): Promise<{ held: HeldVoucher[]; next_cursor: string | null }> {
  let query = heldVouchers(db, holderPk).orderBy('vouchers.pk', 'desc');
  if (before !== null) query = query.where('vouchers.pk', '<', before);
  const rows = await query.limit(heldPageSize + 1).execute();
  const held = await withSeats(db, rows.slice(0, heldPageSize));
  return { held, next_cursor: rows.length > heldPageSize ? String(held.at(-1)?.number) : null };
}

export async function selectHeldVoucher(db: Db | Tx, holderPk: number, number: number): Promise<HeldVoucher> {
  const row = await heldVouchers(db, holderPk).where('vouchers.pk', '=', number).executeTakeFirstOrThrow();
  const [held] = await withSeats(db, [row]);
  // One row yields one voucher.
  return held as HeldVoucher;
}

async function withSeats(db: Db | Tx, rows: readonly HeldRow[]): Promise<HeldVoucher[]> {
  const seats = await db
    .selectFrom('voucher_seats')
    .leftJoin('users', 'users.pk', 'voucher_seats.user_pk')
    .leftJoin('entitlements', 'entitlements.voucher_seat_pk', 'voucher_seats.pk')
    .select(['voucher_seats.pk', 'voucher_seats.voucher_pk', 'voucher_seats.redeemed_at'])
    .select(['users.username', 'entitlements.ends_at'])
    .where('voucher_seats.voucher_pk', '=', anyOf(rows.map(({ number }) => number)))
    .where('voucher_seats.released_at', 'is', null)
    .orderBy('voucher_seats.pk')
    .execute();
  return rows.map(({ disabled_at, expires_at, ...facts }) => ({
    ...facts,
    expires_at: expires_at?.toISOString() ?? null,
    disabled: disabled_at !== null,
    seats: seats
      .filter(({ voucher_pk }) => voucher_pk === facts.number)
      .map(({ pk, username, redeemed_at, ends_at }) => ({
        pk,
        username,
        redeemed_at: redeemed_at.toISOString(),
        until: ends_at?.toISOString() ?? null,
      })),
  }));
}

/** Finds a seat of a voucher that the user holds. */
export function findHeldSeat(db: Db | Tx, holderPk: number, seatPk: number) {
  return db
    .selectFrom('voucher_seats')
    .innerJoin('vouchers', 'vouchers.pk', 'voucher_seats.voucher_pk')
    .innerJoin('voucher_batches', 'voucher_batches.pk', 'vouchers.batch_pk')
    .select(['voucher_seats.pk', 'voucher_seats.user_pk', 'voucher_seats.released_at', 'voucher_batches.tier'])
    .select('vouchers.pk as number')
    .where('voucher_seats.pk', '=', seatPk)
    .where('voucher_batches.holder_pk', '=', holderPk)
    .executeTakeFirst();
}
