/** Requests to Quay F at any address below `/flotsam/`, newest first. */
export const flotsam: { at: string; address: string }[] = [];
const ROOM = 30;
const LONGEST = 600;

export function driftIn(path: string, query: URLSearchParams): void {
  const search = query.size > 0 ? `?${query}` : '';
  flotsam.unshift({ at: new Date().toISOString().slice(11, 19), address: `${path}${search}`.slice(0, LONGEST) });
  if (flotsam.length > ROOM) flotsam.pop();
}
