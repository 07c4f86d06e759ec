import type { Training } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { difficultyLabels } from '#entities/lab/difficulty.ts';
import { labQuery } from '#entities/lab/lab-queries.ts';
import { progressQuery } from '#entities/map/map-queries.ts';
import { LazyWhyLocked } from '#entities/training/lazy-why-locked.tsx';
import { trainingQuery } from '#entities/training/training-queries.ts';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { HexStep } from '#ui/hex-step.tsx';
import { Html } from '#ui/html.tsx';
import { Icon } from '#ui/icon.tsx';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { LabNode, MapNode, TrainingNode } from '../atlas/atlas.ts';
import { actionOf, type Journey } from '../atlas/journey.ts';
import { mapTargets } from '../map-skip-targets.ts';
import css from './map-detail.module.css';
import { NodeFacts, NodeHeader } from './node-facts.tsx';

interface Props<N extends MapNode> {
  node: N;
  journey: Journey;
}

/** Panel of `/detail` with everything that a learner needs before starting. */
export function MapDetail({ node, journey }: Props<MapNode>) {
  return node.kind === 'training' ? (
    <TrainingDetail node={node} journey={journey} />
  ) : (
    <LabDetail node={node} journey={journey} />
  );
}

function TrainingDetail({ node, journey }: Props<TrainingNode>) {
  const { data: training } = useSuspenseQuery(trainingQuery(node.slug));
  return (
    <Panel node={node} journey={journey}>
      <Html html={training.description_html} className={cx(prose.prose, css.prose)} />
      <Chapters training={training} />
    </Panel>
  );
}

function LabDetail({ node, journey }: Props<LabNode>) {
  const { data: lab } = useSuspenseQuery(labQuery(node.slug));
  const facts = [
    difficultyLabels[lab.difficulty],
    plural(lab.points, 'point'),
    lab.workspace !== null && 'with a shell',
    lab.repair !== null && 'with a repair',
    lab.tools.length > 0 && lab.tools.join(', '),
  ];
  return (
    <Panel node={node} journey={journey}>
      <p className={css.kit}>{facts.filter((fact) => typeof fact === 'string').join(' · ')}</p>
      <Html html={lab.briefing_html} className={cx(prose.prose, css.prose)} />
    </Panel>
  );
}

function Panel({ node, journey, children }: Props<MapNode> & { children: ReactNode }) {
  const action = actionOf(node, journey);
  return (
    <aside
      {...mapTargets.card}
      className={css.panel}
      data-overlay
      data-hue={node.continent.colour}
      aria-labelledby="map-detail"
    >
      <div className={css.scroll}>
        <NodeHeader node={node} journey={journey} />
        <h2 id="map-detail" className={css.name}>
          {node.name}
        </h2>
        {node.kind === 'training' && node.card.term && <p className={css.term}>{node.card.term}</p>}
        <p className={css.lead}>{node.card.summary}</p>
        <NodeFacts node={node} journey={journey} />
        {journey.state(node) === 'locked' && (
          <LazyWhyLocked training={node.kind === 'training' ? node.slug : undefined} tier={node.card.tier} />
        )}
        {children}
      </div>
      <footer className={css.foot}>
        <a href={action.href} className={buttonClass({ variant: 'primary', size: 'md', wide: true, square: false })}>
          {action.text}
          <VisuallyHidden> {node.name}</VisuallyHidden>
        </a>
      </footer>
      <a href={node.href} className={css.close} aria-label="Close details">
        <Icon name="close" size={18} />
      </a>
    </aside>
  );
}

function Chapters({ training }: { training: Training }) {
  const { data } = usePersonalQuery(progressQuery);
  const done = new Set(data?.progress.find(({ training_slug }) => training_slug === training.slug)?.completed);
  return (
    <ol className={css.chapters}>
      {training.chapters.map((chapter) => (
        <li key={chapter.slug}>
          <h3 className={css.chapter}>{chapter.name}</h3>
          <ol>
            {chapter.subchapters.map(({ slug, name, minutes }) => (
              <li key={slug}>
                <a href={`/courses/${training.slug}/${chapter.slug}/${slug}`} className={css.lesson}>
                  <HexStep state={done.has(slug) ? 'done' : 'open'} size={16} />
                  <span>{name}</span>
                  <span className={css.minutes}>{minutes} min</span>
                </a>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
