import type { LabFlagsSolved, Progress } from '@hexpedition/contract';
import { countFoundFlags } from '#features/labs/solve-counts.public.ts';
import type { Atlas, MapNode, Path } from './atlas.ts';

/** How a node stands for the learner; every state has its own icon and shape. */
export type NodeState = 'open' | 'underway' | 'done' | 'locked';

/** A newcomer's first hex, the one that a learner is in, or the one after those that are finished. */
type Standing = 'start' | 'here' | 'next';

export const standingWords: Record<Standing, string> = {
  start: 'Start here',
  here: 'You are here',
  next: 'Next hex',
};

/** The learner's standing on the whole map; a visitor's is the same with nothing done. */
export interface Journey {
  state(node: MapNode): NodeState;
  /** Why a node is locked; null when it is not. */
  lock(node: MapNode): 'tier' | 'steps' | null;
  /** Completed part, 0 to 1. */
  share(node: MapNode): number;
  /** Completed subchapters of a training, flags of a lab. */
  count(node: MapNode): number;
  /** Flags that were found in a training or lab. */
  flags(node: MapNode): number;
  /** Whether it came to the site a short while ago, and the learner has not begun it. */
  isNew(node: MapNode): boolean;
  /** How many of a training's finished lessons were rewritten since. */
  rewritten(node: MapNode): number;
  /** Where the learner is, or should begin; the loudest place on the map. */
  here: MapNode | null;
  /** What `here` is to the learner. */
  standing: Standing;
  /** Where "continue" leads, when there is something to continue. */
  resume: Progress['resume'];
}

export interface Traveller {
  /** Whether they reach what is offered at a tier. */
  reaches(tier: number): boolean;
  progress?: Progress | undefined;
  solved?: LabFlagsSolved | undefined;
  /** The training that the server suggests to somebody who has finished all that they began. */
  next?: string | undefined;
  /** How many subchapters a visitor has finished in this browser, by training. */
  visited?: ReadonlyMap<string, number> | undefined;
  /** Milliseconds since 1970; without it nothing is new. */
  now?: number | undefined;
}

/** How long something is new, milliseconds. */
const NEW = 30 * 86_400_000;

export function makeJourney(atlas: Atlas, { reaches, progress, solved, next, visited, now }: Traveller): Journey {
  const entries = new Map(progress?.progress.map((entry) => [entry.training_slug, entry]));
  const ofLabs = countFoundFlags(solved);
  const flags = ({ kind, slug }: MapNode) =>
    (kind === 'training' ? entries.get(slug)?.flags_found : ofLabs.get(slug)) ?? 0;

  const count = (node: MapNode) =>
    node.kind === 'training' ? (entries.get(node.slug)?.completed.length ?? visited?.get(node.slug) ?? 0) : flags(node);
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

  const isNew = (node: MapNode) => {
    const { added_at } = node.card;
    return now !== undefined && added_at !== null && count(node) === 0 && now - Date.parse(added_at) < NEW;
  };
  const rewritten = ({ kind, slug }: MapNode) => (kind === 'training' && entries.get(slug)?.changed.length) || 0;

  const resume = progress?.resume ?? null;
  const resumed = resume && atlas.byRef.get(`training:${resume.training.slug}`);
  const place = { state, lock, share, count, flags, isNew, rewritten, resume };
  if (resumed) return { ...place, here: resumed, standing: 'here' };
  // Whoever has finished the first hex does not start there.
  const isNewcomer = !atlas.start || state(atlas.start) !== 'done';
  if (isNewcomer && !next) return { ...place, here: atlas.start, standing: 'start' };
  if (next) return { ...place, here: atlas.byRef.get(`training:${next}`) ?? null, standing: 'next' };
  // A visitor goes where a path leads from what they have finished.
  const isOpen = (node: MapNode | undefined) => node !== undefined && state(node) === 'open';
  const path = atlas.paths.find(({ from, to }) => {
    const behind = atlas.byRef.get(from);
    return behind && state(behind) === 'done' && isOpen(atlas.byRef.get(to));
  });
  return { ...place, here: (!progress && path && atlas.byRef.get(path.to)) || null, standing: 'next' };
}

/** A path is travelled when its start is done and its end at least begun. */
export function isTravelled(path: Path, atlas: Atlas, journey: Journey): boolean {
  const from = atlas.byRef.get(path.from);
  const to = atlas.byRef.get(path.to);
  if (!from || !to || journey.state(from) !== 'done') return false;
  return journey.count(to) > 0 || (journey.standing !== 'start' && to === journey.here);
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
