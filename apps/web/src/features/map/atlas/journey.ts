import type { LabFlagsSolved, Progress } from '@hexpedition/contract';
import { countFoundFlags } from '#entities/lab/solve-counts.ts';
import type { Atlas, MapNode, Path } from './atlas.ts';

/** State of a node for the learner. Every state has its own icon and shape. */
export type NodeState = 'open' | 'underway' | 'done' | 'locked';

/** Role of the marked hex: a newcomer's first one, the learner's current one, or the suggested next one. */
type MarkerKind = 'start' | 'here' | 'next';

export const markerLabels: Record<MarkerKind, string> = {
  start: 'Start here',
  here: 'You are here',
  next: 'Next hex',
};

/** Progress of a learner or a visitor on the whole map. */
export interface Journey {
  state(node: MapNode): NodeState;
  /** Why a node is locked, or null. */
  lock(node: MapNode): 'tier' | 'prerequisites' | null;
  /** Completed share, 0 to 1. */
  share(node: MapNode): number;
  /** Number of completed subchapters of a training, or of found flags of a lab. */
  count(node: MapNode): number;
  /** Number of flags found in a training or lab. */
  flags(node: MapNode): number;
  /** Whether it was added recently and the learner has not started it. */
  isNew(node: MapNode): boolean;
  /** Number of a training's finished lessons that were rewritten since. */
  rewritten(node: MapNode): number;
  /** Node with the marker: the learner's current, first or next one. */
  here: MapNode | null;
  /** Role of `here`. */
  marker: MarkerKind;
  /** Target of "Continue", if there is one. */
  resume: Progress['resume'];
}

export interface JourneyInput {
  /** Whether the account has access to a tier. */
  reaches(tier: number): boolean;
  progress?: Progress | undefined;
  solved?: Pick<LabFlagsSolved, 'flags'> | undefined;
  /** Training that the server suggests after all started trainings are finished. */
  next?: string | undefined;
  /** Number of subchapters that a visitor has finished in this browser, by training. */
  visited?: ReadonlyMap<string, number> | undefined;
  /** Current time in milliseconds since 1970. Without it, nothing is new. */
  now?: number | undefined;
}

/** Time for which an item counts as new, in milliseconds. */
const newForMs = 30 * 86_400_000;

/** Computes the state of every node, and the node with the marker, from the learner's progress. */
export function makeJourney(atlas: Atlas, { reaches, progress, solved, next, visited, now }: JourneyInput): Journey {
  const entries = new Map(progress?.progress.map((entry) => [entry.training_slug, entry]));
  const labFlags = countFoundFlags(solved);
  const flags = ({ kind, slug }: MapNode) =>
    (kind === 'training' ? entries.get(slug)?.flags_found : labFlags.get(slug)) ?? 0;

  const count = (node: MapNode) =>
    node.kind === 'training' ? (entries.get(node.slug)?.completed.length ?? visited?.get(node.slug) ?? 0) : flags(node);
  const isEnrolled = (node: MapNode) => node.kind === 'training' && entries.get(node.slug)?.enrolled === true;
  // The server decides what is locked by prerequisites for a learner. A visitor has finished none of them.
  const lockedBySteps = progress && new Set(progress.locked_by_prerequisites);
  const lacksPrerequisites = (node: MapNode) =>
    node.kind === 'training' && (lockedBySteps?.has(node.slug) ?? node.card.requires.length > 0);
  const total = (node: MapNode) => (node.kind === 'training' ? node.card.subchapters : node.card.flags);
  const share = (node: MapNode) => (total(node) > 0 ? Math.min(1, count(node) / total(node)) : 0);
  const lock = (node: MapNode) => {
    if (share(node) === 1) return null;
    if (!reaches(node.card.tier)) return 'tier';
    return lacksPrerequisites(node) ? 'prerequisites' : null;
  };
  const state = (node: MapNode): NodeState => {
    if (share(node) === 1) return 'done';
    if (lock(node)) return 'locked';
    return count(node) > 0 || isEnrolled(node) ? 'underway' : 'open';
  };

  const isNew = (node: MapNode) => {
    const { added_at } = node.card;
    return now !== undefined && added_at !== null && count(node) === 0 && now - Date.parse(added_at) < newForMs;
  };
  const rewritten = ({ kind, slug }: MapNode) => (kind === 'training' && entries.get(slug)?.changed.length) || 0;

  const resume = progress?.resume ?? null;
  const resumed = resume && atlas.byRef.get(`training:${resume.training.slug}`);
  const journey = { state, lock, share, count, flags, isNew, rewritten, resume };
  if (resumed) return { ...journey, here: resumed, marker: 'here' };
  // A learner who has finished the first hex does not start there again.
  const isNewcomer = !atlas.start || state(atlas.start) !== 'done';
  if (isNewcomer && !next) return { ...journey, here: atlas.start, marker: 'start' };
  if (next) return { ...journey, here: atlas.byRef.get(`training:${next}`) ?? null, marker: 'next' };
  // A visitor follows a path from a finished node to an open one.
  const isOpen = (node: MapNode | undefined) => node !== undefined && state(node) === 'open';
  const path = atlas.paths.find(({ from, to }) => {
    const start = atlas.byRef.get(from);
    return start && state(start) === 'done' && isOpen(atlas.byRef.get(to));
  });
  return { ...journey, here: (!progress && path && atlas.byRef.get(path.to)) || null, marker: 'next' };
}

/** Whether the learner has gone along a path: its start is done and its end is at least started. */
export function isTravelled(path: Path, atlas: Atlas, journey: Journey): boolean {
  const from = atlas.byRef.get(path.from);
  const to = atlas.byRef.get(path.to);
  if (!from || !to || journey.state(from) !== 'done') return false;
  return journey.count(to) > 0 || (journey.marker !== 'start' && to === journey.here);
}

/** Returns the label and the target of a node's action. */
export function actionOf(node: MapNode, journey: Journey): { text: string; href: string } {
  if (node.kind === 'lab')
    return { text: journey.state(node) === 'done' ? 'Review' : 'Open the lab', href: `/lab/${node.slug}` };
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
