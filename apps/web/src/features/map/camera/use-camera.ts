import { type RefObject, useLayoutEffect } from 'react';
import { setLevelOfDetail } from '../scene/level-of-detail.ts';
import { Camera, type CameraOptions, UNIT_PIXELS } from './camera.ts';
import { attachGestures } from './gestures.ts';
import type { MapFrame } from './map-frame.ts';
import { type CameraState, cameraFor, type View } from './map-view.ts';

export interface StageRefs {
  /** The whole map screen. It listens to gestures. */
  stage: RefObject<HTMLDivElement | null>;
  /** The part that no menu or sheet covers. Its middle is the middle of the picture. */
  clear: RefObject<HTMLDivElement | null>;
  world: RefObject<HTMLDivElement | null>;
  scene: RefObject<SVGSVGElement | null>;
}

const none: CameraOptions['land'] = [];

/** Width of the sea that the picture shows around the land, in map units. */
const MARGIN = 460;

/**
 * Takes over the server-rendered picture. It shows the same view with a transform of the element around the SVG instead of
 * the SVG's viewBox, which is the slowest way to move it.
 */
export function useCamera(
  frame: MapFrame,
  refs: StageRefs,
  initialView: View,
  /** Camera position to restore on Back. It takes precedence over `initialView`. */
  savedState: CameraState | undefined,
  bounds: { x: number; y: number; width: number; height: number },
  /** Points of which the screen always shows one. The same array on every render. */
  land: CameraOptions['land'] = none,
) {
  // A layout effect runs before the first paint of the hydrated page, so the picture does not jump.
  useLayoutEffect(() => {
    const [stage, clear, world, scene] = [
      refs.stage.current,
      refs.clear.current,
      refs.world.current,
      refs.scene.current,
    ];
    if (!stage || !clear || !world || !scene) return;
    // Measured only after a resize and not on every wheel event, because measuring forces a layout.
    let geometry = measure(stage, clear);
    const onFrame = (state: CameraState) => {
      if (stage.dataset.moving === undefined) stage.dataset.moving = '';
      frame.emit({ state, ...geometry });
    };
    const onRest = () => {
      delete stage.dataset.moving;
    };
    const release = detachScene(stage, scene, bounds);
    const screen = () => {
      const { left, top, right, bottom } = geometry.clear;
      return { width: right - left, height: bottom - top };
    };
    // Another level of detail needs a repaint, so it changes together with one.
    const onPaint = (k: number, isMoving: boolean) => setLevelOfDetail(scene, k, isMoving);
    const camera = new Camera(
      { world, screen, limits: bounds, land, onFrame, onPaint, onRest },
      savedState ?? cameraFor(initialView, screen()),
    );
    frame.camera = camera;
    const detach = attachGestures(stage, camera, () => geometry.middle);
    const observer = new ResizeObserver(() => {
      const before = geometry;
      geometry = measure(stage, clear);
      const resized = before.stage.width !== geometry.stage.width || before.stage.height !== geometry.stage.height;
      // An opening sheet moves the middle but not the picture. A growing window shows more around the middle.
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
  }, [frame, refs, initialView, savedState, bounds, land]);
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
    /** The centre in pixels of the window. */
    middle: { x: (inner.left + inner.right) / 2, y: (inner.top + inner.bottom) / 2 },
  };
}

/** Resizes the scene from the screen to the whole map, at its own position. Returns a function that undoes it. */
function detachScene(
  stage: HTMLElement,
  scene: SVGSVGElement,
  bounds: { x: number; y: number; width: number; height: number },
) {
  const [viewBox, ratio] = [scene.getAttribute('viewBox'), scene.getAttribute('preserveAspectRatio')];
  const [x, y] = [bounds.x - MARGIN, bounds.y - MARGIN];
  const [width, height] = [bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN];
  scene.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  const position = Object.entries({ left: x, top: y, width, height });
  Object.assign(scene.style, Object.fromEntries(position.map(([side, units]) => [side, `${units * UNIT_PIXELS}px`])));
  stage.dataset.live = '';
  forceNewLayout(scene);
  return () => {
    delete stage.dataset.live;
    scene.removeAttribute('style');
    if (viewBox) scene.setAttribute('viewBox', viewBox);
    if (ratio) scene.setAttribute('preserveAspectRatio', ratio);
  };
}

/**
 * Makes the browser lay out the scene as a new element. The picture does not move but its box does, and without this the
 * browser counts that as a layout shift, the largest of the whole site.
 */
function forceNewLayout(scene: SVGSVGElement) {
  scene.style.display = 'none';
  scene.getBoundingClientRect();
  scene.style.display = '';
}
