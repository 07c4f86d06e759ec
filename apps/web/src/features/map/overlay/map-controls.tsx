import type { Hexmap } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { Button, ButtonContent, buttonClass } from '#ui/button.tsx';
import { obstaclesOn } from '../camera/box.ts';
import type { MapFrame } from '../camera/map-frame.ts';
import css from './map-controls.module.css';

const STEP = 1.5;
/** How much closer than "Fit" the corner's card unfolds again. */
const UNFOLD = 1.15;

interface Props {
  map: Hexmap;
  frame: MapFrame;
  /** Comes later than the rest, into the place that is kept for it. */
  minimap: ReactNode;
}

/** Minimap and buttons at the lower right: they do everything that a drag or a wheel does. */
export function MapControls({ map, frame, minimap }: Props) {
  const controls = useRef<HTMLDivElement>(null);
  /** Ends the watch that unfolds the card again. */
  const unfolding = useRef<() => void>(undefined);
  const fit = async () => {
    const { fitMap } = await import('../camera/fit-map.ts');
    const { camera, last } = frame;
    const stage = controls.current?.parentElement;
    if (!camera || !last || !stage) return;
    // The card in the corner folds, and so it is measured as it will be.
    stage.dataset.fitted = '';
    const { left, top, right, bottom } = last.clear;
    // The minimap is not among them: it goes when all land is in view.
    const obstacles = obstaclesOn(stage, '[data-obstacle=always]').map((box) => ({
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    }));
    const fitted = fitMap(map, { width: right - left, height: bottom - top }, obstacles);
    camera.flyTo(fitted);
    unfolding.current?.();
    unfolding.current = frame.subscribe(() => {
      if (camera.goal.k < fitted.k * UNFOLD) return;
      delete stage.dataset.fitted;
      unfolding.current?.();
    });
  };
  return (
    <div ref={controls} className={css.controls} data-overlay data-obstacle>
      <div className={css.minimap} aria-hidden="true">
        {minimap}
      </div>
      <div className={css.buttons} data-obstacle="always">
        <Button square icon="minus" aria-label="Zoom out" onClick={() => frame.camera?.zoomBy(1 / STEP)} />
        <Button square icon="plus" aria-label="Zoom in" onClick={() => frame.camera?.zoomBy(STEP)} />
        <Button icon="fit" onClick={() => void fit()}>
          Fit
        </Button>
        <Link
          to="."
          search={(search) => ({ ...search, view: 'list' })}
          className={buttonClass({ variant: 'secondary', size: 'md', wide: false, square: false })}
        >
          <ButtonContent icon="list">List</ButtonContent>
        </Link>
      </div>
    </div>
  );
}
