import type { Hexmap } from '@hexpedition/contract';
import { memo, type PointerEvent, useLayoutEffect, useRef } from 'react';
import type { MapFrame } from '../camera/map-frame.ts';
import { wholeView } from '../camera/view.ts';
import css from './minimap.module.css';
import { Sheet } from './sheet.ts';

/**
 * A still picture of all land with a frame that shows what is on the screen. A click or a drag moves there. It makes
 * way when all land is on the screen.
 */
export const Minimap = memo(function Minimap({ map, frame }: { map: Hexmap; frame: MapFrame }) {
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = wholeView(map);
  // Follows the camera, which is outside React.
  useLayoutEffect(() => {
    const sheet = canvas.current && new Sheet(canvas.current);
    const end = frame.subscribe(({ state, centre, clear, stage }) => {
      const left = state.x - (centre.x - clear.left) / state.k;
      const top = state.y - centre.y / state.k;
      const width = (clear.right - clear.left) / state.k;
      const height = stage.height / state.k;
      sheet?.draw((pen, size, ink) => {
        // As the picture below lies in the same box.
        const scale = Math.min(size.width / view.width, size.height / view.height);
        const x = size.width / 2 + (left - view.x - view.width / 2) * scale;
        const y = size.height / 2 + (top - view.y - view.height / 2) * scale;
        pen.fillStyle = ink.second;
        pen.fillRect(x, y, width * scale, height * scale);
        pen.strokeStyle = ink.color;
        pen.lineWidth = 1.5;
        pen.strokeRect(x, y, width * scale, height * scale);
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
      sheet?.end();
    };
  }, [frame, map, view.x, view.y, view.width, view.height]);
  const go = (event: PointerEvent<HTMLDivElement>) => {
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
    // For pointers alone: the keyboard has the arrow keys and the list.
    <div ref={box} className={css.chart} data-overlay onPointerDown={go} onPointerMove={go}>
      <svg
        ref={svg}
        className={css.land}
        aria-hidden="true"
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      >
        {map.continents.map(({ slug, colour, land }) => (
          <path key={slug} data-hue={colour} d={land} />
        ))}
      </svg>
      <canvas ref={canvas} className={css.window} />
    </div>
  );
});
