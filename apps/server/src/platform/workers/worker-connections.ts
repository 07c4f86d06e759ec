/** Connections of all workers together. With the primary, notifications and jobs they stay below PostgreSQL's 100. */
const connectionsOfAll = 24;
const mostOfOne = 10;
const fewestOfOne = 4;

/** Returns the size of the connection pool of each worker. */
export const connectionsOf = (workers: number): number =>
  Math.min(mostOfOne, Math.max(fewestOfOne, Math.ceil(connectionsOfAll / workers)));
