import type { Hexmap } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { Button, ButtonContent, buttonClass } from '#ui/button.tsx';
import { obstaclesOn } from '../camera/box.ts';
import type { MapFrame } from '../camera/map-frame.ts';
import css from './map-controls.module.css';

const ZOOM_STEP = 1.5;
/** Zoom relative to "Fit" at which the card in the corner expands again. */
const EXPAND_ZOOM = 1.15;

interface Props {
  map: Hexmap;
  frame: MapFrame;
  /** Loaded later, into a reserved space. */
  minimap: ReactNode;
}

/** Minimap and buttons at the lower right. The buttons are an alternative to drag and wheel. */
export function MapControls({ map, frame, minimap }: Props) {
  const controls = useRef<HTMLDivElement>(null);
  /** Stops the subscription that expands the card again. */
  const stopWatching = useRef<() => void>(undefined);
  const fit = async () => {
    const { fitMap } = await import('../camera/fit-map.ts');
    const { camera, last } = frame;
    const stage = controls.current?.parentElement;
    if (!camera || !last || !stage) return;
    // Collapses the card in the corner before it is measured.
    stage.dataset.fitted = '';
    const { left, top, right, bottom } = last.clear;
    // Without the minimap, which disappears when all land is in view.
    const obstacles = obstaclesOn(stage, '[data-obstacle=always]').map((box) => ({
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    }));
    const fitted = fitMap(map, { width: right - left, height: bottom - top }, obstacles);
    camera.flyTo(fitted);
    stopWatching.current?.();
    stopWatching.current = frame.subscribe(() => {
      if (camera.goal.k < fitted.k * EXPAND_ZOOM) return;
      delete stage.dataset.fitted;
      stopWatching.current?.();
    });
  };
  return (
    <div ref={controls} className={css.controls} data-overlay data-obstacle>
      <div className={css.minimap} aria-hidden="true">
        {minimap}
      </div>
      <div className={css.buttons} data-obstacle="always">
        <Button square icon="minus" aria-label="Zoom out" onClick={() => frame.camera?.zoomBy(1 / ZOOM_STEP)} />
        <Button square icon="plus" aria-label="Zoom in" onClick={() => frame.camera?.zoomBy(ZOOM_STEP)} />
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
