import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The time between the signal to stop and the stop. `/readyz` answers 503, so that load balancers choose other servers.
 * All other requests are still served, and their connections close after the answer.
 */
export class Draining {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  begin(): void {
    this.#isDraining = true;
  }

  /** Begins, and resolves when the server may stop. */
  async complete(seconds: number): Promise<void> {
    this.begin();
    await sleep(seconds * 1_000);
  }
}
