import type { Diagnostic } from '../diagnostics.ts';
import { fileOf, type IncomingFile } from '../source/source-tree.ts';
import type { LiveFile, StoredSources } from './sources.read-model.ts';
import type { FileWrite, SourceAct } from './sources.store.ts';

/**
 * What an author does to the files of the curriculum. Moves name paths as they were before all changes of one call,
 * writes and removals those that are there after its moves.
 */
export type SourceChange =
  | { kind: 'write'; path: string; content: string | Uint8Array | IncomingFile }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'remove'; path: string };

/** What is to be done to one file, with its new contents. */
export interface PlannedWrite extends Omit<FileWrite, 'content'> {
  /** Left out when only its place changes; null when it goes. */
  file?: IncomingFile | null;
}

/** A file that was changed here, and therefore stays as it is. */
export interface KeptFile {
  pk: number;
  path: string;
  /** What the import brings; null when it has the file no more. */
  file: IncomingFile | null;
}

/** How the sources are to look, and what has to be said about it. */
export interface SourcePlan {
  writes: PlannedWrite[];
  diagnostics: Diagnostic[];
  /** Files of an import that are not taken. */
  kept?: KeptFile[];
  /** What an import brought; left out for changes of authors. */
  imported?: { source: string; files: { path: string; file: string | number; hash: string }[] };
}

/** Files by path after a plan: those that are stored, and those that the plan brings. */
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

/** Makes a plan of what an author does. @param act of files that are written */
export function planChanges(stored: StoredSources, changes: readonly SourceChange[], act: SourceAct): SourcePlan {
  const byPath = new Map<string, PlannedWrite>();
  const moves = changes.filter((change) => change.kind === 'move');
  const left = new Set(moves.map(({ from }) => from));
  for (const { from, to } of moves) {
    // What is gone comes back elsewhere by a move and a write.
    const pk = stored.live.get(from)?.pk ?? goneAt(stored, from);
    if (pk === undefined) throw new Error(`There is no file ${from} to move.`);
    if (byPath.has(to) || (stored.live.has(to) && !left.has(to))) throw new Error(`There is a file ${to} already.`);
    byPath.set(to, { pk, path: to, act: 'moved' });
  }
  for (const change of changes) {
    if (change.kind === 'move') continue;
    const { path } = change;
    const live = left.has(path) ? undefined : stored.live.get(path);
    const pk = byPath.get(path)?.pk ?? live?.pk ?? goneAt(stored, path) ?? null;
    if (change.kind === 'remove') {
      if (pk !== null) byPath.set(path, { pk, path, act: 'withdrawn', file: null });
      continue;
    }
    const { content } = change;
    const file = incoming(content);
    if (live?.hash === file.hash && !byPath.has(path)) continue;
    byPath.set(path, { pk, path, act, file });
  }
  return { writes: [...byPath.values()], diagnostics: [] };
}

const incoming = (content: string | Uint8Array | IncomingFile): IncomingFile =>
  typeof content === 'object' && 'hash' in content ? content : fileOf(Buffer.from(content));

/** The row of a file that was here and is gone: when it comes back, its revisions go on. */
export const goneAt = (stored: StoredSources, path: string): number | undefined => stored.gone.get(path);
