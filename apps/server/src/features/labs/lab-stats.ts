import type { Lab } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { countRatings, countSolves, readFirstSolves } from './lab-stats.read-model.ts';

const cacheMs = 30_000;

export type LabStatsReader = ReturnType<typeof createLabStats>;

/**
 * Caches solves, ratings and first solves of labs for 30 s. On the node that handles a change, the lab is counted again at
 * once, so that the learner sees it.
 */
export function createLabStats({ db, clock }: { db: Db; clock: Clock }) {
  const solves = cacheCounts(clock, (labPk) => countSolves(db, labPk));
  const ratings = cacheCounts(clock, (labPk) => countRatings(db, labPk));
  const firstSolves = new Map<number, { at: number; solves: Promise<Lab['first_solves']> }>();
  return {
    async read() {
      const [solveCounts, ratingCounts] = await Promise.all([solves.read(), ratings.read()]);
      return { solves: solveCounts, ratings: ratingCounts };
    },

    firstSolves(labPk: number): Promise<Lab['first_solves']> {
      const now = clock.now().getTime();
      const cached = firstSolves.get(labPk);
      if (cached && now - cached.at < cacheMs) return cached.solves;
      const entry = { at: now, solves: readFirstSolves(db, labPk) };
      firstSolves.set(labPk, entry);
      entry.solves.catch(() => firstSolves.delete(labPk));
      return entry.solves;
    },

    onSolve(labPk: number): void {
      firstSolves.delete(labPk);
      solves.recount(labPk);
    },

    onRate: (labPk: number): void => ratings.recount(labPk),

    /** Forgets all counts, because another process has changed them. */
    drop(): void {
      firstSolves.clear();
      solves.drop();
      ratings.drop();
    },
  };
}

function cacheCounts<T>(clock: Clock, count: (labPk?: number) => Promise<Map<number, T>>) {
  interface Entry {
    at: number;
    counts: Promise<Map<number, T>>;
  }
  let cached: Entry | undefined;
  /** Removes a failed count from the cache, so that the next call counts again. */
  const dropOnFailure = (entry: Entry) => {
    const { counts } = entry;
    counts.catch(() => {
      if (cached === entry && entry.counts === counts) cached = undefined;
    });
  };
  return {
    read(): Promise<Map<number, T>> {
      const now = clock.now().getTime();
      if (!cached || now - cached.at >= cacheMs) {
        cached = { at: now, counts: count() };
        dropOnFailure(cached);
      }
      return cached.counts;
    },

    drop(): void {
      cached = undefined;
    },

    /** Counts one lab again and updates the cache. */
    recount(labPk: number): void {
      if (!cached) return;
      const before = cached.counts;
      const update = count(labPk);
      cached.counts = Promise.all([before, update]).then(([all, updated]) => new Map([...all, ...updated]));
      dropOnFailure(cached);
    },
  };
}
