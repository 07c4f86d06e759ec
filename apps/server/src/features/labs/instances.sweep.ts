import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { tryLock } from '#platform/db/locks';
import type { InstanceShutdown } from './instance-shutdown.ts';
import { rules } from './instances.policy.ts';
import { type ActiveInstance, readActiveInstances } from './instances.read-model.ts';
import { endInstance } from './instances.store.ts';

/** Key of the advisory lock that lets one node at a time expire instances. */
const sweepLock = 4_839_311;

interface Deps {
  db: Db;
  clock: Clock;
  runner: string;
  runtime: () => Promise<LabRuntime>;
  shutdown: InstanceShutdown;
  /** Returns whether repair runs are in progress, whose processes have no instance row. */
  areRepairsRunning: () => boolean;
}

/** Ends expired instances and reconciles the table with the driver. Idempotent; safe at any time. */
export async function sweepInstances(deps: Deps): Promise<void> {
  await expireInstances(deps);
  await reconcileWithDriver(deps);
}

/** Ends the instances that were running on this runner before a restart. Queued instances stay queued. */
export async function reconcileAtStartup({ db, clock, runner }: Pick<Deps, 'db' | 'clock' | 'runner'>): Promise<void> {
  for (const { pk, status } of await readActiveInstances(db, runner)) {
    if (status === 'queued') continue;
    await endInstance(db, pk, { status: 'stopped', reason: 'The server was restarted.', now: clock.now() });
  }
}

async function expireInstances({ db, clock, shutdown }: Deps): Promise<void> {
  const now = clock.now();
  const ended = await db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, sweepLock))) return [];
    await tx.deleteFrom('lab_tickets').where('expires_at', '<', now).execute();
    const expired: { label: string; reason: string }[] = [];
    for (const { pk, label, ...instance } of await readActiveInstances(tx)) {
      const end = endReasonOf(instance, now.getTime());
      if (end && (await endInstance(tx, pk, { ...end, now }))) expired.push({ label, reason: end.reason });
    }
    return expired;
  });
  for (const { label, reason } of ended) shutdown.onEnd(label, reason);
}

/** Returns why an active instance must end; undefined when it may continue. */
function endReasonOf(
  instance: Pick<ActiveInstance, 'status' | 'last_seen_at' | 'expires_at'>,
  now: number,
): { status: 'stopped' | 'expired' | 'failed'; reason: string } | undefined {
  const unusedMs = now - instance.last_seen_at.getTime();
  if (instance.status === 'queued') {
    if (unusedMs < rules.queueTimeout) return undefined;
    return { status: 'expired', reason: 'You left the queue: the lab’s page was not open for five minutes.' };
  }
  if (instance.status !== 'running') {
    if (unusedMs < rules.starting) return undefined;
    return { status: 'failed', reason: 'The lab did not start in time.' };
  }
  if (instance.expires_at && instance.expires_at.getTime() <= now) {
    return { status: 'expired', reason: 'Its time ran out.' };
  }
  if (unusedMs >= rules.idle) {
    return { status: 'expired', reason: 'It was not used for 30 minutes.' };
  }
  return undefined;
}

/** Stops processes without an instance row, and ends rows without a process. */
async function reconcileWithDriver({ db, clock, runner, runtime, shutdown, areRepairsRunning }: Deps): Promise<void> {
  const driver = await runtime();
  // List the processes before the rows, so that each listed process already has its row, even during a start.
  const states = new Map((await driver.list()).map((state) => [state.ref, state]));
  const rows = await readActiveInstances(db, runner);

  for (const row of rows) {
    if (row.status !== 'running' || !row.driver_ref) continue;
    const state = states.get(row.driver_ref) ?? (await driver.inspect(row.driver_ref));
    if (state?.state === 'running') continue;
    const reason = `The lab has ended. ${state?.reason ?? ''}`.trim();
    await endInstance(db, row.pk, { status: 'failed', reason, error: state?.output, now: clock.now() });
    shutdown.onEnd(row.label, reason);
    await shutdown.stop(row.driver_ref);
  }
  const isStarting = rows.some((row) => row.status === 'starting');
  const known = new Set(rows.map((row) => row.driver_ref));
  // During a start, the row may not have its process yet, and repair runs have no row. A later sweep stops orphans then.
  const orphans = isStarting || areRepairsRunning() ? [] : [...states.keys()].filter((ref) => !known.has(ref));
  // In parallel, because each stop may save a home.
  await Promise.all(orphans.map((ref) => shutdown.stop(ref)));
}
