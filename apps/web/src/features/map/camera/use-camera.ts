import { type RefObject, useLayoutEffect } from 'react';
import { setLevelOfDetail } from '../scene/level-of-detail.ts';
import { Camera, UNIT_PIXELS } from './camera.ts';
import { attachGestures } from './gestures.ts';
import type { MapFrame } from './map-frame.ts';
import { type CameraState, cameraFor, type View } from './view.ts';

export interface StageRefs {
  /** All of the map's screen; gestures are heard here. */
  stage: RefObject<HTMLDivElement | null>;
  /** The part of it that no menu or sheet covers; its middle is the picture's. */
  clear: RefObject<HTMLDivElement | null>;
  world: RefObject<HTMLDivElement | null>;
  scene: RefObject<SVGSVGElement | null>;
}

/** Sea around the land that belongs to the picture, in map units. */
const MARGIN = 460;

/**
 * Takes the picture over from the server: the same view, no longer by the SVG's viewBox (the slowest way to move one)
 * but by a transform of the element around it.
 */
export function useCamera(
  frame: MapFrame,
  refs: StageRefs,
  first: View,
  /** Where the camera stood when this entry of the history was left; then that is what is shown. */
  kept: CameraState | undefined,
  bounds: { x: number; y: number; width: number; height: number },
) {
  // Before the first paint of the hydrated page, or the picture would jump. Measuring and moving are outside React.
  useLayoutEffect(() => {
    const [stage, clear, world, scene] = [
      refs.stage.current,
      refs.clear.current,
      refs.world.current,
      refs.scene.current,
    ];
    if (!stage || !clear || !world || !scene) return;
    // Measured when something changes its size and not at every turn of the wheel, because measuring forces a layout.
    let geometry = measure(stage, clear);
    const onFrame = (state: CameraState) => {
      if (stage.dataset.moving === undefined) stage.dataset.moving = '';
      frame.emit({ state, ...geometry });
    };
    const onRest = () => {
      delete stage.dataset.moving;
    };
    const release = freeScene(stage, scene, bounds);
    const screen = () => {
      const { left, top, right, bottom } = geometry.clear;
      return { width: right - left, height: bottom - top };
    };
    // Another level is painted from scratch, so it comes with what is painted anyway.
    const onPaint = (k: number, isMoving: boolean) => setLevelOfDetail(scene, k, isMoving);
    const camera = new Camera(
      { world, screen, limits: bounds, onFrame, onPaint, onRest },
      kept ?? cameraFor(first, screen()),
    );
    frame.camera = camera;
    const detach = attachGestures(stage, camera, () => geometry.middle);
    const observer = new ResizeObserver(() => {
      const before = geometry;
      geometry = measure(stage, clear);
      const resized = before.stage.width !== geometry.stage.width || before.stage.height !== geometry.stage.height;
      // A sheet that opens moves the middle, not the picture; a window that grows shows more around the middle.
      if (resized) camera.refresh();
      else camera.shift(geometry.centre.x - before.centre.x, geometry.centre.y - before.centre.y);
    });
    observer.observe(stage);
    observer.observe(clear);
    return () => {
      observer.disconnect();
      detach();
      camera.destroy();
      frame.camera = null;
      release();
    };
  }, [frame, refs, first, kept, bounds]);
}

function measure(stage: HTMLElement, clear: HTMLElement) {
  const [outer, inner] = [stage.getBoundingClientRect(), clear.getBoundingClientRect()];
  const box = {
    left: inner.left - outer.left,
    top: inner.top - outer.top,
    right: inner.right - outer.left,
    bottom: inner.bottom - outer.top,
  };
  return {
    stage: { width: outer.width, height: outer.height },
    centre: { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 },
    clear: box,
    /** The centre once more, in pixels of the window. */
    middle: { x: (inner.left + inner.right) / 2, y: (inner.top + inner.bottom) / 2 },
  };
}

/** Makes the scene, which filled the screen, as large as the map at its own place. Returns what undoes it. */
function freeScene(
  stage: HTMLElement,
  scene: SVGSVGElement,
  bounds: { x: number; y: number; width: number; height: number },
) {
  const [viewBox, ratio] = [scene.getAttribute('viewBox'), scene.getAttribute('preserveAspectRatio')];
  const [x, y] = [bounds.x - MARGIN, bounds.y - MARGIN];
  const [width, height] = [bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN];
  scene.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  const place = Object.entries({ left: x, top: y, width, height });
  Object.assign(scene.style, Object.fromEntries(place.map(([side, units]) => [side, `${units * UNIT_PIXELS}px`])));
  stage.dataset.live = '';
  renew(scene);
  return () => {
    delete stage.dataset.live;
    scene.removeAttribute('style');
    if (viewBox) scene.setAttribute('viewBox', viewBox);
    if (ratio) scene.setAttribute('preserveAspectRatio', ratio);
  };
}

/**
 * Makes the browser lay out the scene as if it were new. The picture stands still while its box moves; without this
 * the browser counts the move as a layout shift, the worst of the whole site.
 */
function renew(scene: SVGSVGElement) {
  scene.style.display = 'none';
  scene.getBoundingClientRect();
  scene.style.display = '';
}
