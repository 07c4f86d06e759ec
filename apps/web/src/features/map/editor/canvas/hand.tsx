import { type Ref, useLayoutEffect, useRef } from 'react';
import type { MapFrame } from '../../camera/map-frame.ts';
import { hexagon } from '../../scene/hexagon.ts';
import css from './canvas.module.css';

interface Props {
  frame: MapFrame;
  /** What a stroke in progress covers; the canvas writes it, outside of React. */
  stroke: Ref<SVGPathElement>;
  /** The hex under the mouse or the keyboard. */
  pointer: Ref<SVGGElement>;
}

const cell = hexagon(39);

/**
 * The author's hand: the brush, and what it has covered so far. It is a picture of its own over the map, as large as the
 * screen: within the map's, each move of the brush would paint all land anew.
 */
export function Hand({ frame, stroke, pointer }: Props) {
  const world = useRef<SVGGElement>(null);
  // Follows the camera, which is outside React.
  useLayoutEffect(
    () =>
      frame.subscribe(({ state: { x, y, k }, centre }) =>
        world.current?.setAttribute('transform', `translate(${centre.x - x * k} ${centre.y - y * k}) scale(${k})`),
      ),
    [frame],
  );
  return (
    <svg className={css.hand} aria-hidden="true">
      <g ref={world}>
        <path ref={stroke} className={css.stroke} />
        <g ref={pointer} className={css.pointer} display="none">
          <path d={cell} />
        </g>
      </g>
    </svg>
  );
}
