import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { InstanceShutdown } from './instance-shutdown.ts';
import { readActiveInstancesOf } from './instances.read-model.ts';
import { endInstance } from './instances.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  runner: string;
  shutdown: InstanceShutdown;
}

/** Stops all labs of a user. */
export async function stopLabsOf({ db, clock, runner, shutdown }: Deps, userPk: number): Promise<void> {
  const reason = 'The account was closed.';
  for (const row of await readActiveInstancesOf(db, userPk)) {
    // End the row first, so that a start in progress sees it and stops its own process.
    await endInstance(db, row.pk, { status: 'stopped', reason, now: clock.now() });
    shutdown.onEnd(row.label, reason);
    // The sweep of another runner stops the processes of that runner.
    if (row.driver_ref && row.runner === runner) await shutdown.stop(row.driver_ref);
  }
}
