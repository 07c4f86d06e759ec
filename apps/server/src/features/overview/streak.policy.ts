import type { Streak } from '@hexpedition/contract';

const dayMs = 86_400_000;
/** A freeze is earned for every this many days in a row. */
const daysForFreeze = 7;
const maxFreezes = 2;

/**
 * Computes the streak of active days. A missed day uses a freeze automatically if there is one, and does not count as a
 * day. Without a freeze the streak ends. Today never counts as missed, because it is not over.
 * @param days active days as YYYY-MM-DD, in ascending order
 */
export function computeStreak(days: readonly string[], today: string): Streak {
  let run = 0;
  let freezes = 0;
  let best = 0;
  let frozen: string[] = [];
  let before: number | undefined;
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

  const miss = (from: number, to: number): void => {
    for (let day = from; day < to && run > 0; day += dayMs) {
      if (freezes > 0) {
        freezes -= 1;
        frozen.push(new Date(day).toISOString().slice(0, 10));
      } else {
        run = 0;
        frozen = [];
      }
    }
  };

  const past = days.filter((day) => day <= today);
  for (const day of past) {
    if (before !== undefined) miss(before + dayMs, at(day));
    run += 1;
    best = Math.max(best, run);
    if (run % daysForFreeze === 0) freezes = Math.min(maxFreezes, freezes + 1);
    before = at(day);
  }
  if (before !== undefined) miss(before + dayMs, at(today));
  return { days: run, today: past.at(-1) === today, freezes_left: freezes, best, frozen };
}
