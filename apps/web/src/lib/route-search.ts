/**
 * Result of a route's `validateSearch`: every known parameter, with `undefined` for invalid values. The router passes
 * parameters that are missing here to the page unchecked.
 */
export const searchOf = <T extends Record<string, unknown>>(known: T) =>
  known as { [K in keyof T]?: Exclude<T[K], undefined> };
