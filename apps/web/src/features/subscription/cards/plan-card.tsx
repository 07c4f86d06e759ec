import type { Cycle, Hexmap, Plan } from '@hexpedition/contract';
import { formatDuration } from '@hexpedition/contract/money';
import type { ReactNode } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { periodOf } from '../plan/plan-selection.ts';
import css from './plan-card.module.css';
import { type Course, type CourseState, completeContinents, courseStateOf, type TierAccess } from './plan-coverage.ts';
import { LegendHex, PlanMap } from './plan-map.tsx';
import { inOtherCycle, type Prices, priceText } from './prices.ts';

export interface CourseMap {
  map: Hexmap;
  courses: readonly Course[];
}

interface Props {
  plan: Plan;
  cycle: Cycle;
  prices: Prices | undefined;
  /** Undefined while loading, null if it failed to load. */
  courseMap: CourseMap | null | undefined;
  access: TierAccess;
  /** Tier of the next smaller plan, or the free tier. This plan adds everything above it. */
  below: number;
  /** Set if this is the account's plan, in this or the other cycle. */
  own: 'this' | 'other cycle' | undefined;
  /** End and source of existing access to everything in this plan; empty without such access. */
  alreadyUnlocked: string;
  /** Whether it comes first when the cards are stacked. */
  isFirst: boolean;
  isSelected: boolean;
  /** Undefined if the plan cannot be bought now. */
  onChoose: (() => void) | undefined;
}

export function PlanCard({
  plan,
  cycle,
  prices,
  courseMap,
  access,
  below,
  own,
  alreadyUnlocked,
  isFirst,
  isSelected,
  onChoose,
}: Props) {
  const title = `plan-${plan.tier}`;
  const label = isSelected ? 'Selected' : own ? `Change to ${cycle}` : 'Select';
  const courses = courseMap?.courses.map((course) => ({
    course,
    state: courseStateOf(course, plan.tier, own !== undefined, access),
  }));
  return (
    <Card
      as="article"
      flush
      tone={isSelected ? 'beacon' : 'plain'}
      className={cx(css.card, onChoose && !isSelected && css.selectable, isFirst && css.first) ?? ''}
      aria-labelledby={title}
      // For pointers the whole card is the button; clicks on the inner button bubble up to this handler.
      onClick={onChoose}
    >
      {courseMap !== null && (
        <div className={css.sea}>{courseMap && courses && <PlanMap map={courseMap.map} courses={courses} />}</div>
      )}
      <div className={css.body}>
        <div className={css.head}>
          <h3 id={title} className={css.name}>
            {plan.name}
          </h3>
          {own && (
            <Chip tone="phosphor" icon="tick">
              {own === 'this' ? 'Your plan' : `Your plan, ${cycle === 'yearly' ? 'monthly' : 'yearly'}`}
            </Chip>
          )}
          {onChoose && (
            <Button
              size="sm"
              className={isSelected ? css.selected : undefined}
              aria-pressed={isSelected}
              aria-label={`${label}: ${plan.name}, ${cycle}`}
            >
              {label}
            </Button>
          )}
        </div>
        <PriceLines plan={plan} cycle={cycle} prices={prices}>
          {courseMap && <Count courses={courseMap.courses} reach={Math.max(plan.tier, below)} />}
        </PriceLines>
        <div className={css.blurb}>
          {alreadyUnlocked && <p className={css.alreadyUnlocked}>Already unlocked {alreadyUnlocked}.</p>}
          {courseMap === undefined && <Skeleton lines={3} />}
          {courseMap && <PlanSummary courseMap={courseMap} tier={plan.tier} below={below} />}
        </div>
        {courses && <MapLegend states={courses.map(({ state }) => state)} />}
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
  const { price_id, details } = plan[cycle];
  const price = prices?.byId.get(price_id);
  const trial = details?.trial;
  if (prices && !price) return <p className={css.quiet}>See the price at checkout.</p>;
  const country = prices?.country ?? null;
  return (
    <div className={css.price}>
      {price ? (
        <p>
          <b className={css.amount}>{priceText(price, country)}</b> a {periodOf(cycle)}
          {trial && `, after ${formatDuration(trial)} free`}
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

/** Maximum number of courses or continents to name; the others are counted. */
const maxNamed = 4;

/** Summary of what a plan unlocks: complete continents, and the courses added to the next smaller plan. */
function PlanSummary({
  courseMap: { map, courses },
  tier,
  below,
}: {
  courseMap: CourseMap;
  tier: number;
  below: number;
}) {
  const whole = completeContinents(map, courses, tier);
  const added = courses.filter((course) => course.tier > below && course.tier <= tier).map(({ name }) => name);
  const named = added.slice(0, maxNamed);
  const rest = added.length - named.length;
  return (
    <p>
      <b>{completeText(whole, map.continents.length)}</b>
      {added.length > 0 && `Adds ${listOf(rest > 0 ? [...named, `${rest} more`] : named)}.`}
    </p>
  );
}

function completeText(names: readonly string[], all: number): string {
  if (names.length === all) return 'The whole map. ';
  if (names.length > maxNamed) return `${names.length} of ${all} complete continents. `;
  return names.length > 0 ? `All of ${listOf(names)}. ` : '';
}

/** Joins names as `A, B and C`. */
const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Legend of the map, which repeats its information as text. */
function MapLegend({ states }: { states: readonly CourseState[] }) {
  const counted = Object.entries(legendTexts)
    .map(([state, word]) => ({
      state: state as CourseState,
      word,
      count: states.filter((one) => one === state).length,
    }))
    .filter(({ count }) => count > 0);
  return (
    <ul className={css.legend}>
      {counted.map(({ state, word, count }) => (
        <li key={state}>
          <LegendHex state={state} />
          {count} {word}
        </li>
      ))}
    </ul>
  );
}

const legendTexts: Record<CourseState, string> = {
  unlocked: 'unlocked now',
  included: 'with your plan',
  unlocks: 'more unlocked',
  locks: 'would be locked',
  locked: 'locked',
};
