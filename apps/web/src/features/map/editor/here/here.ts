import type { MapPresence } from '@hexpedition/contract';
import type { Hex } from '@hexpedition/hexkit/hex';

export type Author = MapPresence['others'][number];

interface Company {
  others: readonly Author[];
  /** Who has come or gone, for those who cannot see it. Where somebody is at work is not said: it changes all the time. */
  said: string;
}

const nobody: Company = { others: [], said: '' };

/** Who else has this map open, and the hex at the own hand. Only what shows the others is drawn anew when they move. */
export class Here {
  /** Where the mouse or the hex cursor is; null where it is not on the map. */
  hand: Hex | null = null;
  #company = nobody;
  readonly #listeners = new Set<() => void>();

  readonly read = (): Company => this.#company;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What the server says now. */
  hear(others: readonly Author[]): void {
    if (JSON.stringify(others) === JSON.stringify(this.#company.others)) return;
    this.#company = { others, said: changeWords(this.#company.others, others) || this.#company.said };
    for (const listener of this.#listeners) listener();
  }
}

function changeWords(before: readonly Author[], after: readonly Author[]): string {
  const missingIn = (list: readonly Author[]) => (one: Author) =>
    !list.some(({ username }) => username === one.username);
  const [came, left] = [after.filter(missingIn(before)), before.filter(missingIn(after))];
  return [
    came.length > 0 && `${namesOf(came)} ${came.length === 1 ? 'is' : 'are'} here too.`,
    left.length > 0 && `${namesOf(left)} ${left.length === 1 ? 'has' : 'have'} left.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `Ines`, `Ines and Otto`, `Ines, Otto and Uma`. */
function namesOf(authors: readonly Author[]): string {
  const names = authors.map(({ username }) => username);
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

/** `FM` of `first-mate`, `IN` of `ines`. */
export function initialsOf(username: string): string {
  const [first = '', second] = username.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = second ? [first, second].map((word) => [...word][0]) : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}
