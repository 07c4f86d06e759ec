/** The time, as a part that tests can hold still. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
