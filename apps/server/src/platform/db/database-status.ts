/** A period during which the database did not answer this node. */
export interface DatabaseOutage {
  startedAt: Date;
  /** Null while it lasts. */
  endedAt: Date | null;
  reason: string;
}

/**
 * Records whether the database answers this node. The listener's connection reports changes, and the supervisor of the
 * embedded PostgreSQL adds the reason why its process ended. Health probes, the log and the admin area read it.
 */
export class DatabaseStatus {
  readonly #log: (line: string) => void;
  readonly #now: () => Date;
  #current: DatabaseOutage | null = null;
  #last: DatabaseOutage | null = null;
  #outages = 0;
  readonly #waiting = new Set<() => void>();
  readonly #hints = new Set<() => void>();

  constructor(log: (line: string) => void = () => {}, now: () => Date = () => new Date()) {
    this.#log = log;
    this.#now = now;
  }

  get isUp(): boolean {
    return this.#current === null;
  }

  /** Number of outages since this process started, and the newest one. */
  get history(): { outages: number; last: DatabaseOutage | null } {
    return { outages: this.#outages, last: this.#current ?? this.#last };
  }

  /** Milliseconds since the outage began; 0 while the database answers. */
  get downForMs(): number {
    return this.#current ? this.#now().getTime() - this.#current.startedAt.getTime() : 0;
  }

  /** Begins an outage. Does nothing during an outage. */
  reportDown(reason: string): void {
    if (!this.#current) this.explainDown(reason);
  }

  /** Replaces the reason of the current outage, or begins an outage if there is none. */
  explainDown(reason: string): void {
    if (this.#current?.reason === reason) return;
    if (!this.#current) this.#outages += 1;
    this.#current = { startedAt: this.#now(), endedAt: null, ...this.#current, reason };
    this.#log(`The database does not answer: ${reason}`);
  }

  /** Ends the outage. */
  reportUp(): void {
    if (!this.#current) return;
    const seconds = this.downForMs / 1_000;
    this.#last = { ...this.#current, endedAt: this.#now() };
    this.#current = null;
    this.#log(`The database answers again after ${seconds.toFixed(1)} s.`);
    for (const resolve of [...this.#waiting]) resolve();
  }

  /** Skips the pauses before the next connection attempts, because the database should answer now. */
  hintUp(): void {
    for (const call of [...this.#hints]) call();
  }

  /** Calls `call` at each hint. @returns a function that removes the callback */
  onHint(call: () => void): () => void {
    this.#hints.add(call);
    return () => this.#hints.delete(call);
  }

  /**
   * Waits until the database answers.
   * @throws the signal's reason when the signal is aborted first
   */
  async whenUp(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.isUp) return;
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => () => {
        this.#waiting.delete(onUp);
        signal.removeEventListener('abort', onAbort);
        settle();
      };
      const onUp = end(resolve);
      const onAbort = end(() => reject(signal.reason));
      this.#waiting.add(onUp);
      signal.addEventListener('abort', onAbort);
    });
  }
}
