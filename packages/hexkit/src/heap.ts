interface Entry<T> {
  priority: number;
  order: number;
  value: T;
}

/** A binary heap: the least priority first, equal ones in the order in which they came. */
export class Heap<T> {
  readonly #entries: Entry<T>[] = [];
  #order = 0;

  push(priority: number, value: T): void {
    this.#entries.push({ priority, order: this.#order++, value });
    this.#rise(this.#entries.length - 1);
  }

  pop(): T | undefined {
    const first = this.#entries[0];
    const last = this.#entries.pop();
    if (first && last && first !== last) {
      this.#entries[0] = last;
      this.#sink(0);
    }
    return first?.value;
  }

  #rise(at: number): void {
    let i = at;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#before(i, parent)) return;
      this.#swap(i, parent);
      i = parent;
    }
  }

  #sink(at: number): void {
    let i = at;
    for (;;) {
      const left = 2 * i + 1;
      const least = left + 1 < this.#entries.length && this.#before(left + 1, left) ? left + 1 : left;
      if (least >= this.#entries.length || !this.#before(least, i)) return;
      this.#swap(i, least);
      i = least;
    }
  }

  #before(a: number, b: number): boolean {
    // Callers pass indexes below the length.
    const x = this.#entries[a] as Entry<T>;
    const y = this.#entries[b] as Entry<T>;
    return x.priority < y.priority || (x.priority === y.priority && x.order < y.order);
  }

  #swap(a: number, b: number): void {
    const entry = this.#entries[a] as Entry<T>;
    this.#entries[a] = this.#entries[b] as Entry<T>;
    this.#entries[b] = entry;
  }
}
