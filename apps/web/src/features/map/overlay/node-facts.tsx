import { duration, plural, tierName } from '#lib/format.ts';
import { Label } from '#ui/label.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { MapNode } from '../atlas/atlas.ts';
import { type Journey, markerLabels, type NodeState } from '../atlas/journey.ts';
import { progressText } from '../atlas/labels.ts';
import css from './map-card.module.css';

const stateNames: Record<NodeState, string> = { open: 'Open', underway: 'Under way', done: 'Done', locked: 'Locked' };

/** The line above the name: how the learner stands, and where the node is. */
export function NodeHead({ node, journey }: { node: MapNode; journey: Journey }) {
  const state = journey.state(node);
  const here = node === journey.here;
  const marker = here
    ? markerLabels[journey.marker]
    : state === 'done' && node.kind === 'lab'
      ? 'Solved'
      : state === 'open' && journey.isNew(node)
        ? 'New'
        : stateNames[state];
  const place = node.kind === 'training' ? `${node.at}/${node.of}` : 'Lab';
  return (
    <div className={css.head}>
      <Label tone={here || state === 'underway' ? 'beacon' : state === 'done' ? 'phosphor' : 'quiet'}>{marker}</Label>
      <Label>{`${node.continent.name} · ${place}`}</Label>
    </div>
  );
}

/** How far the learner is, how much there is, and how long it takes. */
export function NodeFacts({ node, journey }: { node: MapNode; journey: Journey }) {
  const { card } = node;
  const [flags, rewritten] = [journey.flags(node), journey.rewritten(node)];
  const total = node.kind === 'lab' ? node.card.flags : node.card.subchapters;
  const facts = [
    journey.lock(node) === 'tier' && `Requires ${tierName(card.tier)}`,
    journey.lock(node) === 'steps' && 'Opens later',
    node.kind === 'training' && plural(node.card.subchapters, 'lesson'),
    card.flags > 0 && (flags > 0 ? `${flags}/` : '') + plural(card.flags, 'flag'),
    duration(card.minutes),
    rewritten > 0 && `${plural(rewritten, 'lesson')} rewritten since`,
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      {journey.count(node) > 0 && total > 0 && (
        <ProgressBar
          value={journey.count(node)}
          max={total}
          label={`${node.name}: ${progressText(node, journey)}`}
          className={css.bar ?? ''}
        />
      )}
      <p className={css.facts}>{facts.join(' · ')}</p>
    </>
  );
}
