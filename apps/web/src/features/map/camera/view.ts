import type { Hexmap } from '@hexpedition/contract';
import type { Selection } from '../atlas/selection.ts';

/** Centre of the picture in map units, and pixels per map unit. */
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
 * A region to look at. `contain` shows all of it; `cover` fills the screen, so a phone sees a part: its middle, or
 * its left where the journey begins. The server writes it as an SVG viewBox, which means the same, so the picture
 * stands still when the script takes over.
 */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
  fit: 'contain' | 'cover';
  align: 'middle' | 'left';
}

/** The screen that `initial.zoom` of a map is meant for. */
export const usualScreen: Size = { width: 1200, height: 800 };
const AROUND_A_NODE: Size = { width: 1040, height: 820 };
const LEAST_FOR_A_CONTINENT: Size = { width: 940, height: 640 };

export function viewOf(map: Hexmap, selection: Selection): View {
  if (selection.level === 'map') {
    const { x, y, zoom } = map.initial;
    return centred({ x, y }, { width: usualScreen.width / zoom, height: usualScreen.height / zoom }, 'cover', 'left');
  }
  if (selection.level === 'continent') {
    const { bounds, label } = selection.continent;
    // The name may float above the land.
    const top = Math.min(bounds.y, label.y - 40);
    const height = bounds.y + bounds.height - top;
    const size = {
      width: Math.max(bounds.width + 160, LEAST_FOR_A_CONTINENT.width),
      height: Math.max(height + 120, LEAST_FOR_A_CONTINENT.height),
    };
    return centred({ x: bounds.x + bounds.width / 2, y: top + height / 2 }, size, 'contain', 'middle');
  }
  return centred(selection.node, AROUND_A_NODE, 'cover', 'middle');
}

/** All land with some sea. Seen from this far, names are wider than their land. */
export function wholeView({ bounds }: Hexmap): View {
  const [wide, high] = [240, 150];
  return {
    x: bounds.x - wide,
    y: bounds.y - high,
    width: bounds.width + 2 * wide,
    height: bounds.height + 2 * high - 60,
    fit: 'contain',
    align: 'middle',
  };
}

function centred(at: { x: number; y: number }, { width, height }: Size, fit: View['fit'], align: View['align']): View {
  return { x: at.x - width / 2, y: at.y - height / 2, width, height, fit, align };
}

/**
 * The camera that shows a view on a screen of this size; calculated as SVG does. For a screen that is hidden, and so has
 * no size, it is that of the usual one.
 */
export function cameraFor(view: View, size: Size): CameraState {
  const screen = size.width > 0 ? size : usualScreen;
  const across = screen.width / view.width;
  const down = screen.height / view.height;
  const k = view.fit === 'contain' ? Math.min(across, down) : Math.max(across, down);
  const x = view.align === 'left' ? view.x + screen.width / k / 2 : view.x + view.width / 2;
  return { x, y: view.y + view.height / 2, k };
}

/** A view as attributes of an `<svg>`. */
export function svgView({ x, y, width, height, fit, align }: View) {
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    viewBox: [x, y, width, height].map(round).join(' '),
    preserveAspectRatio: `${align === 'left' ? 'xMinYMid' : 'xMidYMid'} ${fit === 'contain' ? 'meet' : 'slice'}`,
  };
}
