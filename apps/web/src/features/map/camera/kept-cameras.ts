import type { CameraState } from './view.ts';

const NAME = 'map-cameras';
/** More entries than anybody goes back. */
const MOST = 40;

/** Where the camera stood when an entry of the browser's history was left, so that Back leads to the same picture. */
export function keptCamera(entry: string | undefined): CameraState | undefined {
  return entry === undefined ? undefined : read()[entry];
}

export function keepCamera(entry: string | undefined, { x, y, k }: CameraState): void {
  if (entry === undefined) return;
  // The newest is last, whether it is new or not.
  const { [entry]: _, ...others } = read();
  const kept = [...Object.entries(others), [entry, { x, y, k }]].slice(-MOST);
  try {
    sessionStorage.setItem(NAME, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without a storage, Back shows the place's usual picture.
  }
}

function read(): Record<string, CameraState> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
  } catch {
    return {};
  }
}
