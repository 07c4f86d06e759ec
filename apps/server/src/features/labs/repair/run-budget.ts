import type { Clock } from '#platform/clock';
import { tooMany } from '#platform/errors';

/** Time that a learner's runs may take within the window. An ordinary run takes a second. */
const budgetMs = 120_000;
const windowMs = 600_000;

/** Creates the record of how long each learner's runs took lately. */
export function createRunBudget(clock: Clock) {
  let runs: { userPk: number; endedAt: number; ms: number }[] = [];

  function recentRuns(userPk: number) {
    runs = runs.filter(({ endedAt }) => clock.now().getTime() - endedAt < windowMs);
    return runs.filter((run) => run.userPk === userPk);
  }
  const usedMs = (userPk: number) => recentRuns(userPk).reduce((sum, { ms }) => sum + ms, 0);

  return {
    /** Milliseconds that the learner's runs took in the last ten minutes. */
    usedMs,

    /** @throws AppError too_many_requests */
    assertLeft(userPk: number): void {
      const recent = recentRuns(userPk);
      if (usedMs(userPk) < budgetMs) return;
      const oldest = recent[0]?.endedAt ?? 0;
      throw tooMany((oldest + windowMs - clock.now().getTime()) / 1000);
    },

    record(userPk: number, ms: number): void {
      runs.push({ userPk, endedAt: clock.now().getTime(), ms });
    },
  };
}
