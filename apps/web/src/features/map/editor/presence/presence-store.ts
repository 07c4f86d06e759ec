import type { MapPresence } from '@hexpedition/contract';
import type { Hex } from '@hexpedition/hexkit/hex';

export type Author = MapPresence['others'][number];

interface PresenceState {
  others: readonly Author[];
  /** Text for screen readers about authors who joined or left. Movements are too frequent to announce. */
  announcement: string;
}

const empty: PresenceState = { others: [], announcement: '' };

/** Store of the other authors on this map and of one's own cursor. Only a change of the others notifies subscribers. */
export class PresenceStore {
  /** Hex of the mouse or the keyboard cursor, or null if it is not on the map. */
  cursorHex: Hex | null = null;
  #state = empty;
  readonly #listeners = new Set<() => void>();

  readonly read = (): PresenceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Stores the list that the server returned. */
  update(others: readonly Author[]): void {
    if (JSON.stringify(others) === JSON.stringify(this.#state.others)) return;
    const announcement = describeChange(this.#state.others, others) || this.#state.announcement;
    this.#state = { others, announcement };
    for (const listener of this.#listeners) listener();
  }
}

function describeChange(before: readonly Author[], after: readonly Author[]): string {
  const missingIn = (list: readonly Author[]) => (one: Author) =>
    !list.some(({ username }) => username === one.username);
  const [joined, left] = [after.filter(missingIn(before)), before.filter(missingIn(after))];
  return [joined.length > 0 && `${namesOf(joined)} joined.`, left.length > 0 && `${namesOf(left)} left.`]
    .filter(Boolean)
    .join(' ');
}

/** Joins names: `Ines`, `Ines and Otto`, `Ines, Otto and Uma`. */
function namesOf(authors: readonly Author[]): string {
  const names = authors.map(({ username }) => username);
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

/** Returns the initials of a username: `FM` for `first-mate`, `IN` for `ines`. */
export function initialsOf(username: string): string {
  const [first = '', second] = username.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = second ? [first, second].map((word) => [...word][0]) : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}
