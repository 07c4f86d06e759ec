/**
 * Emulated processor of a lock: it counts its work, and is disturbed. The work is really done, one step after another.
 * The ticks of a step and the disturbances are simulated, so that other programs on the server have no influence.
 */
export class Processor {
  #ticks = 0;

  /** Does work that takes this many ticks. */
  spend(ticks: number): void {
    this.#ticks += ticks;
  }

  /** Returns the ticks since it woke up, including disturbances. */
  reading(restlessness: number): number {
    const calledAway = Math.random() < 0.12 ? 300 - 900 * Math.log(1 - Math.random()) : 0;
    return Math.round(Math.max(0, this.#ticks + restlessness * bell() + calledAway));
  }
}

/** Returns normally distributed noise with mean 0 and standard deviation 1. */
function bell(): number {
  let sum = -6;
  for (let n = 0; n < 12; n++) sum += Math.random();
  return sum;
}
