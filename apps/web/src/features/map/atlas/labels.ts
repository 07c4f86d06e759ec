import { plural, tierName } from '#lib/format.ts';
import type { MapNode } from './atlas.ts';
import { type Journey, standingWords } from './journey.ts';

/** How a node stands, in words: for screen readers, the card and the list. */
export function stateWords(node: MapNode, journey: Journey): string {
  const rewritten = journey.rewritten(node);
  const news = journey.isNew(node) ? ', new' : rewritten ? `, ${plural(rewritten, 'lesson')} rewritten since` : '';
  return standingOf(node, journey) + news;
}

function standingOf(node: MapNode, journey: Journey): string {
  switch (journey.state(node)) {
    case 'done':
      return node.kind === 'lab' ? 'solved' : 'done';
    case 'locked':
      return journey.lock(node) === 'steps' ? 'locked, opens later' : `locked, requires ${tierName(node.card.tier)}`;
    case 'underway':
      return `under way, ${counted(node, journey)}`;
    case 'open':
      return 'open';
  }
}

/** `3 of 8 lessons`, or of flags for a lab. */
export function counted(node: MapNode, journey: Journey): string {
  const done = journey.count(node);
  return node.kind === 'lab'
    ? `${done} of ${plural(node.card.flags, 'flag')}`
    : `${done} of ${plural(node.card.subchapters, 'lesson')}`;
}

/** The name that a node's link has for screen readers; it begins with what can be seen. */
export function nodeLabel(node: MapNode, journey: Journey): string {
  const flag = node === journey.here ? ` ${standingWords[journey.standing]}` : '';
  const kind = node.kind === 'lab' ? 'lab, ' : '';
  return `${node.name}${flag}, ${kind}${node.continent.name}, ${stateWords(node, journey)}`;
}
