import { consentRecordDays } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

/** Records that one statement takes away. */
const batch = 5_000;

/** Drops what visitors have decided when it is too old to prove anything. The sums of their days stay. */
export function createRecordsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - consentRecordDays * 86_400_000);
    for (;;) {
      const old = db.selectFrom('consent_records').select('pk').where('at', '<', before).orderBy('at').limit(batch);
      const { numDeletedRows } = await db
        .deleteFrom('consent_records')
        .where('pk', 'in', old)
        .executeTakeFirstOrThrow();
      if (numDeletedRows < batch) return;
    }
  };
}
