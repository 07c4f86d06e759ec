import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { readActiveInstancesOf } from './instances.read-model.ts';
import { endInstance } from './instances.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  runner: string;
  runtime: () => Promise<LabRuntime>;
  onEnd: (label: string) => void;
}

/** Stops everything that a user has running. */
export async function endLabsOf({ db, clock, runner, runtime, onEnd }: Deps, userPk: number): Promise<void> {
  for (const row of await readActiveInstancesOf(db, userPk)) {
    // End the row first: a start that is under way then sees that nobody wants it, and ends its own process
    await endInstance(db, row.pk, { status: 'stopped', reason: 'The account was closed.', now: clock.now() });
    onEnd(row.label);
    // It belongs to another runner, whose own sweep notices
    if (row.driver_ref && row.runner === runner) await (await runtime()).stop(row.driver_ref);
  }
}
