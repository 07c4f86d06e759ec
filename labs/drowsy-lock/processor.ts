/**
 * The processor of a lock, as far as it matters here: it counts what it does, and is disturbed. It is emulated. What it is given to do is really done,
 * one step after the other; the ticks of a step and the disturbances are made up, so that no other program on the server has a part in them.
 */
export class Processor {
  #ticks = 0;

  /** Does something that takes so many ticks. */
  spend(ticks: number): void {
    this.#ticks += ticks;
  }

  /** Ticks since it woke up, with all that came in between. */
  reading(restlessness: number): number {
    const calledAway = Math.random() < 0.12 ? 300 - 900 * Math.log(1 - Math.random()) : 0;
    return Math.round(Math.max(0, this.#ticks + restlessness * bell() + calledAway));
  }
}

/** Scattered around 0 as measurements are, with a standard deviation of 1. */
function bell(): number {
  let sum = -6;
  for (let n = 0; n < 12; n++) sum += Math.random();
  return sum;
}
