import type { Hexmap } from '@hexpedition/contract';
import { memo, type PointerEvent, useLayoutEffect, useRef } from 'react';
import type { MapFrame } from '../camera/map-frame.ts';
import { wholeView } from '../camera/map-view.ts';
import { CanvasLayer } from './canvas-layer.ts';
import css from './minimap.module.css';

/**
 * Small picture of all land with a frame around the visible part. A click or a drag moves the map there. It is hidden when
 * all land is on the screen.
 */
export const Minimap = memo(function Minimap({ map, frame }: { map: Hexmap; frame: MapFrame }) {
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = wholeView(map);
  useLayoutEffect(() => {
    const layer = canvas.current && new CanvasLayer(canvas.current);
    const end = frame.subscribe(({ state, centre, clear, stage }) => {
      const left = state.x - (centre.x - clear.left) / state.k;
      const top = state.y - centre.y / state.k;
      const width = (clear.right - clear.left) / state.k;
      const height = stage.height / state.k;
      layer?.draw((context, size, style) => {
        // Same scale and position as the SVG below it.
        const scale = Math.min(size.width / view.width, size.height / view.height);
        const x = size.width / 2 + (left - view.x - view.width / 2) * scale;
        const y = size.height / 2 + (top - view.y - view.height / 2) * scale;
        context.fillStyle = style.second;
        context.fillRect(x, y, width * scale, height * scale);
        context.strokeStyle = style.color;
        context.lineWidth = 1.5;
        context.strokeRect(x, y, width * scale, height * scale);
      });
      const { bounds } = map;
      const whole =
        left <= bounds.x &&
        top <= bounds.y &&
        left + width >= bounds.x + bounds.width &&
        top + height >= bounds.y + bounds.height;
      box.current?.toggleAttribute('data-whole', whole);
    });
    return () => {
      end();
      layer?.end();
    };
  }, [frame, map, view.x, view.y, view.width, view.height]);
  const moveTo = (event: PointerEvent<HTMLDivElement>) => {
    const matrix = svg.current?.getScreenCTM();
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
    // Only for pointers. Keyboard users have the arrow keys and the list.
    <div ref={box} className={css.chart} data-overlay onPointerDown={moveTo} onPointerMove={moveTo}>
      <svg
        ref={svg}
        className={css.land}
        aria-hidden="true"
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      >
        {map.continents.map(({ slug, colour, coast }) => (
          <path key={slug} data-hue={colour} d={coast} />
        ))}
      </svg>
      <canvas ref={canvas} className={css.window} />
    </div>
  );
});
