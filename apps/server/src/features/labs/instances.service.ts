import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance, Lab, RunningInstances } from '@hexpedition/contract';
import { newLabel } from '@hexpedition/lab-runtime';
import { selectLab } from '#features/lab-lookup/lab-lookup.public';
import { assertTier } from '#features/training-access/training-access.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import type { SavedHome } from './homes/home-files.ts';
import type { HomeSaver } from './homes/home-saver.ts';
import type { InstanceShutdown } from './instance-shutdown.ts';
import { assertQueueLimit, assertUserLimit, rules } from './instances.policy.ts';
import type { Queue } from './instances.queue.ts';
import {
  findNewestInstance,
  type InstanceRow,
  readActiveSlots,
  readQueuePosition,
  readRunningInstances,
} from './instances.read-model.ts';
import {
  activeStates,
  countActive,
  endInstance,
  extendInstance,
  insertInstance,
  insertLabEntry,
  lockUserStarts,
  touchQueued,
} from './instances.store.ts';

/** Minimum time between two writes that record polling of a queued instance. */
const touchIntervalMs = 30_000;

/** The start request waits this long for the start, so that most clients need no polling. A start takes about 0.1 s. */
const startWaitMs = 3_000;

/** Returns the reason why a lab cannot start on this server; null when it can. */
export type ProblemOf = (lab: Pick<Lab, 'risk' | 'workspace'>) => Promise<string | null>;

export type InstanceService = ReturnType<typeof createInstanceService>;

export function createInstanceService(deps: {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  queue: Queue;
  homes: Pick<HomeSaver, 'state'>;
  problemOf: ProblemOf;
  runner: string;
  labsUrl: string;
  shutdown: InstanceShutdown;
}) {
  const { db, clock, runner, queue, shutdown } = deps;

  return {
    /** Returns the learner's newest instance of a lab, or null. @throws AppError not_found */
    async find(viewer: Viewer, slug: string): Promise<Instance | null> {
      const row = await newest(viewer, slug);
      return row ? presentForViewer(row, viewer) : null;
    },

    /** Returns the learner's active instances of all labs. */
    async list(viewer: Viewer): Promise<RunningInstances['instances']> {
      const rows = await readRunningInstances(db, viewer.pk, clock.now());
      return Promise.all(rows.map(async (row) => ({ ...(await presentForViewer(row, viewer)), name: row.name })));
    },

    /**
     * Starts an instance, or returns the active one, so that a double click starts one instance. Without free capacity the
     * instance is queued.
     * @throws AppError not_found, tier_required, isolation_unavailable, instance_limit, capacity_reached,
     *   too_many_requests
     */
    async start(viewer: Viewer, slug: string): Promise<Instance> {
      const lab = await selectLab(db, slug);
      assertTier(viewer, lab.tier, 'lab');
      const running = await findNewestInstance(db, viewer.pk, lab.pk);
      if (running && isActive(running, clock.now())) return presentForViewer(running, viewer);

      const problem = await deps.problemOf(lab);
      if (problem) throw new AppError('isolation_unavailable', problem);
      await deps.limiter.take(rules.starts, String(viewer.pk));
      const pk = await enqueue(viewer, lab);
      if (pk !== undefined) {
        await queue.advance();
        await Promise.race([queue.started(pk), sleep(startWaitMs, undefined, { ref: false })]);
      }
      return presentForViewer(await selectNewest(viewer, lab.pk), viewer);
    },

    /** Stops the learner's instance. Does nothing if it is not active. @throws AppError not_found */
    async stop(viewer: Viewer, slug: string): Promise<Instance | null> {
      const lab = await selectLab(db, slug);
      const row = await findNewestInstance(db, viewer.pk, lab.pk);
      if (!row) return null;
      if (isActive(row, clock.now())) await end(row, viewer);
      return presentForViewer(await selectNewest(viewer, lab.pk), viewer);
    },

    /** @throws AppError not_found, instance_not_running, extension_limit */
    async extend(viewer: Viewer, slug: string): Promise<Instance> {
      const row = await running(viewer, slug);
      if (!(await extendInstance(db, row.pk))) {
        throw new AppError('extension_limit', 'This lab cannot be extended again. Stop it and start a new one.');
      }
      const after = await newest(viewer, slug);
      return presentForViewer(after ?? row, viewer);
    },

    /** Returns an address that opens the instance once, within 30 s. @throws AppError not_found, instance_not_running */
    async enter(viewer: Viewer, slug: string): Promise<string> {
      if ((await selectLab(db, slug)).serves !== 'http') {
        throw new AppError('not_found', 'This lab has no web page. Use its terminal.');
      }
      const row = await running(viewer, slug);
      const token = randomBytes(32).toString('base64url');
      await insertLabEntry(db, token, {
        instance_pk: row.pk,
        session_pk: viewer.sessionPk,
        expires_at: new Date(clock.now().getTime() + rules.entryLifetime),
        target: 'browser',
      });
      const url = new URL(`/__lab/enter?token=${token}`, deps.labsUrl);
      url.hostname = `${row.label}.${url.hostname}`;
      return url.href;
    },
  };

  /** @returns undefined when an instance is already active */
  async function enqueue(viewer: Viewer, lab: { pk: number; slug: string; version: string }) {
    return db.transaction().execute(async (tx) => {
      await lockUserStarts(tx, viewer.pk);
      const existing = await findNewestInstance(tx, viewer.pk, lab.pk);
      if (existing && isActive(existing, clock.now())) return undefined;
      // It has expired, and the sweep has not ended it yet.
      if (existing) await endInstance(tx, existing.pk, { status: 'expired', reason: null, now: clock.now() });
      assertUserLimit(await countActive(tx, viewer.pk));
      assertQueueLimit((await readActiveSlots(tx, runner)).filter(({ status }) => status === 'queued').length);
      const pk = await insertInstance(tx, {
        label: newLabel(),
        userPk: viewer.pk,
        labPk: lab.pk,
        labVersion: lab.version,
        runner,
        now: clock.now(),
      });
      await audit(tx, { actor: viewer.pk, action: 'instance.started', subject: `lab:${lab.slug}`, data: { pk } });
      return pk;
    });
  }

  async function end(row: InstanceRow, viewer: Viewer): Promise<void> {
    // End the row first, so that a start in progress sees it and stops its own process.
    await db.transaction().execute(async (tx) => {
      const ended = await endInstance(tx, row.pk, { status: 'stopped', reason: null, now: clock.now() });
      if (!ended) return;
      await audit(tx, {
        actor: viewer.pk,
        action: 'instance.stopped',
        subject: `lab:${row.lab}`,
        data: { pk: row.pk },
      });
    });
    shutdown.onEnd(row.label, 'You have stopped the lab.');
    // The sweep of another runner stops the processes of that runner.
    if (row.runner !== runner) return;
    if (row.driver_ref) await shutdown.stop(row.driver_ref);
    await queue.advance();
  }

  async function presentForViewer(row: InstanceRow, viewer: Viewer): Promise<Instance> {
    const isQueued = row.status === 'queued';
    if (isQueued) await recordPolling(row, viewer);
    return presentInstance(row, {
      queuePosition: isQueued ? await readQueuePosition(db, row) : null,
      home: row.has_workspace ? await deps.homes.state({ userPk: row.user_pk, labPk: row.lab_pk }) : null,
    });
  }

  /** Keeps a queued instance from expiring. Requests of a superuser who impersonates the learner do not count. */
  async function recordPolling(row: InstanceRow, viewer: Viewer): Promise<void> {
    const now = clock.now();
    if (viewer.impersonatedBy !== undefined || now.getTime() - row.last_seen_at.getTime() < touchIntervalMs) return;
    await touchQueued(db, row.pk, now);
  }

  async function newest(viewer: Viewer, slug: string) {
    return findNewestInstance(db, viewer.pk, (await selectLab(db, slug)).pk);
  }

  async function selectNewest(viewer: Viewer, labPk: number) {
    const row = await findNewestInstance(db, viewer.pk, labPk);
    if (!row) throw notFound('instance');
    return row;
  }

  async function running(viewer: Viewer, slug: string) {
    const row = await newest(viewer, slug);
    if (row?.status !== 'running' || !isActive(row, clock.now())) {
      throw new AppError('instance_not_running', 'This lab is not running. Start it first.');
    }
    return row;
  }
}

/** Presents an instance. @param more queue position while it is queued, and its saved home */
function presentInstance(row: InstanceRow, more: { queuePosition: number | null; home: SavedHome | null }): Instance {
  return {
    pk: row.pk,
    lab: row.lab,
    status: row.status,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    extensions_left: Math.max(0, rules.extensions - row.extensions),
    isolation: row.isolation,
    error: row.stop_reason,
    queue_position: more.queuePosition,
    home: row.has_workspace ? { saved_at: more.home?.at.toISOString() ?? null, bytes: more.home?.bytes ?? 0 } : null,
  };
}

function isActive(row: { status: string; expires_at: Date | null }, now: Date): boolean {
  return (activeStates as readonly string[]).includes(row.status) && (!row.expires_at || row.expires_at > now);
}
