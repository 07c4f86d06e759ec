import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repair, RepairReport, SavedRepair } from '@hexpedition/contract';
import {
  isolationProblem,
  type LabRuntime,
  type LoadedLab,
  loadLab,
  type RepairLimits,
  type RepairRun,
  runRepair,
} from '@hexpedition/lab-runtime';
import { awardFlag } from '#features/flags/flags.public';
import { selectLab } from '#features/lab-lookup/lab-lookup.public';
import { assertTier } from '#features/training-access/training-access.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { selectStartable } from '../instances.policy.ts';
import { findRepairFlag } from '../labs.read-model.ts';
import { findRepair, findRepairedAt, saveRepair, saveReport } from './repair.store.ts';
import { createRunBudget } from './run-budget.ts';

const runs = { name: 'repair-run', hits: 20, seconds: 600 };
/** The editor saves automatically while the learner types. */
const saves = { name: 'repair-save', hits: 60, seconds: 60 };

/** Concurrent runs. A run takes one second of CPU time, and longer if the learner's program blocks. */
const maxRuns = 2;
const maxQueuedRuns = 8;

export type RepairService = ReturnType<typeof createRepairService>;

/** Creates the service for repairs: the learner changes a lab's source, and the lab's tests and exploit verify the result. */
export function createRepairService(deps: {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  runtime: () => Promise<LabRuntime>;
  /** Folder with one folder per lab. */
  folder: string;
  /** Cache of built tests. */
  cacheDir: string;
  freeMemory: () => number;
  limits?: Partial<RepairLimits>;
}) {
  const { db, clock, limiter, runtime } = deps;
  const running = new Map<number, Promise<unknown>>();
  const closing = new AbortController();
  const budget = createRunBudget(clock);
  const limitRuns = createConcurrencyLimiter({ maxRunning: maxRuns, maxQueued: maxQueuedRuns, createError: queueFull });

  return {
    /** @throws AppError not_found, tier_required */
    async read(viewer: Viewer, slug: string): Promise<Repair> {
      const { pk, lab, flag } = await selectRepairableLab(viewer, slug);
      const own = await findRepair(db, { userPk: viewer.pk, labPk: pk });
      const files = [];
      for (const name of lab.manifest.repair?.files ?? []) {
        const original = await readFile(join(lab.dir, name), 'utf8');
        files.push({ name, original, text: own?.files[name] ?? original });
      }
      return {
        files,
        saved_at: own?.saved_at.toISOString() ?? null,
        report: own?.report ?? null,
        repaired_at: (await findRepairedAt(db, viewer.pk, flag.pk))?.toISOString() ?? null,
      };
    },

    /** @throws AppError not_found, tier_required, invalid_request, too_many_requests */
    async save(viewer: Viewer, slug: string, files: Record<string, string>): Promise<SavedRepair> {
      const { pk, lab } = await selectRepairableLab(viewer, slug);
      assertRepairFiles(lab, files);
      await limiter.take(saves, String(viewer.pk));
      const now = clock.now();
      await saveRepair(db, { userPk: viewer.pk, labPk: pk }, files, now);
      return { saved_at: now.toISOString() };
    },

    /**
     * Runs the lab's tests and its exploit against the learner's files, and stores files and report. The first successful
     * repair is awarded points.
     * @throws AppError not_found, tier_required, invalid_request, isolation_unavailable, capacity_reached, conflict,
     *   too_many_requests
     */
    async run(viewer: Viewer, slug: string, files: Record<string, string>): Promise<RepairReport> {
      const { pk, lab, flag } = await selectRepairableLab(viewer, slug);
      assertRepairFiles(lab, files);
      // A repair executes the learner's code, so it always needs the isolation level for code execution.
      const problem = isolationProblem((await runtime()).capabilities(), 'code-exec');
      if (problem) throw new AppError('isolation_unavailable', problem);
      if (running.has(viewer.pk)) {
        throw new AppError('conflict', 'Your repair is already being tested. Wait until the test has finished.');
      }
      const work = (async () => {
        budget.assertLeft(viewer.pk);
        await limiter.take(runs, String(viewer.pk));
        if (!hasMemoryFor(lab)) throw queueFull();
        await saveRepair(db, { userPk: viewer.pk, labPk: pk }, files, clock.now());
        // Learners whose runs took least time go first, so that blocking repairs cannot keep the others out.
        const outcome = await limitRuns(() => test(viewer, lab, files), budget.usedMs(viewer.pk));
        return recordOutcome(viewer, { pk, slug }, flag, outcome);
      })();
      running.set(viewer.pk, work);
      try {
        return await work;
      } finally {
        running.delete(viewer.pk);
      }
    },

    /** Returns whether repair runs are in progress, whose processes have no instance row. */
    isBusy: () => running.size > 0,

    /** Aborts all runs, before the runtime is closed. */
    async close(): Promise<void> {
      closing.abort(new AppError('capacity_reached', 'The server is stopping. Try again in a moment.'));
      await Promise.allSettled(running.values());
    },
  };

  /** Returns whether there is memory for a run. Runs have their own queue, but need as much memory as an instance. */
  function hasMemoryFor({ manifest }: LoadedLab): boolean {
    return selectStartable([{ hasWorkspace: manifest.workspace !== undefined }], [], deps.freeMemory()).length > 0;
  }

  async function test(viewer: Viewer, lab: LoadedLab, files: Record<string, string>): Promise<RepairRun> {
    const { signal } = closing;
    signal.throwIfAborted();
    const startedAt = clock.now().getTime();
    try {
      return await runRepair(await runtime(), lab, files, { cacheDir: deps.cacheDir, limits: deps.limits, signal });
    } finally {
      budget.record(viewer.pk, clock.now().getTime() - startedAt);
    }
  }

  async function recordOutcome(
    viewer: Viewer,
    lab: { pk: number; slug: string },
    flag: { pk: number; id: string; points: number },
    { buildError, tests, exploit, repaired }: RepairRun,
  ): Promise<RepairReport> {
    const now = clock.now();
    return db.transaction().execute(async (tx) => {
      let points = 0;
      if (repaired) {
        const award = await awardFlag(tx, { userPk: viewer.pk, flagPk: flag.pk, points: flag.points, now });
        points = award.points;
        if (award.isNew) {
          const subject = `lab:${lab.slug}`;
          await audit(tx, { actor: viewer.pk, action: 'flag.solved', subject, data: { id: flag.id } });
        }
      }
      const ran_at = now.toISOString();
      const report = { ran_at, build_error: buildError, tests, exploit, repaired, points };
      await saveReport(tx, { userPk: viewer.pk, labPk: lab.pk }, report);
      return report;
    });
  }

  /** Returns the current version of a visible lab with a repair in the viewer's tier. */
  async function selectRepairableLab(viewer: Viewer, slug: string) {
    const { pk, tier } = await selectLab(db, slug);
    const flag = await findRepairFlag(db, pk);
    if (!flag) throw notFound('repair');
    assertTier(viewer, tier, 'lab');
    const lab = await loadLab(join(deps.folder, slug));
    if (!lab.manifest.repair) throw notFound('repair');
    return { pk, flag, lab };
  }
}

const queueFull = () =>
  new AppError('capacity_reached', 'Many repairs are being tested right now. Try again in a minute.', {
    retry_after: 60,
  });

/** @throws AppError invalid_request */
function assertRepairFiles(lab: LoadedLab, files: Record<string, string>): void {
  const editable = lab.manifest.repair?.files ?? [];
  const unexpected = Object.keys(files).find((name) => !editable.includes(name));
  if (unexpected !== undefined) throw invalid({ files: `${unexpected.slice(0, 60)} is not a file of this repair.` });
}
