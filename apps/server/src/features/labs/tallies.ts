import type { Lab } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { countRatings, countSolves, readFirstSolves } from './tallies.read-model.ts';

const keptFor = 30_000;

export type TallyKeeper = ReturnType<typeof createTallyKeeper>;

/**
 * What learners have done with labs, counted twice a minute at most, however often it is shown. Whoever changes a count sees it at
 * once, on the node that they talk to.
 */
export function createTallyKeeper({ db, clock }: { db: Db; clock: Clock }) {
  const solves = keepCounts(clock, (labPk) => countSolves(db, labPk));
  const ratings = keepCounts(clock, (labPk) => countRatings(db, labPk));
  const firsts = new Map<number, { at: number; solves: Promise<Lab['first_solves']> }>();
  return {
    async read() {
      const [counted, rated] = await Promise.all([solves.read(), ratings.read()]);
      return { solves: counted, ratings: rated };
    },

    firstSolves(labPk: number): Promise<Lab['first_solves']> {
      const now = clock.now().getTime();
      const before = firsts.get(labPk);
      if (before && now - before.at < keptFor) return before.solves;
      const kept = { at: now, solves: readFirstSolves(db, labPk) };
      firsts.set(labPk, kept);
      kept.solves.catch(() => firsts.delete(labPk));
      return kept.solves;
    },

    onSolve(labPk: number): void {
      firsts.delete(labPk);
      solves.countAgain(labPk);
    },

    onRate: (labPk: number): void => ratings.countAgain(labPk),
  };
}

function keepCounts<T>(clock: Clock, count: (labPk?: number) => Promise<Map<number, T>>) {
  interface Kept {
    at: number;
    counts: Promise<Map<number, T>>;
  }
  let counted: Kept | undefined;
  /** A count that failed is not kept: the next question counts again. */
  const forgetWhenFailed = (kept: Kept) => {
    const { counts } = kept;
    counts.catch(() => {
      if (counted === kept && kept.counts === counts) counted = undefined;
    });
  };
  return {
    read(): Promise<Map<number, T>> {
      const now = clock.now().getTime();
      if (!counted || now - counted.at >= keptFor) {
        counted = { at: now, counts: count() };
        forgetWhenFailed(counted);
      }
      return counted.counts;
    },

    /** Counts one lab again. */
    countAgain(labPk: number): void {
      if (!counted) return;
      const before = counted.counts;
      const again = count(labPk);
      counted.counts = Promise.all([before, again]).then(([all, one]) => new Map([...all, ...one]));
      forgetWhenFailed(counted);
    },
  };
}
