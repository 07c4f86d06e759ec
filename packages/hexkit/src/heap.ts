/** A binary heap: lowest priority first, equal priorities in insertion order. */
export class Heap<T> {
  // Parallel arrays instead of one array of objects, because a search pushes millions of entries.
  readonly #priorities: number[] = [];
  readonly #orders: number[] = [];
  readonly #values: T[] = [];
  #order = 0;

  push(priority: number, value: T): void {
    const order = this.#order++;
    let at = this.#values.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#comesBefore(priority, order, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, priority, order, value);
  }

  pop(): T | undefined {
    const first = this.#values[0];
    const [priority, order, value] = [this.#priorities.pop(), this.#orders.pop(), this.#values.pop()];
    if (priority === undefined || order === undefined || value === undefined || this.#values.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#values.length) break;
      const least = left + 1 < this.#values.length && this.#isBefore(left + 1, left) ? left + 1 : left;
      if (this.#comesBefore(priority, order, least)) break;
      this.#move(least, at);
      at = least;
    }
    this.#put(at, priority, order, value);
    return first;
  }

  #comesBefore(priority: number, order: number, at: number): boolean {
    const other = this.#priorities[at] as number; // callers pass indexes below the length
    return priority < other || (priority === other && order < (this.#orders[at] as number));
  }

  #isBefore(a: number, b: number): boolean {
    return this.#comesBefore(this.#priorities[a] as number, this.#orders[a] as number, b); // as above
  }

  #move(from: number, to: number): void {
    // As above.
    this.#put(to, this.#priorities[from] as number, this.#orders[from] as number, this.#values[from] as T);
  }

  #put(at: number, priority: number, order: number, value: T): void {
    this.#priorities[at] = priority;
    this.#orders[at] = order;
    this.#values[at] = value;
  }
}
