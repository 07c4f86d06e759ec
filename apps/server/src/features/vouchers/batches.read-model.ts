import { type BatchVouchers, maxRedeemerNames, type VoucherBatch, type VoucherTier } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { takenSeats } from './vouchers.read-model.ts';

const pageSize = 50;

function batches(db: Db | Tx) {
  return db
    .selectFrom('voucher_batches')
    .leftJoin('users as makers', 'makers.pk', 'voucher_batches.made_by')
    .leftJoin('users as holders', 'holders.pk', 'voucher_batches.holder_pk')
    .select(['voucher_batches.pk', 'voucher_batches.name', 'voucher_batches.months', 'voucher_batches.uses'])
    .select(['voucher_batches.expires_at', 'voucher_batches.made_at'])
    .select(['makers.username as made_by', 'holders.username as holder'])
    .select(sql<VoucherTier>`voucher_batches.tier`.as('tier'))
    .select(
      sql<number>`(select count(*)::int from vouchers where vouchers.batch_pk = voucher_batches.pk)`.as('vouchers'),
    )
    .select(
      sql<number>`(
        select count(vouchers.disabled_at)::int from vouchers where vouchers.batch_pk = voucher_batches.pk
      )`.as('disabled'),
    )
    .select(
      sql<number>`(
        select count(*)::int from vouchers
        join voucher_seats on voucher_seats.voucher_pk = vouchers.pk and voucher_seats.released_at is null
        where vouchers.batch_pk = voucher_batches.pk
      )`.as('taken'),
    );
}
type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>['executeTakeFirstOrThrow']>>;

const present = ({ expires_at, made_at, ...rest }: BatchRow): VoucherBatch => ({
  ...rest,
  expires_at: expires_at?.toISOString() ?? null,
  made_at: made_at.toISOString(),
});

/** Returns one page, newest first. @param before the pk of the last batch of the previous page */
export async function readBatches(
  db: Db,
  before: number | null,
): Promise<{ batches: VoucherBatch[]; next_cursor: string | null }> {
  let query = batches(db).orderBy('voucher_batches.pk', 'desc');
  if (before !== null) query = query.where('voucher_batches.pk', '<', before);
  const rows = await query.limit(pageSize + 1).execute();
  const page = rows.slice(0, pageSize).map(present);
  return { batches: page, next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null };
}

export async function findBatch(db: Db | Tx, pk: number): Promise<VoucherBatch | undefined> {
  const row = await batches(db).where('voucher_batches.pk', '=', pk).executeTakeFirst();
  return row && present(row);
}

/** Returns one page of a batch's vouchers, ordered by number. @param after the last number of the previous page */
export async function readVouchers(db: Db, batchPk: number, after: number): Promise<Omit<BatchVouchers, 'batch'>> {
  const rows = await db
    .selectFrom('vouchers')
    .select(['vouchers.pk', 'vouchers.disabled_at'])
    .select(takenSeats.as('taken'))
    .select(
      sql<string[]>`array(
        select users.username from voucher_seats join users on users.pk = voucher_seats.user_pk
        where voucher_seats.voucher_pk = vouchers.pk and voucher_seats.released_at is null
        order by voucher_seats.pk desc limit ${sql.lit(maxRedeemerNames)}
      )`.as('redeemed_by'),
    )
    .select(
      sql<Date | null>`(
        select max(voucher_seats.redeemed_at) from voucher_seats
        where voucher_seats.voucher_pk = vouchers.pk and voucher_seats.released_at is null
      )`.as('redeemed_at'),
    )
    .where('vouchers.batch_pk', '=', batchPk)
    .where('vouchers.pk', '>', after)
    .orderBy('vouchers.pk')
    .limit(pageSize + 1)
    .execute();
  const page = rows.slice(0, pageSize);
  return {
    vouchers: page.map(({ pk, disabled_at, taken, redeemed_by, redeemed_at }) => ({
      number: pk,
      disabled: disabled_at !== null,
      taken,
      redeemed_by,
      redeemed_at: redeemed_at?.toISOString() ?? null,
    })),
    next_cursor: rows.length > pageSize ? String(page.at(-1)?.pk) : null,
  };
}

/** Finds a user by username, ignoring case. */
export async function findHolder(db: Db, username: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('pk')
    .where(sql<boolean>`lower(username) = ${username.toLowerCase()}`)
    .executeTakeFirst();
  return row?.pk;
}
