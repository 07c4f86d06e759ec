import type { Cycle, Hexmap, Plan } from '@hexpedition/contract';
import type { ReactNode } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { periodOf } from './choice.ts';
import { type Course, type CourseState, type Standing, stateOf, wholeContinents } from './coverage.ts';
import css from './plan-card.module.css';
import { KeyHex, PlanMap } from './plan-map.tsx';
import { inOtherCycle, type Prices, priceText } from './prices.ts';

export interface Chart {
  map: Hexmap;
  courses: readonly Course[];
}

interface Props {
  plan: Plan;
  cycle: Cycle;
  prices: Prices | undefined;
  /** Undefined while it is on the way, null when it did not come. */
  chart: Chart | null | undefined;
  standing: Standing;
  /** The tier of the plan below, or the free one: what this plan adds comes after it. */
  below: number;
  /** The account's own plan, in this cycle or the other one. */
  own: 'this' | 'other cycle' | undefined;
  /** Until when, and by what, everything that it opens is open without it; empty where it is not. */
  already: string;
  /** Where the cards stand one below the other. */
  isFirst: boolean;
  isChosen: boolean;
  /** Undefined where it cannot be bought now. */
  onChoose: (() => void) | undefined;
}

export function PlanCard({
  plan,
  cycle,
  prices,
  chart,
  standing,
  below,
  own,
  already,
  isFirst,
  isChosen,
  onChoose,
}: Props) {
  const title = `plan-${plan.tier}`;
  const label = isChosen ? 'Chosen' : own ? `Change to ${cycle}` : 'Choose';
  const courses = chart?.courses.map((course) => ({
    course,
    state: stateOf(course, plan.tier, own !== undefined, standing),
  }));
  return (
    <Card
      as="article"
      flush
      tone={isChosen ? 'beacon' : 'plain'}
      className={cx(css.card, onChoose && !isChosen && css.pick, isFirst && css.first) ?? ''}
      aria-labelledby={title}
      // The presses of the button inside arrive here too; for a pointer the whole card is the button.
      onClick={onChoose}
    >
      {chart !== null && (
        <div className={css.sea}>{chart && courses && <PlanMap map={chart.map} courses={courses} />}</div>
      )}
      <div className={css.body}>
        <div className={css.head}>
          <h3 id={title} className={css.name}>
            {plan.name}
          </h3>
          {own && (
            <Chip tone="phosphor" icon="tick">
              {own === 'this' ? 'Your plan' : `Yours, ${cycle === 'yearly' ? 'monthly' : 'yearly'}`}
            </Chip>
          )}
          {onChoose && (
            <Button
              size="sm"
              className={isChosen ? css.chosen : undefined}
              aria-pressed={isChosen}
              aria-label={`${label}: ${plan.name}, ${cycle}`}
            >
              {label}
            </Button>
          )}
        </div>
        <PriceLines plan={plan} cycle={cycle} prices={prices}>
          {chart && <Count courses={chart.courses} reach={Math.max(plan.tier, below)} />}
        </PriceLines>
        <div className={css.blurb}>
          {already && <p className={css.already}>Open to you already {already}.</p>}
          {chart === undefined && <Skeleton lines={3} />}
          {chart && <Blurb chart={chart} tier={plan.tier} below={below} />}
        </div>
        {courses && <Key states={courses.map(({ state }) => state)} />}
      </div>
    </Card>
  );
}

function PriceLines({
  plan,
  cycle,
  prices,
  children,
}: Pick<Props, 'plan' | 'cycle' | 'prices'> & { children: ReactNode }) {
  const price = prices?.byId.get(plan[cycle].price_id);
  if (prices && !price) return <p className={css.quiet}>The checkout names its price.</p>;
  const country = prices?.country ?? null;
  return (
    <div className={css.price}>
      {price ? (
        <p>
          <b className={css.amount}>{priceText(price, country)}</b> a {periodOf(cycle)}
        </p>
      ) : (
        <Skeleton shape="title" className={css.bone ?? ''} />
      )}
      <p className={css.facts}>
        <span>
          {price && `${priceText(inOtherCycle(price, cycle), country)} a ${cycle === 'yearly' ? 'month' : 'year'}`}
        </span>
        {children}
      </p>
    </div>
  );
}

const Count = ({ courses, reach }: { courses: readonly Course[]; reach: number }) => (
  <span className={css.count}>
    <b>{courses.filter(({ tier }) => tier <= reach).length}</b> of {plural(courses.length, 'course')}
  </span>
);

/** So many courses or continents are named; the others are counted. */
const mostNamed = 4;

/** What a plan opens, in words: whole continents, and what it adds to the plan below it. */
function Blurb({ chart: { map, courses }, tier, below }: { chart: Chart; tier: number; below: number }) {
  const whole = wholeContinents(map, courses, tier);
  const added = courses.filter((course) => course.tier > below && course.tier <= tier).map(({ name }) => name);
  const named = added.slice(0, mostNamed);
  const rest = added.length - named.length;
  return (
    <p>
      <b>{wholeText(whole, map.continents.length)}</b>
      {added.length > 0 && `Adds ${listOf(rest > 0 ? [...named, `${rest} more`] : named)}.`}
    </p>
  );
}

function wholeText(names: readonly string[], all: number): string {
  if (names.length === all) return 'The whole map. ';
  if (names.length > mostNamed) return `${names.length} of ${all} continents in full. `;
  return names.length > 0 ? `${listOf(names)} in full. ` : '';
}

/** `A, B and C` */
const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The key of the map, which says in words what the hexes show. */
function Key({ states }: { states: readonly CourseState[] }) {
  const counted = Object.entries(keyWords)
    .map(([state, word]) => ({
      state: state as CourseState,
      word,
      count: states.filter((one) => one === state).length,
    }))
    .filter(({ count }) => count > 0);
  return (
    <ul className={css.keys}>
      {counted.map(({ state, word, count }) => (
        <li key={state}>
          <KeyHex state={state} />
          {count} {word}
        </li>
      ))}
    </ul>
  );
}

const keyWords: Record<CourseState, string> = {
  open: 'open now',
  yours: 'more, yours',
  opens: 'would open',
  closes: 'would close',
  shut: 'shut',
};
