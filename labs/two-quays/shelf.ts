import { randomBytes } from 'node:crypto';

/** Stores values under random names for a while. When it is full, the oldest is removed. */
export class Shelf<Thing> {
  readonly #things = new Map<string, { thing: Thing; until: number }>();
  readonly #seconds: number;
  readonly #room: number;

  constructor(seconds: number, room = 300) {
    this.#seconds = seconds;
    this.#room = room;
  }

  /** @returns the random name */
  put(thing: Thing): string {
    const name = randomBytes(16).toString('hex');
    this.#things.set(name, { thing, until: Date.now() + this.#seconds * 1000 });
    const [oldest] = this.#things.keys();
    if (this.#things.size > this.#room && oldest !== undefined) this.#things.delete(oldest);
    return name;
  }

  get(name: string | undefined | null): Thing | undefined {
    const found = this.#things.get(name ?? '');
    return found && found.until > Date.now() ? found.thing : undefined;
  }

  /** Like `get`, and removes the value. */
  take(name: string | undefined | null): Thing | undefined {
    const thing = this.get(name);
    this.#things.delete(name ?? '');
    return thing;
  }
}
