import type { Tier, TrainingAccess } from '@hexpedition/contract';
import { type Reaching, reachesTier } from '@hexpedition/contract/tiers';
import type { Step } from './reach.read-model.ts';

/** A training on the way to another one, with a learner's progress in it. */
export interface Waypoint extends Step {
  tier: Tier;
  /** Slugs of the trainings that it waits for. */
  requires: string[];
  completed: number;
  total: number;
  /** Minutes of its unfinished lessons. */
  minutes: number;
  /** Finished, or tested out of. */
  done: boolean;
  /** A lesson of it is finished: what was begun stays open. */
  begun: boolean;
  /** Questions of its test; null when it has none. */
  questions: number | null;
}

type Way = TrainingAccess['way'];

/** How long a question of a test takes, for comparing the test with the lessons. */
const minutesAQuestion = 1;

/**
 * What somebody has to do for a training to open, in order: first log in, then get the tier that the whole way takes,
 * then each training on it, by its lessons or by its test, whichever is shorter.
 */
export function shortestWay(
  start: string,
  waypoints: ReadonlyMap<string, Waypoint>,
  someone: { signedIn: boolean } & Reaching,
): Way {
  /** By slug, each worked out once: there can be far too many ways through the steps to follow each of them. */
  const costs = new Map<string, number>();
  const steps = missingBelow(start);
  const tiers = [start, ...steps.map(({ waypoint }) => waypoint.slug)].map((slug) => waypoints.get(slug)?.tier ?? 0);
  const needed = Math.max(0, ...tiers) as Tier;
  const way: Way = steps.map(({ waypoint, byTest }) => {
    const training = { slug: waypoint.slug, name: waypoint.name };
    if (byTest && waypoint.questions !== null) {
      return { kind: 'test_out', training, left: waypoint.questions, minutes: waypoint.questions * minutesAQuestion };
    }
    return { kind: 'finish', training, left: waypoint.total - waypoint.completed, minutes: waypoint.minutes };
  });
  if (!reachesTier(someone, needed)) way.unshift({ kind: 'tier', tier: needed });
  if (way.length > 0 && !someone.signedIn) way.unshift({ kind: 'log_in' });
  return way;

  /** The unfinished trainings below a training, each once, in the order in which they have to be done. */
  function missingBelow(slug: string, seen = new Set<string>()): { waypoint: Waypoint; byTest: boolean }[] {
    const training = waypoints.get(slug);
    if (!training || training.begun) return [];
    return training.requires.flatMap((name) => {
      const waypoint = waypoints.get(name);
      if (!waypoint || waypoint.done || seen.has(name)) return [];
      seen.add(name);
      const byTest = testCost(waypoint) < lessonCost(waypoint);
      return [...(byTest ? [] : missingBelow(name, seen)), { waypoint, byTest }];
    });
  }

  function testCost({ questions }: Waypoint): number {
    return questions === null ? Number.POSITIVE_INFINITY : questions * minutesAQuestion;
  }

  /** Minutes of its own lessons and of all that has to come before them. */
  function lessonCost(waypoint: Waypoint): number {
    if (waypoint.done) return 0;
    if (waypoint.begun) return waypoint.minutes;
    const known = costs.get(waypoint.slug);
    if (known !== undefined) return known;
    // A training that waits for itself can never be reached by lessons.
    costs.set(waypoint.slug, Number.POSITIVE_INFINITY);
    const before = waypoint.requires.map((slug) => {
      const next = waypoints.get(slug);
      return next && !next.done ? Math.min(testCost(next), lessonCost(next)) : 0;
    });
    const cost = waypoint.minutes + before.reduce((sum, cost) => sum + cost, 0);
    costs.set(waypoint.slug, cost);
    return cost;
  }
}
