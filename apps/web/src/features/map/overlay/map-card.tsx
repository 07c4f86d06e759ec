import { useQuery } from '@tanstack/react-query';
import { type PointerEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';
import { SponsoredBy } from '#features/company/sponsored-by.public.tsx';
import { LazyWhyLocked } from '#features/learn/locks/lazy-why-locked.public.tsx';
import { trainingFlagsQuery } from '#features/learn/queries.public.ts';
import { buttonClass, Face } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import type { Atlas, MapNode } from '../atlas/atlas.ts';
import { actionOf, type Journey } from '../atlas/journey.ts';
import { type Box, obstaclesOn } from '../camera/box.ts';
import { type Frame, type MapFrame, onStage } from '../camera/map-frame.ts';
import { radius } from '../scene/hexagon.ts';
import { levelAt } from '../scene/level-of-detail.ts';
import { nodeBox, placeBox } from '../scene/name-box.ts';
import css from './map-card.module.css';
import { NodeFacts, NodeHead } from './node-facts.tsx';
import { placeMapCard } from './place-map-card.ts';

interface Props {
  node: MapNode;
  atlas: Atlas;
  journey: Journey;
  frame: MapFrame;
  /** Pinned by the address, shown by pointer or focus, or offered in a corner because the learner is there. */
  kind: 'pinned' | 'preview' | 'here';
  /** Where the close button leads. */
  up: string;
  onPointerEnter?: PointerEventHandler;
  onPointerLeave?: PointerEventHandler;
}

/**
 * The map card: what a training or lab is, how far the learner is in it, how long it takes, and its one action. On
 * phones it is a sheet at the bottom.
 */
export function MapCard({ node, atlas, journey, frame, kind, up, onPointerEnter, onPointerLeave }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useFollow(ref, kind === 'here' ? null : node, atlas, frame);
  const action = actionOf(node, journey);
  const flags = useFoundFlags(node, journey, kind !== 'preview');
  return (
    <div
      ref={ref}
      className={cx(css.place, css[kind])}
      data-overlay
      data-obstacle={kind === 'here' ? 'always' : undefined}
      data-hue={node.continent.colour}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <Card size="sm" className={css.card ?? ''} tone={node === journey.here ? 'beacon' : 'plain'}>
        <div className={css.sheet}>
          <NodeHead node={node} journey={journey} />
          <h2 className={css.name}>
            <a href={kind === 'pinned' ? `${node.href}/detail` : node.href}>{node.name}</a>
          </h2>
          {node.kind === 'training' && node.card.term && <p className={css.term}>{node.card.term}</p>}
          {kind === 'here' && journey.resume ? (
            <p className={css.next}>Next: {journey.resume.name}</p>
          ) : kind === 'here' && journey.standing === 'start' ? (
            // The first thing that a newcomer reads: what this is, and what it costs.
            <p className={css.greeting}>
              Learn hacking by doing it: in lessons, and in labs that you really break into. Free to begin, and without
              an account.
            </p>
          ) : (
            <p className={css.summary}>{node.card.summary}</p>
          )}
          {node.kind === 'training' && <SponsoredBy training={node.slug} />}
          <div className={css.foot}>
            <div className={css.standing}>
              <NodeFacts node={node} journey={journey} flags={flags} />
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
                <Face>
                  {action.text}
                  <VisuallyHidden> {node.name}</VisuallyHidden>
                </Face>
              </a>
            </div>
          </div>
          {kind === 'pinned' && node.kind === 'training' && journey.state(node) === 'locked' && (
            <LazyWhyLocked training={node.slug} size="sm" />
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

/** Flags found in a training, where they are worth a request: not for what is locked, and not for every hover. */
function useFoundFlags(node: MapNode, journey: Journey, wanted: boolean) {
  const asked =
    wanted &&
    node.kind === 'training' &&
    node.card.flags > 0 &&
    journey.count(node) > 0 &&
    journey.state(node) !== 'locked';
  // A count above 0 means that somebody is signed in.
  const { data } = useQuery({ ...trainingFlagsQuery(node.slug), enabled: asked });
  return asked && data
    ? { found: data.flags.filter(({ solved_at }) => solved_at !== null).length, of: data.flags.length }
    : undefined;
}

/** What the map card should not cover, in map units around the middle of each thing. */
function boxesAt(k: number, node: MapNode, atlas: Atlas) {
  const own = nodeBox(node, k, node.kind === 'lab' ? 20 : 11);
  const nodes = atlas.nodes.filter((other) => other !== node);
  return {
    level: levelAt(k),
    // With the ring of the focus, and above it the flag of the learner's place.
    own: {
      left: Math.min(own.left, -radius.cell),
      top: -radius.cell - 22,
      right: Math.max(own.right, radius.cell),
      bottom: Math.max(own.bottom, radius.cell) + 4,
    },
    others: [
      ...nodes.map((other) => ({ centre: other, box: nodeBox(other, k) })),
      // The names of continents are worth seeing, too.
      ...atlas.map.continents.map((continent) => ({ centre: continent.label, box: placeBox(continent, k) })),
    ],
  };
}

const onScreen = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }, k: number): Box => ({
  left: x + left * k,
  top: y + top * k,
  right: x + right * k,
  bottom: y + bottom * k,
});

/** Keeps the map card beside its hex and on the screen, frame by frame. */
function useFollow(ref: RefObject<HTMLDivElement | null>, node: MapNode | null, atlas: Atlas, frame: MapFrame) {
  // The camera is outside React; before the paint, so that the card never shows at its old place.
  useLayoutEffect(() => {
    const card = ref.current;
    if (!card || !node) return;
    const size = { width: card.offsetWidth, height: card.offsetHeight };
    // Controls and the card in the corner: siblings on the stage.
    const avoid = obstaclesOn(card.parentElement);
    let last: number | null = null;
    let boxes: ReturnType<typeof boxesAt> | undefined;
    const follow = (now: Frame) => {
      const { k } = now.state;
      // They change with the level of detail only, and not with every frame.
      if (boxes?.level !== levelAt(k)) boxes = boxesAt(k, node, atlas);
      const at = onStage(now, node);
      const { left, right, bottom } = now.clear;
      const hex = onScreen(boxes.own, at, k);
      const others = boxes.others.map(({ box, centre }) => onScreen(box, onStage(now, centre), k));
      const place = placeMapCard({ hex, card: size, room: { left, top: 18, right, bottom }, avoid, others, last });
      last = place.choice;
      // Variables, not the transform itself: on phones the sheet's rule has to win.
      card.style.setProperty('--left', `${Math.round(place.left)}px`);
      card.style.setProperty('--top', `${Math.round(place.top)}px`);
      card.dataset.away = String(at.x < left - 20 || at.x > right + 20 || at.y < -20 || at.y > bottom + 20);
    };
    const unsubscribe = frame.subscribe(follow);
    // What comes into the card later (why it is locked) makes it taller.
    const observer = new ResizeObserver(() => {
      if (card.offsetWidth === size.width && card.offsetHeight === size.height) return;
      size.width = card.offsetWidth;
      size.height = card.offsetHeight;
      if (frame.last) follow(frame.last);
    });
    observer.observe(card);
    return () => {
      unsubscribe();
      observer.disconnect();
    };
  }, [ref, node, atlas, frame]);
}
