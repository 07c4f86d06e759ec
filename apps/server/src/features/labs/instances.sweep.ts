import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { tryLock } from '#platform/db/locks';
import { rules } from './instances.policy.ts';
import { type ActiveInstance, readActiveInstances } from './instances.read-model.ts';
import { endInstance } from './instances.store.ts';

/** Any fixed number: of several nodes, one at a time looks after what has run out. */
const sweepLock = 4_839_311;

interface Deps {
  db: Db;
  clock: Clock;
  runner: string;
  runtime: () => Promise<LabRuntime>;
  onEnd: (label: string) => void;
  /** Whether copies run that are nobody's instance. */
  isTryingRepairs: () => boolean;
}

/** Makes the table agree with the clock and the driver; may run at any time, any number of times. */
export async function sweepInstances(deps: Deps): Promise<void> {
  await endWhatRanOut(deps);
  await matchDriver(deps);
}

/** At boot: the instances of this runner ended when it did. */
export async function reconcileAtBoot({ db, clock, runner }: Pick<Deps, 'db' | 'clock' | 'runner'>): Promise<void> {
  for (const { pk } of await readActiveInstances(db, runner)) {
    await endInstance(db, pk, { status: 'stopped', reason: 'The server was restarted.', now: clock.now() });
  }
}

async function endWhatRanOut({ db, clock, onEnd }: Deps): Promise<void> {
  const now = clock.now();
  const ended = await db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, sweepLock))) return [];
    await tx.deleteFrom('lab_entries').where('expires_at', '<', now).execute();
    const labels: string[] = [];
    for (const instance of await readActiveInstances(tx)) {
      const verdict = verdictOn(instance, now.getTime());
      if (verdict && (await endInstance(tx, instance.pk, { ...verdict, now }))) labels.push(instance.label);
    }
    return labels;
  });
  for (const label of ended) onEnd(label);
}

/** Why an active instance has to end; undefined when it may go on. */
function verdictOn(
  instance: ActiveInstance,
  now: number,
): { status: 'stopped' | 'expired' | 'failed'; reason: string } | undefined {
  if (instance.status !== 'running') {
    if (now - instance.created_at.getTime() < rules.starting) return undefined;
    return { status: 'failed', reason: 'The lab did not start in time.' };
  }
  if (instance.expires_at && instance.expires_at.getTime() <= now) {
    return { status: 'expired', reason: 'Its time ran out.' };
  }
  if (now - instance.last_seen_at.getTime() >= rules.idle) {
    return { status: 'expired', reason: 'Nobody used it for half an hour.' };
  }
  return undefined;
}

/** Stops processes that no row wants, and ends rows whose process has gone. */
async function matchDriver({ db, clock, runner, runtime, onEnd, isTryingRepairs }: Deps): Promise<void> {
  const driver = await runtime();
  // Ask the driver first: everything in its list is then in the table too, even what starts between the two questions
  const states = new Map((await driver.list()).map((state) => [state.ref, state]));
  const rows = await readActiveInstances(db, runner);

  for (const row of rows) {
    if (row.status !== 'running' || !row.driver_ref) continue;
    const state = states.get(row.driver_ref) ?? (await driver.inspect(row.driver_ref));
    if (state?.state === 'running') continue;
    const reason = `The lab has ended. ${state?.reason ?? ''}`.trim();
    await endInstance(db, row.pk, { status: 'failed', reason, error: state?.output, now: clock.now() });
    onEnd(row.label);
    await driver.stop(row.driver_ref);
  }
  const isStarting = rows.some((row) => row.status !== 'running');
  const wanted = new Set(rows.map((row) => row.driver_ref));
  for (const { ref } of states.values()) {
    // While something starts, a process may be up whose row doesn't name it yet, and copies that are tried out have none. A
    // later sweep decides
    if (!wanted.has(ref) && !isStarting && !isTryingRepairs()) await driver.stop(ref);
  }
}
