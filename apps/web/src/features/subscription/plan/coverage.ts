import type { Hexmap, Subscribed, TrainingCard } from '@hexpedition/contract';

/** What a plan does with a course of the map. */
export type CourseState =
  /** It is open already, whatever is bought. */
  | 'open'
  /** It is open because the plan is one's own. */
  | 'yours'
  | 'opens'
  /** It is open now and would be shut, because the plan gives less than the one that one has. */
  | 'closes'
  | 'shut';

export interface Course {
  slug: string;
  name: string;
  continent: string;
  tier: number;
  x: number;
  y: number;
}

/** The courses of a map. What the list does not have (hidden since the map was drawn) is left out. */
export function coursesOf(map: Hexmap, trainings: readonly TrainingCard[]): Course[] {
  const cards = new Map(trainings.map((card) => [card.slug, card]));
  return map.continents.flatMap(({ slug: continent, trainings: placed }) =>
    placed.flatMap(({ slug, x, y }) => {
      const card = cards.get(slug);
      return card ? [{ slug, name: card.name, continent, tier: card.tier, x, y }] : [];
    }),
  );
}

/** Up to which tier everything is open. */
export interface Standing {
  now: number;
  /** Without the subscription. */
  without: number;
}

interface Viewer {
  tier: number;
  isSuperuser: boolean;
  freeTier: number;
  reasons: Subscribed['reasons'];
  /** Whether the account's subscription gives something now. */
  subscribes: boolean;
}

export function standingOf({ tier, isSuperuser, freeTier, reasons, subscribes }: Viewer): Standing {
  if (isSuperuser) return { now: Number.POSITIVE_INFINITY, without: Number.POSITIVE_INFINITY };
  const now = Math.max(tier, freeTier);
  const others = reasons.filter(({ state, source }) => state === 'current' && source !== 'subscription');
  return { now, without: subscribes ? Math.max(freeTier, ...others.map((reason) => reason.tier)) : now };
}

export function stateOf(course: Course, planTier: number, isOwn: boolean, { now, without }: Standing): CourseState {
  if (course.tier <= without) return 'open';
  if (course.tier > planTier) return course.tier <= now ? 'closes' : 'shut';
  if (isOwn) return 'yours';
  return course.tier <= now ? 'open' : 'opens';
}

/** The continents of which a plan opens every course. */
export function wholeContinents(map: Hexmap, courses: readonly Course[], reach: number): string[] {
  return map.continents
    .filter(({ slug }) => {
      const own = courses.filter(({ continent }) => continent === slug);
      return own.length > 0 && own.every(({ tier }) => tier <= reach);
    })
    .map(({ name }) => name);
}
