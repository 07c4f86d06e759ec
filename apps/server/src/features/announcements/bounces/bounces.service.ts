import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { findOwner } from './bounces.read-model.ts';
import { deleteBounce, recordBounce } from './bounces.store.ts';

export interface BounceReport {
  address: string;
  permanent: boolean;
  reason: string;
}

export function createBounceService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** What the operator's mail server heard later. An address that is nobody's any more is no news. */
    async report({ address, permanent, reason }: BounceReport): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const owner = await findOwner(tx, address);
        if (!owner?.email) return;
        await recordBounce(tx, { user: owner.pk, address: owner.email, permanent, reason }, clock.now());
      });
    },

    /** Lets announcements go to an address again. @throws AppError not_found */
    async forget(actor: number, pk: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const gone = await deleteBounce(tx, pk);
        if (!gone) throw notFound('bounce');
        const data = { before: { permanent: gone.permanent, reason: gone.reason }, after: null };
        await audit(tx, { actor, action: 'bounce.forgotten', subject: `user:${gone.user_pk}`, data });
      });
    },
  };
}

export type BounceService = ReturnType<typeof createBounceService>;
