import { splitNumber } from '@hexpedition/curriculum/source/curriculum-folder';
import { nameOf, parentOf } from '@hexpedition/curriculum/source/source-tree';

/** Paths with the used numbers of each folder. Both sides of a merge may have ten thousand. */
export class NumberedPaths {
  readonly #paths = new Set<string>();
  /** Folder → number → the paths that have it. */
  readonly #numbers = new Map<string, Map<number, Set<string>>>();

  constructor(paths: Iterable<string> = []) {
    for (const path of paths) this.add(path);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  all(): string[] {
    return [...this.#paths];
  }

  add(path: string): void {
    this.#paths.add(path);
    const number = splitNumber(nameOf(path))?.number;
    if (number === undefined) return;
    const folder = parentOf(path);
    const numbers = this.#numbers.get(folder) ?? new Map<number, Set<string>>();
    this.#numbers.set(folder, numbers.set(number, (numbers.get(number) ?? new Set()).add(path)));
  }

  delete(path: string): void {
    this.#paths.delete(path);
    const number = splitNumber(nameOf(path))?.number;
    if (number === undefined) return;
    const numbers = this.#numbers.get(parentOf(path));
    numbers?.get(number)?.delete(path);
    if (numbers?.get(number)?.size === 0) numbers.delete(number);
  }

  /** Checks whether another file of the folder has this number. */
  hasNumber(folder: string, number: number, except: string): boolean {
    const paths = this.#numbers.get(folder)?.get(number);
    return paths !== undefined && paths.size > (paths.has(except) ? 1 : 0);
  }

  /** Returns the highest number of a folder; 0 if no path has a number. */
  highestNumber(folder: string): number {
    return Math.max(0, ...(this.#numbers.get(folder)?.keys() ?? []));
  }
}
