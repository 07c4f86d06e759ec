import type { BatchVouchers, EndpointInput, NewBatch, VoucherBatch } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { invalid, notFound } from '#platform/errors';
import { findBatch, findHolder, readVouchers } from './batches.read-model.ts';
import { hasVoucher, insertBatch, insertVouchers, setDisabled } from './batches.store.ts';
import { hashCode, makeCode } from './voucher-codes.ts';

type NewBatchBody = EndpointInput<'POST /api/admin/vouchers'>['body'];

/** Actions of superusers on voucher batches. */
export function createBatchService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** @returns the batch with its codes, of which only hashes are stored. @throws AppError invalid_request */
    async make(actor: number, body: NewBatchBody): Promise<NewBatch> {
      const { name, tier, months, uses, vouchers } = body;
      const now = clock.now();
      const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
      if (expiresAt && expiresAt <= now) throw invalid({ expires_at: 'Choose a date in the future.' });
      const holderPk = body.holder ? await findHolder(db, body.holder) : null;
      if (holderPk === undefined) throw invalid({ holder: 'No account has this username.' });
      const codes = Array.from({ length: vouchers }, makeCode);
      return db.transaction().execute(async (tx) => {
        const row = { name, tier, months, uses, expires_at: expiresAt, made_by: actor, made_at: now };
        const pk = await insertBatch(tx, { ...row, holder_pk: holderPk });
        const numbers = await insertVouchers(tx, pk, codes.map(hashCode));
        const data = { before: null, after: { tier, months, uses, vouchers } };
        await audit(tx, { actor, action: 'voucher.created', subject: `voucher_batch:${pk}`, data });
        const batch = await findBatch(tx, pk);
        if (!batch) throw notFound('batch');
        return { batch, secrets: codes.map((secret, index) => ({ number: numbers[index] ?? 0, secret })) };
      });
    },

    /** @param after see `readVouchers` @throws AppError not_found */
    async read(batchPk: number, after: number): Promise<BatchVouchers> {
      const batch = await findBatch(db, batchPk);
      if (!batch) throw notFound('batch');
      return { batch, ...(await readVouchers(db, batchPk, after)) };
    },

    /**
     * Disables or enables a voucher or all vouchers of a batch. Taken seats are not affected.
     * @throws AppError not_found
     */
    async disable(
      actor: number,
      batchPk: number,
      number: number | undefined,
      isDisabled: boolean,
    ): Promise<VoucherBatch> {
      return db.transaction().execute(async (tx) => {
        if (number !== undefined && !(await hasVoucher(tx, batchPk, number))) throw notFound('voucher');
        const changed = await setDisabled(tx, batchPk, number, isDisabled ? clock.now() : null);
        const batch = await findBatch(tx, batchPk);
        if (!batch) throw notFound('batch');
        if (changed > 0) {
          await audit(tx, {
            actor,
            action: isDisabled ? 'voucher.disabled' : 'voucher.enabled',
            subject: number === undefined ? `voucher_batch:${batchPk}` : `voucher:${number}`,
            data: { vouchers: changed, before: { disabled: !isDisabled }, after: { disabled: isDisabled } },
          });
        }
        return batch;
      });
    },
  };
}
