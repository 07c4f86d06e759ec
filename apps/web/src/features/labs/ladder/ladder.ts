import type { EndpointAnswer, Lab } from '@hexpedition/contract';
import { flagWorth } from '@hexpedition/contract/flag-worth';
import { plural } from '#lib/format.ts';

type Flag = EndpointAnswer<'GET /api/lab/flags/:slug'>['flags'][number];

/** How a flag or a repair was handed in. */
export interface Found {
  points: number;
  solved_at: string;
}

export interface HintRung {
  /** Of all hints of the lab, as the API counts. */
  number: number;
  /** Of the hints of its flag, from 1. */
  at: number;
  /** What it takes from the flag when it is opened, or took; 0 where nothing more can be taken. */
  price: number;
  /** `next`: can be opened now. `locked`: after the one before it. */
  state: 'open' | 'next' | 'locked';
  /** What the flag brings once it is open. */
  worthAfter: number;
}

export interface FlagStep {
  flag: Flag;
  state: 'found' | 'open' | 'locked';
  found: Found | undefined;
  /** The number of the step that opens it, from 1; undefined for one that is open from the start. */
  after: number | undefined;
  /** What it brings with the hints that are open now. */
  worth: number;
  hints: HintRung[];
}

/** The flags of a lab in their order, each with its hints: what is found, what can be looked for, what it still brings. */
export function makeSteps(
  flags: readonly Flag[],
  hints: Lab['hints'],
  found: ReadonlyMap<string, Found>,
  opened: ReadonlySet<number>,
): FlagStep[] {
  return flags.map((flag) => {
    const isFound = found.has(flag.id);
    const opener = flags.findIndex(({ id }) => id === flag.after);
    const rungs = makeHints(flag, hints, opened, isFound);
    return {
      flag,
      state: isFound ? 'found' : flag.after !== null && !found.has(flag.after) ? 'locked' : 'open',
      found: found.get(flag.id),
      after: opener < 0 ? undefined : opener + 1,
      worth: flagWorth(
        flag.points,
        rungs.filter(({ state }) => state === 'open').map(({ number }) => hints[number - 1]?.cost ?? 0),
      ),
      hints: rungs,
    };
  });
}

function makeHints(
  { id, points }: Flag,
  hints: Lab['hints'],
  opened: ReadonlySet<number>,
  isFound: boolean,
): HintRung[] {
  const own = hints.flatMap(({ flag, cost }, index) => (flag === id ? [{ number: index + 1, cost }] : []));
  const worthWith = (count: number) =>
    flagWorth(
      points,
      own.slice(0, count).map(({ cost }) => cost),
    );
  return own.map(({ number }, index) => {
    const isOpen = opened.has(number);
    const before = own[index - 1];
    return {
      number,
      at: index + 1,
      // What is found has its points already.
      price: isFound && !isOpen ? 0 : worthWith(index) - worthWith(index + 1),
      state: isOpen ? 'open' : before === undefined || opened.has(before.number) ? 'next' : 'locked',
      worthAfter: worthWith(index + 1),
    };
  });
}

/**
 * The step that is shown as a card: the one that the learner chose, else the first that can be looked for. Undefined once
 * all are found; a single one stays in sight.
 */
export function currentOf(steps: readonly FlagStep[], chosen: string | null): FlagStep | undefined {
  return (
    steps.find(({ flag, state }) => flag.id === chosen && state !== 'locked') ??
    steps.find(({ state }) => state === 'open') ??
    steps.find(({ state }) => state === 'locked') ??
    (steps.length === 1 ? steps[0] : undefined)
  );
}

/** `40 points`, or `36 of 40 points` where hints have taken some. */
export const pointsOf = (worth: number, points: number) =>
  worth < points ? `${worth} of ${plural(points, 'point')}` : plural(worth, 'point');
