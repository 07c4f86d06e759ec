import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { tryLock } from '#platform/db/locks';
import type { Ending } from './ending.ts';
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
  ending: Ending;
  /** Whether copies run that are nobody's instance. */
  isTryingRepairs: () => boolean;
}

/** Makes the table agree with the clock and the driver; may run at any time, any number of times. */
export async function sweepInstances(deps: Deps): Promise<void> {
  await endWhatRanOut(deps);
  await matchDriver(deps);
}

/** At boot: the instances of this runner ended when it did. Who waited for a place still does. */
export async function reconcileAtBoot({ db, clock, runner }: Pick<Deps, 'db' | 'clock' | 'runner'>): Promise<void> {
  for (const { pk, status } of await readActiveInstances(db, runner)) {
    if (status === 'queued') continue;
    await endInstance(db, pk, { status: 'stopped', reason: 'The server was restarted.', now: clock.now() });
  }
}

async function endWhatRanOut({ db, clock, ending }: Deps): Promise<void> {
  const now = clock.now();
  const ended = await db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, sweepLock))) return [];
    await tx.deleteFrom('lab_entries').where('expires_at', '<', now).execute();
    const over: { label: string; reason: string }[] = [];
    for (const { pk, label, ...instance } of await readActiveInstances(tx)) {
      const verdict = verdictOn(instance, now.getTime());
      if (verdict && (await endInstance(tx, pk, { ...verdict, now }))) over.push({ label, reason: verdict.reason });
    }
    return over;
  });
  for (const { label, reason } of ended) ending.onEnd(label, reason);
}

/** Why an active instance has to end; undefined when it may go on. */
function verdictOn(
  instance: Pick<ActiveInstance, 'status' | 'last_seen_at' | 'expires_at'>,
  now: number,
): { status: 'stopped' | 'expired' | 'failed'; reason: string } | undefined {
  const unseen = now - instance.last_seen_at.getTime();
  if (instance.status === 'queued') {
    if (unseen < rules.patience) return undefined;
    return { status: 'expired', reason: 'Nobody asked for its place for five minutes.' };
  }
  if (instance.status !== 'running') {
    if (unseen < rules.starting) return undefined;
    return { status: 'failed', reason: 'The lab did not start in time.' };
  }
  if (instance.expires_at && instance.expires_at.getTime() <= now) {
    return { status: 'expired', reason: 'Its time ran out.' };
  }
  if (unseen >= rules.idle) {
    return { status: 'expired', reason: 'Nobody used it for half an hour.' };
  }
  return undefined;
}

/** Stops processes that no row wants, and ends rows whose process has gone. */
async function matchDriver({ db, clock, runner, runtime, ending, isTryingRepairs }: Deps): Promise<void> {
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
    ending.onEnd(row.label, reason);
    await ending.stop(row.driver_ref);
  }
  const isStarting = rows.some((row) => row.status === 'starting');
  const wanted = new Set(rows.map((row) => row.driver_ref));
  // While something starts, a process may be up whose row doesn't name it yet, and copies that are tried out have none; a later
  // sweep decides
  const unwanted = isStarting || isTryingRepairs() ? [] : [...states.keys()].filter((ref) => !wanted.has(ref));
  // At once: each may have a home to save
  await Promise.all(unwanted.map((ref) => ending.stop(ref)));
}
