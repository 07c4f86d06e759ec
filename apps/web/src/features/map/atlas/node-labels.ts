import { plural, tierName } from '#lib/format.ts';
import type { MapNode } from './atlas.ts';
import { type Journey, markerLabels } from './journey.ts';

/** Describes the state of a node, for screen readers, the card and the list. */
export function stateText(node: MapNode, journey: Journey): string {
  const rewritten = journey.rewritten(node);
  const news = journey.isNew(node) ? ', new' : rewritten ? `, ${plural(rewritten, 'lesson')} rewritten` : '';
  return baseStateText(node, journey) + news;
}

function baseStateText(node: MapNode, journey: Journey): string {
  switch (journey.state(node)) {
    case 'done':
      return node.kind === 'lab' ? 'solved' : 'done';
    case 'locked':
      return journey.lock(node) === 'prerequisites'
        ? 'locked, requires other courses first'
        : `locked, requires ${tierName(node.card.tier)}`;
    case 'underway':
      return `in progress, ${progressText(node, journey)}`;
    case 'open':
      return 'open';
  }
}

/** Describes the progress: `3 of 8 lessons`, or `1 of 2 flags` for a lab. */
export function progressText(node: MapNode, journey: Journey): string {
  const done = journey.count(node);
  return node.kind === 'lab'
    ? `${done} of ${plural(node.card.flags, 'flag')}`
    : `${done} of ${plural(node.card.subchapters, 'lesson')}`;
}

/** Returns the accessible name of a node's link. It starts with the visible name. */
export function nodeLabel(node: MapNode, journey: Journey): string {
  const marker = node === journey.here ? ` ${markerLabels[journey.marker]}` : '';
  const kind = node.kind === 'lab' ? 'lab, ' : '';
  return `${node.name}${marker}, ${kind}${node.continent.name}, ${stateText(node, journey)}`;
}
