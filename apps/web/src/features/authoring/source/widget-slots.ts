/**
 * Registry of the widget elements between the lines of the source, by number. CodeMirror creates and destroys the
 * elements as the author scrolls; React renders into them through portals.
 */
export class WidgetSlots {
  #slots: ReadonlyMap<number, HTMLElement> = new Map();
  readonly #listeners = new Set<() => void>();

  readonly read = (): ReadonlyMap<number, HTMLElement> => this.#slots;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  put(at: number, element: HTMLElement): void {
    this.#change((slots) => slots.set(at, element));
  }

  drop(at: number, element: HTMLElement): void {
    // A new element may already have replaced this one.
    if (this.#slots.get(at) === element) this.#change((slots) => slots.delete(at));
  }

  #change(change: (slots: Map<number, HTMLElement>) => void): void {
    const slots = new Map(this.#slots);
    change(slots);
    this.#slots = slots;
    for (const listener of this.#listeners) listener();
  }
}
