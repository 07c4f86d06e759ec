import { useFeatures } from '#shell/use-features.ts';
import { cx } from '#ui/cx.ts';
import type { Atlas, MapNode } from '../atlas/atlas.ts';
import type { Journey } from '../atlas/journey.ts';
import { hexagon, radius } from './hexagon.ts';
import css from './marks.module.css';
import scene from './scene.module.css';

/**
 * Small signs on the corners of hexes: what is new or was rewritten at the upper right, found flags at the upper left.
 * The logo of the company that sponsors a continent, on white as on its page and framed in its colour, and the pulse around
 * the learner's place. Links and cards say the same in words.
 */
export function Marks({ atlas, journey }: { atlas: Atlas; journey: Journey }) {
  const { company } = useFeatures();
  const place = company?.logo && atlas.map.continents.find(({ slug }) => slug === company.continent);
  return (
    <>
      <g className={cx(css.marks, scene.marks)}>
        {atlas.nodes.map((node) => (
          <NodeMarks key={node.ref} node={node} journey={journey} />
        ))}
        {place && (
          <g data-hue={company.colour ?? place.colour}>
            <rect className={css.plate} x={place.label.x - PLATE.width / 2} y={place.label.y + 28} {...PLATE} />
            <image
              href={company.logo ?? undefined}
              x={place.label.x - LOGO.width / 2}
              y={place.label.y + 28 + (PLATE.height - LOGO.height) / 2}
              {...LOGO}
            />
          </g>
        )}
      </g>
      {/* Last of the whole scene: what comes after something that moves by itself is painted as a picture of its own. */}
      {journey.here && <path className={scene.pulse} d={hexagon(radius.beacon, journey.here)} />}
    </>
  );
}

/** Map units. */
const PLATE = { width: 156, height: 46 };
const LOGO = { width: 140, height: 34 };

/** The upper corners of the hex. */
const corners = ({ kind, x, y }: MapNode) => {
  const [aside, up] = [radius[kind] * 0.866, radius[kind] / 2];
  return { left: { x: x - aside, y: y - up }, right: { x: x + aside, y: y - up } };
};

function NodeMarks({ node, journey }: { node: MapNode; journey: Journey }) {
  const { left, right } = corners(node);
  const found = journey.flags(node);
  const isWhole = found >= node.card.flags;
  // What was begun or found is worth a flag; what is only waiting is not: nearly everything has flags.
  const flag = node.kind === 'training' && node.card.flags > 0 && (found > 0 || journey.state(node) === 'done');
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
      {flag && (
        <g className={isWhole ? css.found : css.sought}>
          <path className={css.pole} d={`M${left.x - 4} ${left.y + 9}v-20`} />
          <path className={css.cloth} d={`M${left.x - 4} ${left.y - 11}h13l-3.5 4.5 3.5 4.5h-13Z`} />
        </g>
      )}
    </>
  );
}
