import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flagPointsAfterHints, type Repair, type RepairReport, type SavedRepair } from '@hexpedition/contract';
import {
  isolationProblem,
  type LabManifest,
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
import { findRepairFlag, hasSolvedLab } from '../labs.read-model.ts';
import { findRepair, findRepairedAt, openSource, saveRepair, saveReport } from './repair.store.ts';
import { createRunBudget } from './run-budget.ts';

const runs = { name: 'repair-run', hits: 60, seconds: 3_600 };
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
      const repairable = await selectRepairableLab(viewer, slug);
      return present(viewer, repairable, await findPrice(viewer, repairable));
    },

    /**
     * Opens the source for points if the learner has not found all flags.
     * @throws AppError not_found, tier_required
     */
    async openSource(viewer: Viewer, slug: string): Promise<Repair> {
      const repairable = await selectRepairableLab(viewer, slug);
      const learner = { userPk: viewer.pk, labPk: repairable.pk };
      const price = await findPrice(viewer, repairable);
      if (price !== null) await db.transaction().execute((tx) => openSource(tx, learner, price, clock.now()));
      return present(viewer, repairable, null);
    },

    /** @throws AppError not_found, tier_required, forbidden, invalid_request, too_many_requests */
    async save(viewer: Viewer, slug: string, files: Record<string, string>): Promise<SavedRepair> {
      const { pk, lab } = await selectOpenRepair(viewer, slug);
      assertRepairFiles(lab, files);
      await limiter.take(saves, String(viewer.pk));
      const now = clock.now();
      await saveRepair(db, { userPk: viewer.pk, labPk: pk }, files, now);
      return { saved_at: now.toISOString() };
    },

    /**
     * Runs the lab's tests and its exploit against the learner's files, and stores files and report. The first successful
     * repair is awarded points.
     * @throws AppError not_found, tier_required, forbidden, invalid_request, isolation_unavailable, capacity_reached,
     *   conflict, too_many_requests
     */
    async run(viewer: Viewer, slug: string, files: Record<string, string>): Promise<RepairReport> {
      const { pk, lab, flag } = await selectOpenRepair(viewer, slug);
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

  async function present(viewer: Viewer, { pk, lab, flag }: RepairableLab, price: number | null): Promise<Repair> {
    const { points } = flag;
    if (price !== null)
      return { source_price: price, points, files: [], saved_at: null, report: null, repaired_at: null };
    const own = await findRepair(db, { userPk: viewer.pk, labPk: pk });
    const files = [];
    for (const name of lab.manifest.repair?.files ?? []) {
      const original = await readFile(join(lab.dir, name), 'utf8');
      files.push({ name, original, text: own?.files[name] ?? original });
    }
    const isSaved = own !== undefined && Object.keys(own.files).length > 0;
    return {
      source_price: null,
      points: flagPointsAfterHints(points, [own?.source_price ?? 0]),
      files,
      saved_at: isSaved ? own.saved_at.toISOString() : null,
      report: own?.report ?? null,
      repaired_at: (await findRepairedAt(db, viewer.pk, flag.pk))?.toISOString() ?? null,
    };
  }

  /**
   * Returns the points for which a learner can open the source: the cost of the lab's most expensive hint. Null if the source
   * is open, because they have found all flags, have paid for it, or see it in the workspace.
   */
  async function findPrice(viewer: Viewer, { pk, lab: { manifest }, flag }: RepairableLab): Promise<number | null> {
    if (viewer.isSuperuser || hasSourcesInHome(manifest) || (await hasSolvedLab(db, viewer.pk, pk))) return null;
    const own = await findRepair(db, { userPk: viewer.pk, labPk: pk });
    if (own && own.source_price !== null) return null;
    const cost = Math.max(0, ...manifest.hints.map((hint) => hint.cost));
    return flag.points - flagPointsAfterHints(flag.points, [cost]);
  }

  /** @throws AppError forbidden if the source is closed */
  async function selectOpenRepair(viewer: Viewer, slug: string): Promise<RepairableLab> {
    const repairable = await selectRepairableLab(viewer, slug);
    if ((await findPrice(viewer, repairable)) === null) return repairable;
    throw new AppError('forbidden', 'Find all flags of this lab first, or open its source for points.');
  }

  /** Returns the current version of a visible lab with a repair in the viewer's tier. */
  async function selectRepairableLab(viewer: Viewer, slug: string): Promise<RepairableLab> {
    const { pk, tier } = await selectLab(db, slug);
    const flag = await findRepairFlag(db, pk);
    if (!flag) throw notFound('repair');
    assertTier(viewer, tier, 'lab');
    const lab = await loadLab(join(deps.folder, slug));
    if (!lab.manifest.repair) throw notFound('repair');
    return { pk, flag, lab };
  }
}

interface RepairableLab {
  pk: number;
  lab: LoadedLab;
  /** The flag that is awarded for the repair. */
  flag: { pk: number; id: string; points: number };
}

/** Returns whether a new home of the lab contains the sources to repair, so that they are no secret. */
const hasSourcesInHome = ({ program, repair, workspace }: LabManifest): boolean =>
  workspace !== undefined && workspace.sources !== false && (repair?.files.includes(program) ?? false);

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
