import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';
import { splitNumber } from '@hexpedition/curriculum/source/curriculum-folder';
import { type IncomingFile, nameOf, parentOf } from '@hexpedition/curriculum/source/source-tree';
import { type KeptFile, type PlannedWrite, removedFilePk, type SourcePlan } from '../sources/source-plan.ts';
import type { ImportedFile, LiveFile, StoredFile, StoredSources } from '../sources/sources.read-model.ts';
import { NumberedPaths } from './numbered-paths.ts';

/** All files, or only those with these paths. */
export type Overwrite = boolean | ReadonlySet<string>;

interface MergeOptions {
  source: string;
  /** Replaces files that authors changed. */
  overwrite: Overwrite;
  /** Reads the text of a stored file. */
  textOf: (pk: number) => Promise<string | undefined>;
  /** Reads the first characters of all existing files that have an id, by pk. */
  headsOf: () => Promise<ReadonlyMap<number, string>>;
}

/** A file of an import with the stored row that it belongs to, if any. */
interface Match {
  path: string;
  incoming: IncomingFile;
  stored: StoredFile | undefined;
  /** The file in the last import of this source. */
  base: ImportedFile | undefined;
}

/**
 * Merges an import with the last import of its source and with the stored files. Changes that only the import made are
 * applied. Files that authors changed stay, with a warning if the import changed them too. An import removes only
 * files of its own source.
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
  /** The files of the last import of this source, by their path in the source. */
  readonly #bases: ReadonlyMap<string, ImportedFile>;
  /** Stored files at another path, by their path in this import. */
  readonly #elsewhere = new Map<string, LiveFile>();
  /** Hashes of files in other sources, by pk. */
  readonly #others = new Map<number, Set<string>>();
  readonly #writes: PlannedWrite[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #kept: KeptFile[] = [];
  readonly #imported: { path: string; file: string | number; hash: string }[] = [];
  /** Paths of the files after the import. */
  readonly #taken: NumberedPaths;
  /** Paths of existing files that this import does not bring, or that authors moved. */
  readonly #foreign = new NumberedPaths();

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
    this.#taken = new NumberedPaths(stored.live.keys());
  }

  async plan(): Promise<SourcePlan> {
    const matches = await this.#match();
    const matched = new Set(matches.flatMap(({ stored }) => stored?.pk ?? []));
    const leftover = [...this.#bases.values()].filter(({ file_pk }) => !matched.has(file_pk));
    this.#removeLeftover(leftover);
    for (const { path, pk } of this.#stored.live.values())
      if (this.#taken.has(path) && !matched.has(pk)) this.#foreign.add(path);
    await this.#reservePaths(matches);
    for (const match of matches) await this.#importFile(match);
    return {
      writes: this.#writes,
      diagnostics: this.#diagnostics,
      kept: this.#kept,
      imported: { source: this.#options.source, files: this.#imported },
    };
  }

  /**
   * Finds the row of each file: by its path in the source, or by its id if the source renamed it or if an author moved
   * it before this source imported it for the first time.
   */
  async #match(): Promise<Match[]> {
    const unnamed = [...this.#bases.values()].filter(({ path }) => !this.#files.has(path));
    const hasNewIds = [...this.#files.keys()].some((path) => !this.#bases.has(path) && hasId(path));
    const byId = new Map<string, ImportedFile>();
    for (const base of hasNewIds ? unnamed : []) {
      if (!hasId(base.path)) continue;
      const id = idIn(await this.#options.textOf(base.file_pk));
      if (id) byId.set(id, base);
    }
    const matches: Match[] = [];
    const existing = await this.#findById();
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
    return Promise.all(matches.map((match) => this.#matchById(match, existing)));
  }

  /**
   * Returns existing files with an id that this import may contain, by id; empty if every file has a row by its path.
   */
  async #findById(): Promise<ReadonlyMap<string, LiveFile>> {
    const existing = new Map<string, LiveFile>();
    const isNew = (path: string): boolean => hasId(path) && !this.#bases.has(path) && !this.#stored.live.has(path);
    if (this.#stored.live.size === 0 || ![...this.#files.keys()].some(isNew)) return existing;
    const heads = await this.#options.headsOf();
    for (const file of this.#stored.live.values()) {
      const id = this.#files.has(file.path) ? undefined : idIn(heads.get(file.pk));
      if (id) existing.set(id, file);
    }
    for (const { file_pk } of this.#bases.values()) {
      const id = idIn(heads.get(file_pk));
      if (id) existing.delete(id);
    }
    return existing;
  }

  async #matchById(match: Match, existing: ReadonlyMap<string, LiveFile>): Promise<Match> {
    const { path, incoming, stored } = match;
    if (existing.size === 0 || stored || !hasId(path) || this.#stored.live.has(path)) return match;
    const found = existing.get(idIn(await incoming.text()) ?? '');
    if (!found) return match;
    this.#elsewhere.set(path, found);
    return { ...match, stored: found };
  }

  /** Removes files that the source no longer has, unless an author changed them or another source has them too. */
  #removeLeftover(bases: readonly ImportedFile[]): void {
    const removable: StoredFile[] = [];
    const edited: StoredFile[] = [];
    for (const { file_pk, hash } of bases) {
      const file = this.#byPk.get(file_pk);
      if (!file || file.hash === null || this.#others.get(file_pk)?.has(file.hash)) continue;
      if (file.hash === hash || this.#isOverwritten(file.path)) removable.push(file);
      else edited.push(file);
    }
    for (const file of edited) {
      this.#warn(file.path, 1, 'The import no longer has this file. An author changed it, so it stays.');
      this.#kept.push({ pk: file.pk, path: file.path, file: null });
    }
    const removablePaths = new Set(removable.map(({ path }) => path));
    for (const file of removable) {
      if (edited.some(({ path }) => isNeededBy(path, file.path)) || this.#holdsOthers(file.path, removablePaths))
        continue;
      this.#writes.push({ pk: file.pk, path: file.path, act: 'imported', file: null });
      this.#taken.delete(file.path);
    }
  }

  /** Bundles share continents: a continent stays while other files are on it. */
  #holdsOthers(path: string, removable: ReadonlySet<string>): boolean {
    if (nameOf(path) !== 'continent.yaml') return false;
    const folder = `${parentOf(path)}/`;
    return this.#taken.all().some((one) => one.startsWith(folder) && one !== path && !removable.has(one));
  }

  /** Files that have a row keep their path, or move where the source moved them. */
  async #reservePaths(matches: readonly Match[]): Promise<void> {
    for (const { path, stored, base } of matches) {
      if (!stored || stored.hash === null) continue;
      if (base?.path === path || stored.path !== base?.path) {
        if (stored.path !== path) this.#foreign.add(stored.path);
      } else this.#taken.delete(stored.path);
    }
  }

  async #importFile({ path, incoming, stored, base }: Match): Promise<void> {
    if (stored && base) return this.#updateFile(path, incoming, stored, base);
    const elsewhere = this.#elsewhere.get(path);
    if (elsewhere) return this.#mergeExisting(path, incoming, elsewhere);
    const target = this.#targetPath(path);
    if (target === undefined) {
      this.#warn(path, 1, 'An author removed its folder, so this new file is left out.');
      return;
    }
    const live = this.#stored.live.get(target);
    if (live && this.#taken.has(target)) return this.#mergeExisting(path, incoming, live);
    const removed = removedFilePk(this.#stored, target);
    const staysRemoved = removed !== undefined && this.#others.has(removed) && !this.#isOverwritten(target);
    if (removed !== undefined && staysRemoved) {
      this.#warn(path, 1, 'An author removed this file, so it stays removed.');
      this.#kept.push({ pk: removed, path: target, file: incoming });
      this.#imported.push({ path, file: removed, hash: incoming.hash });
      return;
    }
    const freePath = this.#freePath(target);
    this.#writes.push({ pk: removed ?? null, path: freePath, act: 'imported', file: incoming });
    this.#imported.push({ path, file: removed ?? freePath, hash: incoming.hash });
    this.#taken.add(freePath);
  }

  /** Updates a file that this source imported before. */
  async #updateFile(path: string, incoming: IncomingFile, stored: StoredFile, base: ImportedFile): Promise<void> {
    this.#imported.push({ path, file: stored.pk, hash: incoming.hash });
    const isRemoved = stored.hash === null;
    const isMoved = base.path !== path && stored.path === base.path && !isRemoved;
    // A removed file returns to its place in the source, even if an author moved it before removing it.
    const place = isRemoved ? (this.#targetPath(path) ?? path) : path;
    const target = isMoved || isRemoved ? this.#freePath(place) : stored.path;
    if (isMoved) this.#taken.add(target);
    const isApplied = await this.#isApplied(target, incoming, stored, base.hash);
    if (!isApplied && !isMoved) return;
    if (isRemoved) this.#taken.add(target);
    const act = isApplied ? 'imported' : 'moved';
    this.#writes.push({ pk: stored.pk, path: target, act, ...(isApplied ? { file: incoming } : {}) });
  }

  /** Handles a file that exists already, although this source never imported it. */
  async #mergeExisting(path: string, incoming: IncomingFile, live: StoredFile & { hash: string }): Promise<void> {
    const others = this.#others.get(live.pk);
    const isSame = live.hash === incoming.hash;
    // A file of another source stays with that source.
    if (!isSame || !others?.has(live.hash)) this.#imported.push({ path, file: live.pk, hash: incoming.hash });
    const base = others?.has(live.hash) ? live.hash : '';
    if (await this.#isApplied(live.path, incoming, live, base))
      this.#writes.push({ pk: live.pk, path: live.path, act: 'imported', file: incoming });
  }

  /** Decides whether the import's contents replace the stored contents. */
  async #isApplied(path: string, incoming: IncomingFile, stored: StoredFile, base: string): Promise<boolean> {
    if (incoming.hash === stored.hash || incoming.hash === base)
      return this.#isOverwritten(path) && incoming.hash !== stored.hash;
    if (stored.hash === base || this.#isOverwritten(path)) return true;
    this.#kept.push({ pk: stored.pk, path, file: incoming });
    if (stored.hash === null) {
      this.#warn(path, 1, 'An author removed this file and the import changed it. It stays removed.');
      return false;
    }
    const line = firstDifference(await this.#options.textOf(stored.pk), await incoming.text());
    this.#warn(path, line, 'An author and the import both changed this file. It stays as the author wrote it.');
    return false;
  }

  /**
   * Returns the path of a new file: in the current folder of the source's folder, wherever authors moved it. Undefined
   * if the folder was removed.
   */
  #targetPath(path: string): string | undefined {
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

  /** Returns the same path, with another number if a file from elsewhere already uses its number. */
  #freePath(path: string): string {
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

/** Files that identify their folder. */
const markers = ['chapter.yaml', 'training.yaml', 'continent.yaml'];

const hasId = (path: string): boolean => /\.md$|\/(chapter|training)\.yaml$/.test(path);

const idIn = (text: string | undefined): string | undefined =>
  /^id:[ \t]*["']?([a-z0-9-]{3,60})["']?[ \t]*\r?$/m.exec(text?.slice(0, 2_000) ?? '')?.[1];

/** Checks whether a remaining lesson needs another file of its training: shared files, and its own chapter's file. */
function isNeededBy(lesson: string, file: string): boolean {
  const [continent, training, chapter] = lesson.split('/');
  const inTraining = `${continent}/${training}/`;
  if (file === `${continent}/continent.yaml`) return true;
  if (!file.startsWith(inTraining)) return false;
  return !/^\d{2,3}-/.test(file.slice(inTraining.length)) || file === `${inTraining}${chapter}/chapter.yaml`;
}

/** Returns the first line, counted from 1, in which two texts differ. */
function firstDifference(a = '', b = ''): number {
  const [left, right] = [a.split('\n'), b.split('\n')];
  const at = left.findIndex((line, i) => line !== right[i]);
  return (at < 0 ? left.length : at) + 1;
}
