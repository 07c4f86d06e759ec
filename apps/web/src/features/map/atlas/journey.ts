import type { LabFlagsSolved, Progress } from '@hexpedition/contract';
import type { Atlas, MapNode, Path } from './atlas.ts';

/** How a node stands for the learner; every state has its own icon and shape. */
export type NodeState = 'open' | 'underway' | 'done' | 'locked';

/** The learner's standing on the whole map; a visitor's is the same with nothing done. */
export interface Journey {
  state(node: MapNode): NodeState;
  /** Why a node is locked; null when it is not. */
  lock(node: MapNode): 'tier' | 'steps' | null;
  /** Completed part, 0 to 1. */
  share(node: MapNode): number;
  /** Completed subchapters of a training, flags of a lab. */
  count(node: MapNode): number;
  /** Where the learner is, or should begin; the loudest place on the map. */
  here: MapNode | null;
  /** False for a newcomer: "start here" instead of "you are here". */
  begun: boolean;
  /** Where "continue" leads, when there is something to continue. */
  resume: Progress['resume'];
}

export interface Traveller {
  /** Whether they reach what is offered at a tier. */
  reaches(tier: number): boolean;
  progress?: Progress | undefined;
  solved?: LabFlagsSolved | undefined;
}

export function makeJourney(atlas: Atlas, { reaches, progress, solved }: Traveller): Journey {
  const entries = new Map(progress?.progress.map((entry) => [entry.training_slug, entry]));
  const flags = new Map<string, number>();
  for (const { lab } of solved?.flags ?? []) flags.set(lab, (flags.get(lab) ?? 0) + 1);

  const count = (node: MapNode) =>
    (node.kind === 'training' ? entries.get(node.slug)?.completed.length : flags.get(node.slug)) ?? 0;
  const isEnrolled = (node: MapNode) => node.kind === 'training' && entries.get(node.slug)?.enrolled === true;
  // The server says what is locked by steps for a learner. A visitor has finished none of them.
  const lockedBySteps = progress && new Set(progress.locked_by_steps);
  const waits = (node: MapNode) =>
    node.kind === 'training' && (lockedBySteps?.has(node.slug) ?? node.card.requires.length > 0);
  const total = (node: MapNode) => (node.kind === 'training' ? node.card.subchapters : node.card.flags);
  const share = (node: MapNode) => (total(node) > 0 ? Math.min(1, count(node) / total(node)) : 0);
  const lock = (node: MapNode) => {
    if (share(node) === 1) return null;
    if (!reaches(node.card.tier)) return 'tier';
    return waits(node) ? 'steps' : null;
  };
  const state = (node: MapNode): NodeState => {
    if (share(node) === 1) return 'done';
    if (lock(node)) return 'locked';
    return count(node) > 0 || isEnrolled(node) ? 'underway' : 'open';
  };

  const resume = progress?.resume ?? null;
  const resumed = resume && atlas.byRef.get(`training:${resume.training.slug}`);
  return { state, lock, share, count, here: resumed ?? atlas.start, begun: Boolean(resumed), resume };
}

/** A path is travelled when its start is done and its end at least begun. */
export function isTravelled(path: Path, atlas: Atlas, journey: Journey): boolean {
  const from = atlas.byRef.get(path.from);
  const to = atlas.byRef.get(path.to);
  if (!from || !to || journey.state(from) !== 'done') return false;
  return journey.count(to) > 0 || (journey.begun && to === journey.here);
}

/** Where a node's one action leads and what it says. */
export function actionOf(node: MapNode, journey: Journey): { text: string; href: string } {
  if (node.kind === 'lab')
    return { text: journey.state(node) === 'done' ? 'Review' : 'To the lab', href: `/lab/${node.slug}` };
  const course = `/courses/${node.slug}`;
  const { start } = node.card;
  switch (journey.state(node)) {
    case 'done':
      return { text: 'Review', href: course };
    case 'locked':
      return { text: 'Look inside', href: course };
    case 'underway':
      return { text: 'Continue', href: resumeHref(journey, node.slug) ?? course };
    case 'open':
      return { text: 'Start', href: start ? `${course}/${start.chapter}/${start.subchapter}` : course };
  }
}

function resumeHref({ resume }: Journey, slug: string): string | null {
  return resume?.training.slug === slug ? `/courses/${slug}/${resume.chapter}/${resume.subchapter}` : null;
}
