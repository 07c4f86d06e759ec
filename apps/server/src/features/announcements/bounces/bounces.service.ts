import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { findAccountByAddress } from './bounces.read-model.ts';
import { deleteBounce, recordBounce } from './bounces.store.ts';

export interface BounceReport {
  address: string;
  permanent: boolean;
  reason: string;
}

export function createBounceService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Records a bounce that the operator's mail server reports. Ignores addresses that no account has. */
    async report({ address, permanent, reason }: BounceReport): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const account = await findAccountByAddress(tx, address);
        if (!account?.email) return;
        await recordBounce(tx, { user: account.pk, address: account.email, permanent, reason }, clock.now());
      });
    },

    /** Deletes a bounce, so that its address gets announcements again. @throws AppError not_found */
    async forget(actor: number, pk: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const deleted = await deleteBounce(tx, pk);
        if (!deleted) throw notFound('bounce');
        const data = { before: { permanent: deleted.permanent, reason: deleted.reason }, after: null };
        await audit(tx, { actor, action: 'bounce.deleted', subject: `user:${deleted.user_pk}`, data });
      });
    },
  };
}

export type BounceService = ReturnType<typeof createBounceService>;
