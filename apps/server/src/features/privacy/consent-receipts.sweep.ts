import { consentReceiptDays } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

/** Receipts that one statement deletes. */
const batchSize = 5_000;

/** Deletes consent receipts that are too old to serve as a proof. The daily sums stay. */
export function createReceiptsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - consentReceiptDays * 86_400_000);
    for (;;) {
      const old = db
        .selectFrom('consent_receipts')
        .select('pk')
        .where('at', '<', before)
        .orderBy('at')
        .limit(batchSize);
      const { numDeletedRows } = await db
        .deleteFrom('consent_receipts')
        .where('pk', 'in', old)
        .executeTakeFirstOrThrow();
      if (numDeletedRows < batchSize) return;
    }
  };
}
