import type { Tier, TrainingAccess } from '@hexpedition/contract';
import type { Step } from './reach.read-model.ts';

/** A training on the way to another one, as far as a learner has come in it. */
export interface Waypoint extends Step {
  tier: Tier;
  /** Slugs of what it waits for itself. */
  requires: string[];
  completed: number;
  total: number;
  /** Minutes of its lessons that are left. */
  minutes: number;
  /** Finished, or tested out of. */
  done: boolean;
  /** A lesson of it is finished: what was begun stays open. */
  begun: boolean;
  /** Questions of its test; null when it has none. */
  questions: number | null;
}

type Way = TrainingAccess['way'];

/** A question of a test is thought about this long, when the test is weighed against the lessons. */
const minutesAQuestion = 1;

/**
 * What somebody has to do for a training to open, in order: first log in, then get the tier that the whole way takes,
 * then each training on it, by its lessons or by its test, whichever is shorter.
 */
export function shortestWay(
  start: string,
  waypoints: ReadonlyMap<string, Waypoint>,
  someone: { signedIn: boolean; tier: Tier },
): Way {
  /** By slug, each worked out once: the ways through what needs what are more than can be counted. */
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
  if (needed > someone.tier) way.unshift({ kind: 'tier', tier: needed });
  if (way.length > 0 && !someone.signedIn) way.unshift({ kind: 'log_in' });
  return way;

  /** What is missing below a training, what comes first first, each once. */
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
    // What waits for itself is never reached by lessons.
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
