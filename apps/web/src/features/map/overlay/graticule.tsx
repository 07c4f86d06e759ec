import { useLayoutEffect, useRef } from 'react';
import type { MapFrame } from '../camera/map-frame.ts';
import css from './graticule.module.css';
import { GraticuleScale } from './graticule-scale.ts';

/** The numbered frame of the chart, in hexadecimal. It follows the camera; `origin` is its 0x00. */
export function Graticule({ frame, origin }: { frame: MapFrame; origin: { x: number; y: number } }) {
  const top = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLDivElement>(null);
  // Follows the camera, which is outside React.
  useLayoutEffect(() => {
    const [above, beside] = [top.current, left.current];
    if (!above || !beside) return;
    const across = new GraticuleScale(above, 'x');
    const down = new GraticuleScale(beside, 'y');
    return frame.subscribe((now) => {
      across.draw(now, origin.x);
      down.draw(now, origin.y);
    });
  }, [frame, origin.x, origin.y]);
  return (
    <div className={css.graticule} aria-hidden="true">
      <div ref={top} className={css.top} />
      <div ref={left} className={css.left} />
    </div>
  );
}
