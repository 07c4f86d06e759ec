/** Requests to Quay F at any address below `/flotsam/`, newest first. */
export const flotsam: { at: string; address: string }[] = [];
const MAX_REQUESTS = 30;
const MAX_LENGTH = 600;

export function driftIn(path: string, query: URLSearchParams): void {
  const search = query.size > 0 ? `?${query}` : '';
  flotsam.unshift({ at: new Date().toISOString().slice(11, 19), address: `${path}${search}`.slice(0, MAX_LENGTH) });
  if (flotsam.length > MAX_REQUESTS) flotsam.pop();
}
