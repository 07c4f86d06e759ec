import type { Diagnostic } from '../diagnostics.ts';
import { splitNumber } from '../source/curriculum-folder.ts';
import { type IncomingFile, nameOf, parentOf } from '../source/source-tree.ts';
import { goneAt, type KeptFile, type PlannedWrite, type SourcePlan } from '../sources/changes.ts';
import type { ImportedFile, LiveFile, StoredFile, StoredSources } from '../sources/sources.read-model.ts';

/** All files, or those of these paths. */
export type Overwrite = boolean | ReadonlySet<string>;

interface MergeOptions {
  source: string;
  /** Takes what the import brings also where the file was changed here. */
  overwrite: Overwrite;
  /** The text of a stored file. */
  textOf: (pk: number) => Promise<string | undefined>;
  /** The beginnings of all files that are there and have an id, by row. */
  headsOf: () => Promise<ReadonlyMap<number, string>>;
}

/** A file that an import brings, with the row that it belongs to, where there is one. */
interface Match {
  path: string;
  incoming: IncomingFile;
  stored: StoredFile | undefined;
  /** What this source brought before. */
  base: ImportedFile | undefined;
}

/**
 * Compares what an import brings with what its source brought the last time and with what is stored now. What only the
 * import changed is taken; what was changed here stays, with a warning where the import changed it too. An import takes
 * away only what its own source brought.
 */
export async function mergeImport(
  stored: StoredSources,
  files: ReadonlyMap<string, IncomingFile>,
  options: MergeOptions,
): Promise<SourcePlan> {
  return new Merge(stored, files, options).plan();
}

class Merge {
  readonly #stored: StoredSources;
  readonly #files: ReadonlyMap<string, IncomingFile>;
  readonly #options: MergeOptions;
  readonly #byPk: ReadonlyMap<number, StoredFile>;
  /** What this source brought the last time, by its own names. */
  readonly #bases: ReadonlyMap<string, ImportedFile>;
  /** Files that are here already, at another place: by the path at which this import has them. */
  readonly #elsewhere = new Map<string, LiveFile>();
  /** What other sources bring, by row. */
  readonly #others = new Map<number, Set<string>>();
  readonly #writes: PlannedWrite[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #kept: KeptFile[] = [];
  readonly #imported: { path: string; file: string | number; hash: string }[] = [];
  /** Paths of files as they will be. */
  readonly #taken: Places;
  /** Of the files that are there although this import does not bring them, or that were moved here. */
  readonly #foreign = new Places();

  constructor(stored: StoredSources, files: ReadonlyMap<string, IncomingFile>, options: MergeOptions) {
    this.#stored = stored;
    this.#files = files;
    this.#options = options;
    this.#byPk = new Map(stored.files.map((file) => [file.pk, file]));
    this.#bases = new Map(
      stored.imports.filter(({ source }) => source === options.source).map((base) => [base.path, base]),
    );
    for (const { source, file_pk, hash } of stored.imports) {
      if (source === options.source) continue;
      this.#others.set(file_pk, (this.#others.get(file_pk) ?? new Set()).add(hash));
    }
    this.#taken = new Places(stored.live.keys());
  }

  async plan(): Promise<SourcePlan> {
    const matches = await this.#match();
    const matched = new Set(matches.flatMap(({ stored }) => stored?.pk ?? []));
    const left = [...this.#bases.values()].filter(({ file_pk }) => !matched.has(file_pk));
    this.#takeAway(left);
    for (const { path, pk } of this.#stored.live.values())
      if (this.#taken.has(path) && !matched.has(pk)) this.#foreign.add(path);
    await this.#keepPlaces(matches);
    for (const match of matches) await this.#bring(match);
    return {
      writes: this.#writes,
      diagnostics: this.#diagnostics,
      kept: this.#kept,
      imported: { source: this.#options.source, files: this.#imported },
    };
  }

  /**
   * Finds the row of each file: by its name in the source, or by its id, where the source has renamed it, or where it was
   * moved here before this source brought it for the first time.
   */
  async #match(): Promise<Match[]> {
    const unnamed = [...this.#bases.values()].filter(({ path }) => !this.#files.has(path));
    const fresh = [...this.#files.keys()].some((path) => !this.#bases.has(path) && hasId(path));
    const byId = new Map<string, ImportedFile>();
    for (const base of fresh ? unnamed : []) {
      if (!hasId(base.path)) continue;
      const id = idIn(await this.#options.textOf(base.file_pk));
      if (id) byId.set(id, base);
    }
    const matches: Match[] = [];
    const here = await this.#findHere();
    for (const [path, incoming] of this.#files) {
      let base = this.#bases.get(path);
      if (!base && byId.size > 0 && hasId(path)) {
        const id = idIn(await incoming.text()) ?? '';
        base = byId.get(id);
        byId.delete(id);
      }
      const stored = base ? this.#byPk.get(base.file_pk) : undefined;
      matches.push({ path, incoming, base: stored && base, stored });
    }
    return Promise.all(matches.map((match) => this.#lookElsewhere(match, here)));
  }

  /** What is here and has an id that this import may know, by id; empty where every file has its row by its name. */
  async #findHere(): Promise<ReadonlyMap<string, LiveFile>> {
    const here = new Map<string, LiveFile>();
    const isNew = (path: string): boolean => hasId(path) && !this.#bases.has(path) && !this.#stored.live.has(path);
    if (this.#stored.live.size === 0 || ![...this.#files.keys()].some(isNew)) return here;
    const heads = await this.#options.headsOf();
    for (const file of this.#stored.live.values()) {
      const id = this.#files.has(file.path) ? undefined : idIn(heads.get(file.pk));
      if (id) here.set(id, file);
    }
    for (const { file_pk } of this.#bases.values()) {
      const id = idIn(heads.get(file_pk));
      if (id) here.delete(id);
    }
    return here;
  }

  async #lookElsewhere(match: Match, here: ReadonlyMap<string, LiveFile>): Promise<Match> {
    const { path, incoming, stored } = match;
    if (here.size === 0 || stored || !hasId(path) || this.#stored.live.has(path)) return match;
    const found = here.get(idIn(await incoming.text()) ?? '');
    if (!found) return match;
    this.#elsewhere.set(path, found);
    return { ...match, stored: found };
  }

  /** What the source does not bring any more goes, unless it was changed here or another source brings it. */
  #takeAway(bases: readonly ImportedFile[]): void {
    const leaving: StoredFile[] = [];
    const edited: StoredFile[] = [];
    for (const { file_pk, hash } of bases) {
      const file = this.#byPk.get(file_pk);
      if (!file || file.hash === null || this.#others.get(file_pk)?.has(file.hash)) continue;
      if (file.hash === hash || this.#isOverwritten(file.path)) leaving.push(file);
      else edited.push(file);
    }
    for (const file of edited) {
      this.#warn(file.path, 1, 'The import has this file no more. It was changed here, so it stays.');
      this.#kept.push({ pk: file.pk, path: file.path, file: null });
    }
    const leavingPaths = new Set(leaving.map(({ path }) => path));
    for (const file of leaving) {
      if (edited.some(({ path }) => needs(path, file.path)) || this.#holdsOthers(file.path, leavingPaths)) continue;
      this.#writes.push({ pk: file.pk, path: file.path, act: 'imported', file: null });
      this.#taken.delete(file.path);
    }
  }

  /** Bundles share continents: one stays as long as there is something on it. */
  #holdsOthers(path: string, leaving: ReadonlySet<string>): boolean {
    if (nameOf(path) !== 'continent.yaml') return false;
    const folder = `${parentOf(path)}/`;
    return this.#taken.all().some((one) => one.startsWith(folder) && one !== path && !leaving.has(one));
  }

  /** Files that have a row keep their place, or go where the source has moved them. */
  async #keepPlaces(matches: readonly Match[]): Promise<void> {
    for (const { path, stored, base } of matches) {
      if (!stored || stored.hash === null) continue;
      if (base?.path === path || stored.path !== base?.path) {
        if (stored.path !== path) this.#foreign.add(stored.path);
      } else this.#taken.delete(stored.path);
    }
  }

  async #bring({ path, incoming, stored, base }: Match): Promise<void> {
    if (stored && base) return this.#renew(path, incoming, stored, base);
    const elsewhere = this.#elsewhere.get(path);
    if (elsewhere) return this.#meet(path, incoming, elsewhere);
    const place = this.#placeOf(path);
    if (place === undefined) {
      this.#warn(path, 1, 'Its folder was taken away here, so this new file is left out.');
      return;
    }
    const live = this.#stored.live.get(place);
    if (live && this.#taken.has(place)) return this.#meet(path, incoming, live);
    const gone = goneAt(this.#stored, place);
    const isKeptAway = gone !== undefined && this.#others.has(gone) && !this.#isOverwritten(place);
    if (gone !== undefined && isKeptAway) {
      this.#warn(path, 1, 'This file was taken away here, so it stays away.');
      this.#kept.push({ pk: gone, path: place, file: incoming });
      this.#imported.push({ path, file: gone, hash: incoming.hash });
      return;
    }
    const free = this.#freePlace(place);
    this.#writes.push({ pk: gone ?? null, path: free, act: 'imported', file: incoming });
    this.#imported.push({ path, file: gone ?? free, hash: incoming.hash });
    this.#taken.add(free);
  }

  /** A file that this source has brought before. */
  async #renew(path: string, incoming: IncomingFile, stored: StoredFile, base: ImportedFile): Promise<void> {
    this.#imported.push({ path, file: stored.pk, hash: incoming.hash });
    const isMovedHere = stored.path !== base.path;
    const isMoved = base.path !== path && !isMovedHere && stored.hash !== null;
    const place = isMoved ? this.#freePlace(path) : stored.path;
    if (isMoved) this.#taken.add(place);
    const isTaken = await this.#isTaken(place, incoming, stored, base.hash);
    if (!isTaken && !isMoved) return;
    const revived = isTaken && stored.hash === null ? this.#freePlace(place) : place;
    const act = isTaken ? 'imported' : 'moved';
    this.#writes.push({ pk: stored.pk, path: revived, act, ...(isTaken ? { file: incoming } : {}) });
  }

  /** A file that is there already, though this source has never brought it. */
  async #meet(path: string, incoming: IncomingFile, live: StoredFile & { hash: string }): Promise<void> {
    const others = this.#others.get(live.pk);
    const isSame = live.hash === incoming.hash;
    // What another source brings stays its own.
    if (!isSame || !others?.has(live.hash)) this.#imported.push({ path, file: live.pk, hash: incoming.hash });
    const base = others?.has(live.hash) ? live.hash : '';
    if (await this.#isTaken(live.path, incoming, live, base))
      this.#writes.push({ pk: live.pk, path: live.path, act: 'imported', file: incoming });
  }

  /** Whether an import's contents take the place of what is stored. */
  async #isTaken(place: string, incoming: IncomingFile, stored: StoredFile, base: string): Promise<boolean> {
    if (incoming.hash === stored.hash || incoming.hash === base)
      return this.#isOverwritten(place) && incoming.hash !== stored.hash;
    if (stored.hash === base || this.#isOverwritten(place)) return true;
    this.#kept.push({ pk: stored.pk, path: place, file: incoming });
    if (stored.hash === null) {
      this.#warn(place, 1, 'This file was taken away here and changed by the import. It stays away.');
      return false;
    }
    const line = firstDifference(await this.#options.textOf(stored.pk), await incoming.text());
    this.#warn(place, line, 'This file was changed here and by the import. It stays as it is here.');
    return false;
  }

  /**
   * Where a new file of the source goes: into the folder that was made of the one in which the source has it. Undefined
   * when that was taken away.
   */
  #placeOf(path: string): string | undefined {
    for (let folder = parentOf(path); folder; folder = parentOf(folder)) {
      for (const marker of markers) {
        const base = this.#bases.get(`${folder}/${marker}`);
        const stored = base ? this.#byPk.get(base.file_pk) : this.#elsewhere.get(`${folder}/${marker}`);
        if (!stored || nameOf(path) === marker) continue;
        if (stored.hash === null) return undefined;
        return `${parentOf(stored.path)}${path.slice(folder.length)}`;
      }
    }
    return path;
  }

  /** The same place, with another number where the number is that of a file which was put there by others. */
  #freePlace(path: string): string {
    const split = splitNumber(nameOf(path));
    const folder = parentOf(path);
    if (!split) return path;
    if (!this.#foreign.hasNumber(folder, split.number, path) && !this.#taken.has(path)) return path;
    const next = this.#taken.highestNumber(folder) + 1;
    return `${folder}/${String(next).padStart(2, '0')}-${split.rest}`;
  }

  #isOverwritten(path: string): boolean {
    const { overwrite } = this.#options;
    return typeof overwrite === 'boolean' ? overwrite : overwrite.has(path);
  }

  #warn(file: string, line: number, message: string): void {
    this.#diagnostics.push({ severity: 'warning', file, line, code: 'file-edited', message });
  }
}

/** Paths, with the numbers that are in use in each folder. There may be ten thousand on both sides of a merge. */
class Places {
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

  /** Whether another file of the folder has this number. */
  hasNumber(folder: string, number: number, except: string): boolean {
    const paths = this.#numbers.get(folder)?.get(number);
    return paths !== undefined && paths.size > (paths.has(except) ? 1 : 0);
  }

  /** 0 where none has a number. */
  highestNumber(folder: string): number {
    return Math.max(0, ...(this.#numbers.get(folder)?.keys() ?? []));
  }
}

/** Files that tell what their folder is. */
const markers = ['chapter.yaml', 'training.yaml', 'continent.yaml'];

const hasId = (path: string): boolean => /\.md$|\/(chapter|training)\.yaml$/.test(path);

const idIn = (text: string | undefined): string | undefined =>
  /^id:[ \t]*["']?([a-z0-9-]{3,60})["']?[ \t]*\r?$/m.exec(text?.slice(0, 2_000) ?? '')?.[1];

/** Whether a lesson that stays needs another file of its training: what the chapters share, and its own chapter's file. */
function needs(lesson: string, file: string): boolean {
  const [continent, training, chapter] = lesson.split('/');
  const inTraining = `${continent}/${training}/`;
  if (file === `${continent}/continent.yaml`) return true;
  if (!file.startsWith(inTraining)) return false;
  return !/^\d{2,3}-/.test(file.slice(inTraining.length)) || file === `${inTraining}${chapter}/chapter.yaml`;
}

/** The first line, from 1, in which two texts differ. */
function firstDifference(a = '', b = ''): number {
  const [left, right] = [a.split('\n'), b.split('\n')];
  const at = left.findIndex((line, i) => line !== right[i]);
  return (at < 0 ? left.length : at) + 1;
}
