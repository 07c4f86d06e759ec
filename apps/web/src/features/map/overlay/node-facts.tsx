import { taskCounts } from '#entities/training/task-counts.ts';
import { duration, plural, tierName } from '#lib/format.ts';
import { Label } from '#ui/label.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { MapNode } from '../atlas/atlas.ts';
import { type Journey, markerLabels, type NodeState } from '../atlas/journey.ts';
import { progressText } from '../atlas/node-labels.ts';
import css from './map-card.module.css';

const stateNames: Record<NodeState, string> = { open: 'Open', underway: 'In progress', done: 'Done', locked: 'Locked' };

/** Line above the name: the learner's state, and the continent. */
export function NodeHeader({ node, journey }: { node: MapNode; journey: Journey }) {
  const state = journey.state(node);
  const here = node === journey.here;
  const stateName = here
    ? markerLabels[journey.marker]
    : state === 'done' && node.kind === 'lab'
      ? 'Solved'
      : state === 'open' && journey.isNew(node)
        ? 'New'
        : stateNames[state];
  const position = node.kind === 'training' ? `${node.at}/${node.of}` : 'Lab';
  return (
    <div className={css.head}>
      <Label tone={here || state === 'underway' ? 'beacon' : state === 'done' ? 'phosphor' : 'quiet'}>
        {stateName}
      </Label>
      <Label>{`${node.continent.name} · ${position}`}</Label>
    </div>
  );
}

const labFlags = (total: number, found: number) =>
  total > 0 && `${found > 0 ? `${found} of ` : ''}${plural(total, 'flag')}`;

/** Progress of the learner, amount of content, and duration. */
export function NodeFacts({ node, journey }: { node: MapNode; journey: Journey }) {
  const { card } = node;
  const [flags, rewritten] = [journey.flags(node), journey.rewritten(node)];
  const total = node.kind === 'lab' ? node.card.flags : node.card.subchapters;
  const facts = [
    journey.lock(node) === 'tier' && `Requires ${tierName(card.tier)}`,
    journey.lock(node) === 'prerequisites' && 'Requires other courses first',
    node.kind === 'training' && plural(node.card.subchapters, 'lesson'),
    ...(node.kind === 'training' ? taskCounts(node.card, flags) : [labFlags(node.card.flags, flags)]),
    duration(card.minutes),
    rewritten > 0 && `${plural(rewritten, 'lesson')} rewritten`,
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
