import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

export interface NewBatchRow {
  name: string;
  tier: number;
  months: number;
  uses: number;
  expires_at: Date | null;
  made_by: number;
  made_at: Date;
  holder_pk: number | null;
}

export async function insertBatch(tx: Tx, batch: NewBatchRow): Promise<number> {
  const { pk } = await tx.insertInto('voucher_batches').values(batch).returning('pk').executeTakeFirstOrThrow();
  return pk;
}

/** @returns the numbers of the vouchers, in the order of the hashes */
export async function insertVouchers(tx: Tx, batchPk: number, hashes: readonly Buffer[]): Promise<number[]> {
  const rows = await tx
    .insertInto('vouchers')
    .columns(['batch_pk', 'secret_hash'])
    .expression(
      sql`select ${batchPk}::int, hash from unnest(${hashes}::bytea[]) with ordinality as given (hash, place) order by place`,
    )
    .returning(['pk', 'secret_hash'])
    .execute();
  const numbers = new Map(rows.map(({ pk, secret_hash }) => [secret_hash.toString('hex'), pk]));
  return hashes.map((hash) => numbers.get(hash.toString('hex')) ?? 0);
}

/** @param number one voucher of the batch; undefined for all @returns the number of changed vouchers */
export async function setDisabled(
  tx: Tx,
  batchPk: number,
  number: number | undefined,
  disabledAt: Date | null,
): Promise<number> {
  let query = tx.updateTable('vouchers').set({ disabled_at: disabledAt }).where('batch_pk', '=', batchPk);
  if (number !== undefined) query = query.where('pk', '=', number);
  const { numUpdatedRows } = await query
    .where('disabled_at', disabledAt === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function hasVoucher(tx: Tx, batchPk: number, number: number): Promise<boolean> {
  const row = await tx
    .selectFrom('vouchers')
    .select('pk')
    .where('pk', '=', number)
    .where('batch_pk', '=', batchPk)
    .executeTakeFirst();
  return row !== undefined;
}
