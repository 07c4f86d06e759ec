import type { EndpointAnswer, Lab } from '@hexpedition/contract';
import { flagPointsAfterHints } from '@hexpedition/contract/flag-points';
import { plural } from '#lib/format.ts';

type Flag = EndpointAnswer<'GET /api/lab/flags/:slug'>['flags'][number];

/** Points and time of a solved flag or repair. */
export interface Solve {
  points: number;
  solved_at: string;
}

export interface FlagHint {
  /** Number among all hints of the lab, as in the API. */
  number: number;
  /** Number among the hints of its flag, from 1. */
  at: number;
  /** Points that the hint deducts, or has deducted, from the flag; 0 if no more points can be deducted. */
  price: number;
  /** `next`: can be opened now. `locked`: the hint before it must be opened first. */
  state: 'open' | 'next' | 'locked';
  /** Points of the flag after the hint is opened. */
  worthAfter: number;
}

export interface FlagTask {
  flag: Flag;
  state: 'found' | 'open' | 'locked';
  found: Solve | undefined;
  /** Number of the task that unlocks this one, from 1; undefined if it is open from the start. */
  after: number | undefined;
  /** Points of the flag with the hints that are open now. */
  worth: number;
  hints: FlagHint[];
}

/** Builds the tasks of a lab in order: each flag with its state, its hints and the points that it still gives. */
export function buildTasks(
  flags: readonly Flag[],
  hints: Lab['hints'],
  found: ReadonlyMap<string, Solve>,
  opened: ReadonlySet<number>,
): FlagTask[] {
  return flags.map((flag) => {
    const isFound = found.has(flag.id);
    const opener = flags.findIndex(({ id }) => id === flag.after);
    const flagHints = buildHints(flag, hints, opened, isFound);
    return {
      flag,
      state: isFound ? 'found' : flag.after !== null && !found.has(flag.after) ? 'locked' : 'open',
      found: found.get(flag.id),
      after: opener < 0 ? undefined : opener + 1,
      worth: flagPointsAfterHints(
        flag.points,
        flagHints.filter(({ state }) => state === 'open').map(({ number }) => hints[number - 1]?.cost ?? 0),
      ),
      hints: flagHints,
    };
  });
}

function buildHints(
  { id, points }: Flag,
  hints: Lab['hints'],
  opened: ReadonlySet<number>,
  isFound: boolean,
): FlagHint[] {
  const own = hints.flatMap(({ flag, cost }, index) => (flag === id ? [{ number: index + 1, cost }] : []));
  const pointsAfter = (count: number) =>
    flagPointsAfterHints(
      points,
      own.slice(0, count).map(({ cost }) => cost),
    );
  return own.map(({ number }, index) => {
    const isOpen = opened.has(number);
    const before = own[index - 1];
    return {
      number,
      at: index + 1,
      // A found flag keeps its points.
      price: isFound && !isOpen ? 0 : pointsAfter(index) - pointsAfter(index + 1),
      state: isOpen ? 'open' : before === undefined || opened.has(before.number) ? 'next' : 'locked',
      worthAfter: pointsAfter(index + 1),
    };
  });
}

/**
 * Returns the task to show as a card: the selected one, or else the first open one. Undefined if all flags are found,
 * except for a single task, which stays visible.
 */
export function currentTaskOf(tasks: readonly FlagTask[], selected: string | null): FlagTask | undefined {
  return (
    tasks.find(({ flag, state }) => flag.id === selected && state !== 'locked') ??
    tasks.find(({ state }) => state === 'open') ??
    tasks.find(({ state }) => state === 'locked') ??
    (tasks.length === 1 ? tasks[0] : undefined)
  );
}

/** Formats the points of a flag: `40 points`, or `36 of 40 points` after hints have deducted some. */
export const pointsText = (worth: number, points: number) =>
  worth < points ? `${worth} of ${plural(points, 'point')}` : plural(worth, 'point');
