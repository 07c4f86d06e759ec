import { useLayoutEffect, useRef } from 'react';
import type { MapFrame } from '../camera/map-frame.ts';
import { CanvasLayer } from './canvas-layer.ts';
import css from './graticule.module.css';
import { gridMarks } from './graticule-scale.ts';

/** Frame of the map, numbered in hexadecimal. It follows the camera. `origin` is 0x00. */
export function Graticule({ frame, origin }: { frame: MapFrame; origin: { x: number; y: number } }) {
  const top = useRef<HTMLCanvasElement>(null);
  const left = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (!top.current || !left.current) return;
    const [across, down] = [new CanvasLayer(top.current), new CanvasLayer(left.current)];
    const end = frame.subscribe((now) => {
      across.draw((context, { height }, style) => {
        context.font = style.font;
        for (const { at, name } of gridMarks('x', now, origin.x)) {
          context.fillStyle = style.second;
          context.fillRect(Math.round(at), 0, 1, height);
          context.fillStyle = style.color;
          context.fillText(name, Math.round(at) + 7, 14);
        }
      });
      down.draw((context, _, style) => {
        context.font = style.font;
        for (const { at, name } of gridMarks('y', now, origin.y)) {
          context.fillStyle = style.second;
          context.fillRect(0, Math.round(at), 20, 1);
          context.fillStyle = style.color;
          context.fillText(name, 8, Math.round(at) + 13);
        }
      });
    });
    return () => {
      end();
      across.end();
      down.end();
    };
  }, [frame, origin.x, origin.y]);
  return (
    <div className={css.graticule} aria-hidden="true">
      <div className={css.top}>
        <canvas ref={top} className={css.sheet} />
      </div>
      <div className={css.left}>
        <canvas ref={left} className={css.sheet} />
      </div>
    </div>
  );
}
