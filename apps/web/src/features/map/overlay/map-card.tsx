import { type PointerEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';
import { LazyWhyLocked } from '#entities/training/lazy-why-locked.tsx';
import { SponsoredBy } from '#entities/training/sponsored-by.tsx';
import { runWhenLoaded } from '#lib/run-when-loaded.ts';
import { ButtonContent, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { Atlas, MapNode } from '../atlas/atlas.ts';
import { actionOf, type Journey } from '../atlas/journey.ts';
import type { MapFrame } from '../camera/map-frame.ts';
import { mapTargets } from '../map-skip-targets.ts';
import css from './map-card.module.css';
import { NodeFacts, NodeHeader } from './node-facts.tsx';

interface Props {
  node: MapNode;
  atlas: Atlas;
  journey: Journey;
  frame: MapFrame;
  /** Pinned by the URL, previewed by pointer or focus, or in the corner for the learner's position. */
  kind: 'pinned' | 'preview' | 'here';
  /** Target of the close button. */
  up: string;
  onPointerEnter?: PointerEventHandler;
  onPointerLeave?: PointerEventHandler;
}

/**
 * Card of a training or lab with its summary, the learner's progress, its duration and its action. On phones it is a sheet
 * at the bottom.
 */
export function MapCard({ node, atlas, journey, frame, kind, up, onPointerEnter, onPointerLeave }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useCardPosition(ref, kind === 'here' ? null : node, atlas, frame);
  const action = actionOf(node, journey);
  return (
    <div
      ref={ref}
      className={cx(css.place, css[kind])}
      {...(kind === 'preview' ? {} : mapTargets.card)}
      data-overlay
      data-obstacle={kind === 'here' ? 'always' : undefined}
      data-hue={node.continent.colour}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <Card size="sm" className={css.card ?? ''} tone={node === journey.here ? 'beacon' : 'plain'}>
        <div className={css.sheet}>
          <NodeHeader node={node} journey={journey} />
          <h2 className={css.name}>
            <a href={kind === 'pinned' ? `${node.href}/detail` : node.href}>{node.name}</a>
          </h2>
          {node.kind === 'training' && node.card.term && <p className={css.term}>{node.card.term}</p>}
          {kind === 'here' && journey.resume ? (
            <p className={css.next}>Next: {journey.resume.name}</p>
          ) : kind === 'here' && journey.marker === 'start' ? (
            // The first text for newcomers: what the site offers and what it costs.
            <p className={css.greeting}>
              {atlas.map.kind === 'videos'
                ? 'See how hacking works in short videos, each with something to try.'
                : 'Learn hacking by doing it: short lessons, and labs that you really break into.'}{' '}
              Free to start, no account needed.
            </p>
          ) : (
            <p className={css.summary}>{node.card.summary}</p>
          )}
          {node.kind === 'training' && <SponsoredBy training={node.slug} />}
          <div className={css.foot}>
            <div className={css.nodeFacts}>
              <NodeFacts node={node} journey={journey} />
            </div>
            <div className={css.actions}>
              {kind === 'pinned' && (
                <a
                  href={`${node.href}/detail`}
                  className={buttonClass({ variant: 'quiet', size: 'md', wide: false, square: false })}
                >
                  Details
                </a>
              )}
              <a
                href={action.href}
                className={buttonClass({ variant: 'primary', size: 'md', wide: false, square: false })}
              >
                <ButtonContent>
                  {action.text}
                  <VisuallyHidden> {node.name}</VisuallyHidden>
                </ButtonContent>
              </a>
            </div>
          </div>
          {kind !== 'here' && journey.state(node) === 'locked' && (
            <LazyWhyLocked
              training={kind === 'pinned' && node.kind === 'training' ? node.slug : undefined}
              tier={node.card.tier}
              size="sm"
            />
          )}
        </div>
        {kind === 'pinned' && (
          <a href={up} className={css.close} aria-label={`Close ${node.name}`}>
            <Icon name="close" size={16} />
          </a>
        )}
      </Card>
    </div>
  );
}

/** Keeps the map card beside its hex. The code for it loads after the page, and the card is hidden until then. */
function useCardPosition(ref: RefObject<HTMLDivElement | null>, node: MapNode | null, atlas: Atlas, frame: MapFrame) {
  // Runs before the paint, so that the card never appears at its old position.
  useLayoutEffect(() => {
    const card = ref.current;
    if (!card || !node) return;
    return runWhenLoaded(import('./follow-hex.ts'), ({ followHex }) => followHex(card, node, atlas, frame));
  }, [ref, node, atlas, frame]);
}
