import { useLayoutEffect, useRef } from 'react';
import type { MapFrame } from '../camera/map-frame.ts';
import css from './graticule.module.css';
import { marksOn } from './graticule-scale.ts';
import { Sheet } from './sheet.ts';

/** The numbered frame of the chart, in hexadecimal. It follows the camera; `origin` is its 0x00. */
export function Graticule({ frame, origin }: { frame: MapFrame; origin: { x: number; y: number } }) {
  const top = useRef<HTMLCanvasElement>(null);
  const left = useRef<HTMLCanvasElement>(null);
  // Follows the camera, which is outside React.
  useLayoutEffect(() => {
    if (!top.current || !left.current) return;
    const [across, down] = [new Sheet(top.current), new Sheet(left.current)];
    const end = frame.subscribe((now) => {
      across.draw((pen, { height }, ink) => {
        pen.font = ink.font;
        for (const { at, name } of marksOn('x', now, origin.x)) {
          pen.fillStyle = ink.second;
          pen.fillRect(Math.round(at), 0, 1, height);
          pen.fillStyle = ink.color;
          pen.fillText(name, Math.round(at) + 7, 14);
        }
      });
      down.draw((pen, _, ink) => {
        pen.font = ink.font;
        for (const { at, name } of marksOn('y', now, origin.y)) {
          pen.fillStyle = ink.second;
          pen.fillRect(0, Math.round(at), 20, 1);
          pen.fillStyle = ink.color;
          pen.fillText(name, 8, Math.round(at) + 13);
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
