import type { Diagnostic } from '@hexpedition/curriculum/diagnostics';
import { fileOf, type IncomingFile } from '@hexpedition/curriculum/source/source-tree';
import type { LiveFile, StoredSources } from './sources.read-model.ts';
import type { FileWrite, SourceAct } from './sources.store.ts';

/**
 * A change that an author makes to the files of the curriculum. Moves use the paths before all changes of one call;
 * writes and removals use the paths after its moves.
 */
export type SourceChange =
  | { kind: 'write'; path: string; content: string | Uint8Array | IncomingFile }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'remove'; path: string };

/** The planned change of one file, with its new contents. */
export interface PlannedWrite extends Omit<FileWrite, 'content'> {
  /** Omitted when only the path changes; null to remove the file. */
  file?: IncomingFile | null;
}

/** A file that stays as it is because an author changed it. */
export interface KeptFile {
  pk: number;
  path: string;
  /** The file in the import; null if the import no longer has it. */
  file: IncomingFile | null;
}

/** A planned state of the sources, with its diagnostics. */
export interface SourcePlan {
  writes: PlannedWrite[];
  diagnostics: Diagnostic[];
  /** Files of an import that are not applied. */
  kept?: KeptFile[];
  /** The files of an import; omitted for changes by authors. */
  imported?: { source: string; files: { path: string; file: string | number; hash: string }[] };
}

/** Returns the files by path as they will be after a plan: stored files and planned ones. */
export function filesAfter(
  stored: StoredSources,
  writes: readonly PlannedWrite[],
): Map<string, LiveFile | IncomingFile> {
  const files = new Map<string, LiveFile | IncomingFile>(stored.live);
  const byPk = new Map([...stored.live.values()].map((file) => [file.pk, file]));
  for (const { pk } of writes) {
    const before = pk === null ? undefined : byPk.get(pk);
    if (before) files.delete(before.path);
  }
  for (const { pk, path, file } of writes) {
    const kept = file === undefined && pk !== null ? byPk.get(pk) : file;
    if (kept) files.set(path, kept);
  }
  return files;
}

/** Makes a plan from an author's changes. @param act act of the written files */
export function planChanges(stored: StoredSources, changes: readonly SourceChange[], act: SourceAct): SourcePlan {
  const byPath = new Map<string, PlannedWrite>();
  const moves = changes.filter((change) => change.kind === 'move');
  const vacated = new Set(moves.map(({ from }) => from));
  for (const { from, to } of moves) {
    // A removed file is restored elsewhere by a move and a write.
    const pk = stored.live.get(from)?.pk ?? removedFilePk(stored, from);
    if (pk === undefined) throw new Error(`There is no file ${from} to move.`);
    if (byPath.has(to) || (stored.live.has(to) && !vacated.has(to))) throw new Error(`The file ${to} already exists.`);
    byPath.set(to, { pk, path: to, act: 'moved' });
  }
  for (const change of changes) {
    if (change.kind === 'move') continue;
    const { path } = change;
    const live = vacated.has(path) ? undefined : stored.live.get(path);
    const pk = byPath.get(path)?.pk ?? live?.pk ?? removedFilePk(stored, path) ?? null;
    if (change.kind === 'remove') {
      if (pk !== null) byPath.set(path, { pk, path, act: 'withdrawn', file: null });
      continue;
    }
    const { content } = change;
    const file = toIncomingFile(content);
    if (live?.hash === file.hash && !byPath.has(path)) continue;
    byPath.set(path, { pk, path, act, file });
  }
  return { writes: [...byPath.values()], diagnostics: [] };
}

const toIncomingFile = (content: string | Uint8Array | IncomingFile): IncomingFile =>
  typeof content === 'object' && 'hash' in content ? content : fileOf(Buffer.from(content));

/** Returns the row of a removed file at a path, so that a new file there continues its revisions. */
export const removedFilePk = (stored: StoredSources, path: string): number | undefined => stored.gone.get(path);
