import type { Hexmap } from '@hexpedition/contract';
import { memo, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { Glide } from '../camera/glide.ts';
import type { MapFrame } from '../camera/map-frame.ts';
import { wholeView } from '../camera/view.ts';
import css from './minimap.module.css';

/**
 * A still picture of all land with a frame that shows what is on the screen. A click or a drag moves there. It makes
 * way when all land is on the screen.
 */
export const Minimap = memo(function Minimap({ map, frame }: { map: Hexmap; frame: MapFrame }) {
  const svg = useRef<SVGSVGElement>(null);
  const rect = useRef<SVGRectElement>(null);
  const view = wholeView(map);
  // Follows the camera, which is outside React.
  useLayoutEffect(() => {
    const glide = rect.current && new Glide(rect.current);
    const end = frame.subscribe(({ state, centre, clear, stage }) => {
      const left = state.x - (centre.x - clear.left) / state.k;
      const top = state.y - centre.y / state.k;
      const width = (clear.right - clear.left) / state.k;
      const height = stage.height / state.k;
      glide?.to(`translate(${left}px, ${top}px) scale(${width / 100}, ${height / 100})`);
      const { bounds } = map;
      const whole =
        left <= bounds.x &&
        top <= bounds.y &&
        left + width >= bounds.x + bounds.width &&
        top + height >= bounds.y + bounds.height;
      svg.current?.toggleAttribute('data-whole', whole);
    });
    return () => {
      end();
      glide?.end();
    };
  }, [frame, map]);
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const matrix = event.currentTarget.getScreenCTM();
    if (!matrix || event.buttons !== 1 || !frame.camera) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const target = { x, y, k: frame.camera.state.k };
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      frame.camera.flyTo(target);
    } else {
      frame.camera.moveTo(target);
    }
  };
  return (
    // For pointers alone: the keyboard has the arrow keys and the list.
    <svg
      ref={svg}
      className={css.minimap}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      aria-hidden="true"
      data-overlay
      onPointerDown={go}
      onPointerMove={go}
    >
      {map.continents.map(({ slug, colour, land }) => (
        <path key={slug} className={css.land} data-hue={colour} d={land} />
      ))}
      <rect ref={rect} className={css.window} width="100" height="100" />
    </svg>
  );
});
