import { Link } from '@tanstack/react-router';
import { duration, plural } from '#lib/format.ts';
import { ButtonContent, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { HexStep, type StepState } from '#ui/hex-step.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { Atlas, Continent, MapNode } from './atlas/atlas.ts';
import { actionOf, type Journey, markerLabels, type NodeState } from './atlas/journey.ts';
import { stateText } from './atlas/node-labels.ts';
import css from './map-list.module.css';
import { mapTargets } from './map-skip-targets.ts';

interface Props {
  atlas: Atlas;
  journey: Journey;
}

/** The map as a list: every training and lab by continent, with its state and its action. */
export function MapList({ atlas, journey }: Props) {
  return (
    // The router uses this id to restore the scroll position.
    <section
      {...mapTargets.map}
      className={css.list}
      aria-label="All courses and labs"
      data-scroll-restoration-id="map-list"
    >
      <header className={css.top}>
        <p className={css.lead}>All courses and labs on the map, by continent.</p>
        <Link
          to="."
          search={({ view: _, ...rest }) => rest}
          className={buttonClass({ variant: 'secondary', size: 'md', wide: false, square: false })}
        >
          <ButtonContent icon="map">Map view</ButtonContent>
        </Link>
      </header>
      {atlas.map.continents.map((continent) => (
        <Section key={continent.slug} continent={continent} atlas={atlas} journey={journey} />
      ))}
    </section>
  );
}

function Section({ continent, atlas, journey }: Props & { continent: Continent }) {
  const nodes = atlas.nodes.filter((node) => node.continent === continent);
  const done = nodes.filter((node) => journey.state(node) === 'done').length;
  return (
    <section className={css.section} data-hue={continent.colour} aria-labelledby={`list-${continent.slug}`}>
      <div className={css.head}>
        <h2 id={`list-${continent.slug}`} className={css.place}>
          <a href={`${atlas.root}/${continent.slug}`}>{continent.name}</a>
        </h2>
        <p className={css.count}>{done > 0 ? `${done} of ${nodes.length} done` : plural(nodes.length, 'item')}</p>
      </div>
      <ul className={css.cards}>
        {nodes.map((node) => (
          <li key={node.ref} {...(node === journey.here ? mapTargets.card : {})}>
            <Entry node={node} journey={journey} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const stepStates: Record<NodeState, StepState> = { open: 'open', underway: 'current', done: 'done', locked: 'locked' };

function Entry({ node, journey }: { node: MapNode; journey: Journey }) {
  const action = actionOf(node, journey);
  const here = node === journey.here;
  return (
    <Card size="sm" className={css.card ?? ''} tone={here ? 'beacon' : 'plain'}>
      <HexStep state={stepStates[journey.state(node)]} size={24} />
      <div className={css.words}>
        <h3 className={css.name}>
          <a href={node.href}>{node.name}</a>
        </h3>
        {node.kind === 'training' && node.card.term && <p className={css.term}>{node.card.term}</p>}
        <p className={css.summary}>{node.card.summary}</p>
        <p className={css.facts}>
          {node.kind === 'lab' && (
            <>
              <Icon name="flask" size={12} /> Lab ·{' '}
            </>
          )}
          {here ? `${markerLabels[journey.marker].toLowerCase()} · ` : ''}
          {stateText(node, journey)} · {duration(node.card.minutes)}
        </p>
      </div>
      <a
        href={action.href}
        className={buttonClass({ variant: here ? 'primary' : 'secondary', size: 'sm', wide: false, square: false })}
      >
        {action.text}
        <VisuallyHidden> {node.name}</VisuallyHidden>
      </a>
    </Card>
  );
}
