import { useFeatures } from '#entities/site/use-features.ts';
import { cx } from '#ui/cx.ts';
import type { Atlas, MapNode } from '../atlas/atlas.ts';
import type { Journey } from '../atlas/journey.ts';
import { hexagon, radius } from './hexagon.ts';
import css from './map-marks.module.css';
import scene from './scene.module.css';

/**
 * Marks on the map: badges for new or rewritten content at the upper right of a hex, found flags at the upper left, the logo
 * of the company that sponsors a continent (on white as on its page, framed in its colour), and the pulse around the
 * learner's position. Links and cards contain the same information as text.
 */
export function MapMarks({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
  const { company } = useFeatures();
  const sponsored = company?.logo && atlas.map.continents.find(({ slug }) => slug === company.continent);
  return (
    <>
      <g className={cx(css.marks, scene.marks)}>
        {atlas.nodes.map((node) => (
          <NodeMarks key={node.ref} node={node} journey={journey} />
        ))}
        {sponsored && (
          <g data-hue={company.colour ?? sponsored.colour}>
            <rect className={css.plate} x={sponsored.label.x - PLATE.width / 2} y={sponsored.label.y + 28} {...PLATE} />
            <image
              href={company.logo ?? undefined}
              x={sponsored.label.x - LOGO.width / 2}
              y={sponsored.label.y + 28 + (PLATE.height - LOGO.height) / 2}
              {...LOGO}
            />
          </g>
        )}
      </g>
      {/* Last in the scene, because the browser paints elements after an animated one as a separate layer. */}
      {journey.here && <path className={scene.pulse} d={hexagon(radius.beacon, journey.here)} />}
    </>
  );
}

/** Sizes in map units. */
const PLATE = { width: 156, height: 46 };
const LOGO = { width: 140, height: 34 };

/** Returns the upper corners of a node's hex. */
const corners = ({ kind, x, y }: MapNode) => {
  const [aside, up] = [radius[kind] * 0.866, radius[kind] / 2];
  return { left: { x: x - aside, y: y - up }, right: { x: x + aside, y: y - up } };
};

function NodeMarks({ node, journey }: { node: MapNode; journey: Journey }) {
  const { left, right } = corners(node);
  const found = journey.flags(node);
  const isComplete = found >= node.card.flags;
  // Only a finished course or one with a found flag gets a flag, because nearly all courses have flags.
  const hasFlag = node.kind === 'training' && node.card.flags > 0 && (found > 0 || journey.state(node) === 'done');
  return (
    <>
      {journey.isNew(node) && (
        <g className={css.fresh}>
          <path className={css.badge} d={hexagon(10, right)} />
          <path
            d={`M${right.x} ${right.y - 5}v10M${right.x - 4.3} ${right.y - 2.5}l8.6 5M${right.x - 4.3} ${right.y + 2.5}l8.6 -5`}
          />
        </g>
      )}
      {journey.rewritten(node) > 0 && (
        <g className={css.rewritten}>
          <path className={css.badge} d={hexagon(10, right)} />
          <path d={`M${right.x + 4.2} ${right.y - 1.5}a4.5 4.5 0 1 0 0 3.2M${right.x + 4.8} ${right.y - 5}v3.8h-3.8`} />
        </g>
      )}
      {hasFlag && (
        <g className={isComplete ? css.found : css.sought}>
          <path className={css.pole} d={`M${left.x - 4} ${left.y + 9}v-20`} />
          <path className={css.cloth} d={`M${left.x - 4} ${left.y - 11}h13l-3.5 4.5 3.5 4.5h-13Z`} />
        </g>
      )}
    </>
  );
}
