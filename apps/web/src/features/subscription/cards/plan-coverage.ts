import type { Hexmap, SubscriptionOverview, TrainingCard } from '@hexpedition/contract';

/** Effect of a plan on a course of the map. */
export type CourseState =
  /** Unlocked now, with or without the plan. */
  | 'unlocked'
  /** Unlocked through this plan, which the account has. */
  | 'included'
  /** Locked now; the plan would unlock it. */
  | 'unlocks'
  /** Unlocked now; this plan would lock it, because it covers less than the current plan. */
  | 'locks'
  /** Locked now, and the plan does not cover it. */
  | 'locked';

export interface Course {
  slug: string;
  name: string;
  continent: string;
  tier: number;
  x: number;
  y: number;
}

/** Joins the map with the course list. Skips courses that are on the map but not in the list (hidden since). */
export function coursesOf(map: Hexmap, trainings: readonly TrainingCard[]): Course[] {
  const cards = new Map(trainings.map((card) => [card.slug, card]));
  return map.continents.flatMap(({ slug: continent, trainings: placed }) =>
    placed.flatMap(({ slug, x, y }) => {
      const card = cards.get(slug);
      return card ? [{ slug, name: card.name, continent, tier: card.tier, x, y }] : [];
    }),
  );
}

/** Highest tier that the account can open. */
export interface TierAccess {
  /** With the subscription. */
  now: number;
  /** Without the subscription. */
  without: number;
}

interface Viewer {
  tier: number;
  isSuperuser: boolean;
  freeTier: number;
  reasons: SubscriptionOverview['reasons'];
  /** Whether the account's subscription grants a tier now. */
  subscribes: boolean;
}

export function tierAccessOf({ tier, isSuperuser, freeTier, reasons, subscribes }: Viewer): TierAccess {
  if (isSuperuser) return { now: Number.POSITIVE_INFINITY, without: Number.POSITIVE_INFINITY };
  const now = Math.max(tier, freeTier);
  const others = reasons.filter(({ state, source }) => state === 'current' && source !== 'subscription');
  return { now, without: subscribes ? Math.max(freeTier, ...others.map((reason) => reason.tier)) : now };
}

export function courseStateOf(
  course: Course,
  planTier: number,
  isOwn: boolean,
  { now, without }: TierAccess,
): CourseState {
  if (course.tier <= without) return 'unlocked';
  if (course.tier > planTier) return course.tier <= now ? 'locks' : 'locked';
  if (isOwn) return 'included';
  return course.tier <= now ? 'unlocked' : 'unlocks';
}

/** Returns the names of the continents whose courses are all within the tier. */
export function completeContinents(map: Hexmap, courses: readonly Course[], reach: number): string[] {
  return map.continents
    .filter(({ slug }) => {
      const own = courses.filter(({ continent }) => continent === slug);
      return own.length > 0 && own.every(({ tier }) => tier <= reach);
    })
    .map(({ name }) => name);
}
