import type { CameraState } from './map-view.ts';

const NAME = 'map-cameras';
/** Maximum number of stored entries; more than users go back. */
const MAX_ENTRIES = 40;

/** Returns the camera position that was saved for a history entry, to restore it on Back. */
export function savedCamera(entry: string | undefined): CameraState | undefined {
  return entry === undefined ? undefined : read()[entry];
}

/** Saves the camera position of a history entry. */
export function saveCamera(entry: string | undefined, { x, y, k }: CameraState): void {
  if (entry === undefined) return;
  // Moves the entry to the end, so that the oldest entries are dropped first.
  const { [entry]: _, ...others } = read();
  const entries = [...Object.entries(others), [entry, { x, y, k }]].slice(-MAX_ENTRIES);
  try {
    sessionStorage.setItem(NAME, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage, Back shows the default view of the page.
  }
}

function read(): Record<string, CameraState> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
  } catch {
    return {};
  }
}
