import type { Tier, TrainingAccess } from '@hexpedition/contract';
import { canAccessTier, type TierContext } from '@hexpedition/contract/tiers';
import type { Prerequisite } from '#features/training-access/training-access.public';

/** A training on the unlock path of another one, with a learner's progress in it. */
export interface TrainingOnPath extends Prerequisite {
  tier: Tier;
  /** Slugs of its prerequisites. */
  requires: string[];
  completed: number;
  total: number;
  /** Minutes of its unfinished lessons. */
  minutes: number;
  /** Finished, or tested out of. */
  done: boolean;
  /** The learner finished at least one lesson of it: a started training stays open. */
  started: boolean;
  /** Number of questions of its test; null when it has no test. */
  questions: number | null;
}

type UnlockPath = TrainingAccess['unlock_path'];

/** Assumed minutes per question, for comparing a test with the lessons. */
const minutesPerQuestion = 1;

/**
 * Returns what a learner must do to unlock a training, in order: first log in, then get the tier that the whole path
 * needs, then complete each training on it by its lessons or by its test, whichever is shorter.
 */
export function shortestUnlockPath(
  start: string,
  trainings: ReadonlyMap<string, TrainingOnPath>,
  learner: { signedIn: boolean } & TierContext,
): UnlockPath {
  /**
   * Lesson costs by slug, each computed once: there can be far too many paths through the prerequisites to follow
   * each.
   */
  const costs = new Map<string, number>();
  const prerequisites = unfinishedBelow(start);
  const tiers = [start, ...prerequisites.map(({ node }) => node.slug)].map((slug) => trainings.get(slug)?.tier ?? 0);
  const needed = Math.max(0, ...tiers) as Tier;
  const path: UnlockPath = prerequisites.map(({ node, byTest }) => {
    const training = { slug: node.slug, name: node.name };
    if (byTest && node.questions !== null) {
      return { kind: 'test_out', training, left: node.questions, minutes: node.questions * minutesPerQuestion };
    }
    return { kind: 'finish', training, left: node.total - node.completed, minutes: node.minutes };
  });
  if (!canAccessTier(learner, needed)) path.unshift({ kind: 'tier', tier: needed });
  if (path.length > 0 && !learner.signedIn) path.unshift({ kind: 'log_in' });
  return path;

  /** Returns the unfinished trainings below a training, each once, in the order in which they must be done. */
  function unfinishedBelow(slug: string, seen = new Set<string>()): { node: TrainingOnPath; byTest: boolean }[] {
    const training = trainings.get(slug);
    if (!training || training.started) return [];
    return training.requires.flatMap((name) => {
      const node = trainings.get(name);
      if (!node || node.done || seen.has(name)) return [];
      seen.add(name);
      const byTest = testCost(node) < lessonCost(node);
      return [...(byTest ? [] : unfinishedBelow(name, seen)), { node, byTest }];
    });
  }

  function testCost({ questions }: TrainingOnPath): number {
    return questions === null ? Number.POSITIVE_INFINITY : questions * minutesPerQuestion;
  }

  /** Minutes of its own lessons and of everything that must come before them. */
  function lessonCost(node: TrainingOnPath): number {
    if (node.done) return 0;
    if (node.started) return node.minutes;
    const known = costs.get(node.slug);
    if (known !== undefined) return known;
    // A training that requires itself can never be unlocked by lessons.
    costs.set(node.slug, Number.POSITIVE_INFINITY);
    const required = node.requires.map((slug) => {
      const next = trainings.get(slug);
      return next && !next.done ? Math.min(testCost(next), lessonCost(next)) : 0;
    });
    const cost = node.minutes + required.reduce((sum, cost) => sum + cost, 0);
    costs.set(node.slug, cost);
    return cost;
  }
}
