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
import { assertTier } from '#features/content/training-access.public';
import { awardFlag } from '#features/flags/flags.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { admitted } from '../instances.policy.ts';
import { findRepairFlag, selectLab } from '../labs.read-model.ts';
import { findRepair, findRepairedAt, keepRepair, keepReport } from './repair.store.ts';

const runs = { name: 'repair-run', hits: 20, seconds: 600 };
/** The editor saves by itself while somebody writes. */
const saves = { name: 'repair-save', hits: 60, seconds: 60 };

/** A run takes a second of a processor, and up to a minute when the copy wants to be waited for. */
const maxRuns = 2;
const maxQueuedRuns = 8;

export type RepairService = ReturnType<typeof createRepairService>;

/** The second task of a lab: its learner changes the source, and the lab's own tests and exploit say what became of it. */
export function createRepairService(deps: {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  runtime: () => Promise<LabRuntime>;
  /** The folder with a folder a lab. */
  folder: string;
  /** Where what runs the tests is kept between runs. */
  cacheDir: string;
  freeMemory: () => number;
  limits?: Partial<RepairLimits>;
}) {
  const { db, clock, limiter, runtime } = deps;
  const running = new Map<number, Promise<unknown>>();
  const closing = new AbortController();
  const limitRuns = createConcurrencyLimiter({ maxRunning: maxRuns, maxQueued: maxQueuedRuns, createError: full });

  return {
    /** @throws AppError not_found, tier_required */
    async read(viewer: Viewer, slug: string): Promise<Repair> {
      const { pk, lab, flag } = await reach(viewer, slug);
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
      const { pk, lab } = await reach(viewer, slug);
      mustBeOf(lab, files);
      await limiter.take(saves, String(viewer.pk));
      const now = clock.now();
      await keepRepair(db, { userPk: viewer.pk, labPk: pk }, files, now);
      return { saved_at: now.toISOString() };
    },

    /**
     * Runs the lab's tests and its exploit against the learner's copy, and keeps both. Points are given the first time that it
     * is repaired.
     * @throws AppError not_found, tier_required, invalid_request, isolation_unavailable, capacity_reached, conflict,
     *   too_many_requests
     */
    async run(viewer: Viewer, slug: string, files: Record<string, string>): Promise<RepairReport> {
      const { pk, lab, flag } = await reach(viewer, slug);
      mustBeOf(lab, files);
      // What strangers have written runs, whatever the lab's own program may do
      const problem = isolationProblem((await runtime()).capabilities(), 'code-exec');
      if (problem) throw new AppError('isolation_unavailable', problem);
      if (running.has(viewer.pk)) {
        throw new AppError('conflict', 'A repair of yours is being tried already. Wait until it is done.');
      }
      const work = (async () => {
        await limiter.take(runs, String(viewer.pk));
        if (!hasMemoryFor(lab)) throw full();
        await keepRepair(db, { userPk: viewer.pk, labPk: pk }, files, clock.now());
        const outcome = await limitRuns(() => tryOut(lab, files));
        return conclude(viewer, { pk, slug }, flag, outcome);
      })();
      running.set(viewer.pk, work);
      try {
        return await work;
      } finally {
        running.delete(viewer.pk);
      }
    },

    /** Whether copies run, which are nobody's instance. */
    isBusy: () => running.size > 0,

    /** Calls off what runs, before the runtime goes. */
    async close(): Promise<void> {
      closing.abort(new AppError('capacity_reached', 'The server is being stopped. Try again in a moment.'));
      await Promise.allSettled(running.values());
    },
  };

  /** Runs have a line of their own, and take as much memory as any instance. */
  function hasMemoryFor({ manifest }: LoadedLab): boolean {
    return admitted([{ hasWorkspace: manifest.workspace !== undefined }], [], deps.freeMemory()).length > 0;
  }

  async function tryOut(lab: LoadedLab, files: Record<string, string>): Promise<RepairRun> {
    const { signal } = closing;
    signal.throwIfAborted();
    return runRepair(await runtime(), lab, files, { cacheDir: deps.cacheDir, limits: deps.limits, signal });
  }

  async function conclude(
    viewer: Viewer,
    lab: { pk: number; slug: string },
    flag: { pk: number; id: string; points: number },
    { buildError, tests, exploit, repaired }: RepairRun,
  ): Promise<RepairReport> {
    const now = clock.now();
    return db.transaction().execute(async (tx) => {
      let points = 0;
      if (repaired) {
        const given = await awardFlag(tx, { userPk: viewer.pk, flagPk: flag.pk, points: flag.points, now });
        points = given.points;
        if (given.isNew) {
          const about = { subject: `lab:${lab.slug}`, data: { id: flag.id } };
          await audit(tx, { actor: viewer.pk, action: 'flag.solved', ...about });
        }
      }
      const ran_at = now.toISOString();
      const report = { ran_at, build_error: buildError, tests, exploit, repaired, points };
      await keepReport(tx, { userPk: viewer.pk, labPk: lab.pk }, report);
      return report;
    });
  }

  /** A lab that is shown, has a repair and is within the viewer's tier, as it is on disk now. */
  async function reach(viewer: Viewer, slug: string) {
    const { pk, tier } = await selectLab(db, slug);
    const flag = await findRepairFlag(db, pk);
    if (!flag) throw notFound('repair');
    assertTier(viewer, tier, 'lab');
    const lab = await loadLab(join(deps.folder, slug));
    if (!lab.manifest.repair) throw notFound('repair');
    return { pk, flag, lab };
  }
}

const full = () =>
  new AppError('capacity_reached', 'Many repairs are being tried right now. Try again in a minute.', {
    retry_after: 60,
  });

/** @throws AppError invalid_request */
function mustBeOf(lab: LoadedLab, files: Record<string, string>): void {
  const mayChange = lab.manifest.repair?.files ?? [];
  const other = Object.keys(files).find((name) => !mayChange.includes(name));
  if (other !== undefined) throw invalid({ files: `${other.slice(0, 60)} is not a file of this repair.` });
}
