import { type Ref, useLayoutEffect, useRef } from 'react';
import type { MapFrame } from '../../camera/map-frame.ts';
import { hexagon } from '../../scene/hexagon.ts';
import css from './canvas.module.css';

interface Props {
  frame: MapFrame;
  /** Path of the stroke in progress. The canvas writes it outside React. */
  stroke: Ref<SVGPathElement>;
  /** Marker of the hex under the mouse or the keyboard cursor. */
  pointer: Ref<SVGGElement>;
}

const cell = hexagon(39);

/**
 * Layer with the brush and the stroke in progress. It is a separate SVG of the size of the screen, because within the map's
 * SVG each move of the brush would repaint all land.
 */
export function BrushLayer({ frame, stroke, pointer }: Props) {
  const world = useRef<SVGGElement>(null);
  useLayoutEffect(
    () =>
      frame.subscribe(({ state: { x, y, k }, centre }) =>
        world.current?.setAttribute('transform', `translate(${centre.x - x * k} ${centre.y - y * k}) scale(${k})`),
      ),
    [frame],
  );
  return (
    <svg className={css.brushLayer} aria-hidden="true">
      <g ref={world}>
        <path ref={stroke} className={css.stroke} />
        <g ref={pointer} className={css.pointer} display="none">
          <path d={cell} />
        </g>
      </g>
    </svg>
  );
}
