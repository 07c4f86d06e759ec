import { posix } from 'node:path';
import { endingOf } from '@hexpedition/contract';
import type { Diagnostics } from '../diagnostics.ts';
import { findFileProblem } from '../media/file-checks.ts';
import { findType, type MediaFolder, mediaFolders } from '../media/media-types.ts';
import type { MediaFile } from './curriculum-types.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';
import { readWebvtt } from './webvtt.ts';

/** By the path as authors write it: `videos/intro.webm`. */
export type TrainingMedia = ReadonlyMap<string, MediaFile>;

interface MediaContext {
  tree: SourceTree;
  diagnostics: Diagnostics;
}

/** Reads videos/, files/ and demos/ of a training and reports files that cannot be served. */
export async function readMediaFolders(folder: string, context: MediaContext): Promise<TrainingMedia> {
  const media = new Map<string, MediaFile>();
  for (const kind of mediaFolders) {
    const { files, folders } = context.tree.list(`${folder}/${kind}`);
    for (const name of folders) {
      const report = context.diagnostics.for(posix.join(folder, kind, name));
      report(1, 'folder-unknown', `${kind}/ must not contain folders.`, 'warning');
    }
    for (const name of files) {
      const path = posix.join(folder, kind, name);
      const found = context.tree.find(path);
      const file = found && (await readMediaFile(path, found, kind, context));
      if (file) media.set(`${kind}/${name}`, file);
    }
  }
  return media;
}

async function readMediaFile(
  path: string,
  { hash, size, head }: SourceFile,
  folder: MediaFolder,
  { tree, diagnostics }: MediaContext,
): Promise<MediaFile | undefined> {
  const report = diagnostics.for(path);
  const name = posix.basename(path);
  const type = findType(folder, name);
  const problem = findFileProblem(folder, { name, size, head: Buffer.from(await head()) });
  if (!type || problem) {
    if (problem) report(1, problem.code, problem.message);
    return undefined;
  }
  const found = { path, name, size, contentType: type.contentType, hash };
  if (!/^text\/(vtt|html)/.test(type.contentType)) return found;
  const text = await tree.readText(path, report);
  return endingOf(name) === 'vtt' ? { ...found, cues: readWebvtt(text ?? '', report) } : found;
}
