import type { Hexmap } from '@hexpedition/contract';
import type { Selection } from '../atlas/map-selection.ts';

/** Centre of the picture in map units, and zoom `k` in pixels per map unit. */
export interface CameraState {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/**
 * Region of the map to show. `contain` shows all of it. `cover` fills the screen, so a phone shows only a part: the middle,
 * or the left, where the journey begins. The server writes it as an equivalent SVG viewBox, so the picture does not move
 * when the script takes over.
 */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
  fit: 'contain' | 'cover';
  align: 'middle' | 'left';
}

/** Screen size that a map's `initial.zoom` is meant for. */
export const referenceScreen: Size = { width: 1200, height: 800 };
const NODE_VIEW: Size = { width: 1040, height: 820 };
const MIN_CONTINENT_VIEW: Size = { width: 940, height: 640 };

/** Returns the view of a selection. */
export function viewOf(map: Hexmap, selection: Selection): View {
  if (selection.level === 'map') {
    const { x, y, zoom } = map.initial;
    return centred(
      { x, y },
      { width: referenceScreen.width / zoom, height: referenceScreen.height / zoom },
      'cover',
      'left',
    );
  }
  if (selection.level === 'continent') {
    const { bounds, label } = selection.continent;
    // The name may float above the land.
    const top = Math.min(bounds.y, label.y - 40);
    const height = bounds.y + bounds.height - top;
    const size = {
      width: Math.max(bounds.width + 160, MIN_CONTINENT_VIEW.width),
      height: Math.max(height + 120, MIN_CONTINENT_VIEW.height),
    };
    return centred({ x: bounds.x + bounds.width / 2, y: top + height / 2 }, size, 'contain', 'middle');
  }
  return centred(selection.node, NODE_VIEW, 'cover', 'middle');
}

/** Returns the view of all land with some sea. At this zoom, names are wider than their land. */
export function wholeView({ bounds }: Hexmap): View {
  const [marginX, marginY] = [240, 150];
  return {
    x: bounds.x - marginX,
    y: bounds.y - marginY,
    width: bounds.width + 2 * marginX,
    height: bounds.height + 2 * marginY - 60,
    fit: 'contain',
    align: 'middle',
  };
}

function centred(at: { x: number; y: number }, { width, height }: Size, fit: View['fit'], align: View['align']): View {
  return { x: at.x - width / 2, y: at.y - height / 2, width, height, fit, align };
}

/**
 * Returns the camera that shows a view on a screen of this size, computed as SVG does. A hidden screen has no size, so
 * the reference screen is used.
 */
export function cameraFor(view: View, size: Size): CameraState {
  const screen = size.width > 0 ? size : referenceScreen;
  const across = screen.width / view.width;
  const down = screen.height / view.height;
  const k = view.fit === 'contain' ? Math.min(across, down) : Math.max(across, down);
  const x = view.align === 'left' ? view.x + screen.width / k / 2 : view.x + view.width / 2;
  return { x, y: view.y + view.height / 2, k };
}

/** Returns the attributes of an `<svg>` that shows a view. */
export function svgView({ x, y, width, height, fit, align }: View) {
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    viewBox: [x, y, width, height].map(round).join(' '),
    preserveAspectRatio: `${align === 'left' ? 'xMinYMid' : 'xMidYMid'} ${fit === 'contain' ? 'meet' : 'slice'}`,
  };
}
