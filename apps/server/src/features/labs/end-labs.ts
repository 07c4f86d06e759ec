import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { Ending } from './ending.ts';
import { readActiveInstancesOf } from './instances.read-model.ts';
import { endInstance } from './instances.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  runner: string;
  ending: Ending;
}

/** Stops everything that a user has running. */
export async function endLabsOf({ db, clock, runner, ending }: Deps, userPk: number): Promise<void> {
  const reason = 'The account was closed.';
  for (const row of await readActiveInstancesOf(db, userPk)) {
    // End the row first: a start that is under way then sees that nobody wants it, and ends its own process
    await endInstance(db, row.pk, { status: 'stopped', reason, now: clock.now() });
    ending.onEnd(row.label, reason);
    // It belongs to another runner, whose own sweep notices
    if (row.driver_ref && row.runner === runner) await ending.stop(row.driver_ref);
  }
}
