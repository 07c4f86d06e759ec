/**
 * The answer of a route's `validateSearch`: each parameter that the route knows, and `undefined` where its value is not
 * a valid one. A parameter that is left out is not gone: the router then hands the page what stands in the address.
 */
export const searchOf = <T extends Record<string, unknown>>(known: T) =>
  known as { [K in keyof T]?: Exclude<T[K], undefined> };
