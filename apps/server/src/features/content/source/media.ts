import { posix } from 'node:path';
import {
  endingOf,
  endingsOf,
  findType,
  type MediaFolder,
  mediaFolders,
  sizeLimits,
} from '#features/media/media.public';
import type { Report } from '../diagnostics.ts';
import type { ReadContext } from './context.ts';
import type { SourceFile } from './tree.ts';
import type { MediaFile } from './types.ts';
import { readWebvtt } from './webvtt.ts';

/** By the path that authors write: `videos/intro.webm`. */
export type TrainingMedia = ReadonlyMap<string, MediaFile>;

type Where = Pick<ReadContext, 'tree' | 'diagnostics'>;

/** Reads what lies in videos/, files/ and demos/ of a training, and reports what cannot be served. */
export async function readMediaFolders(folder: string, context: Where): Promise<TrainingMedia> {
  const media = new Map<string, MediaFile>();
  for (const kind of mediaFolders) {
    const { files, folders } = context.tree.list(`${folder}/${kind}`);
    for (const name of folders) {
      const report = context.diagnostics.for(posix.join(folder, kind, name));
      report(1, 'folder-unknown', `There are no folders inside of ${kind}/.`, 'warning');
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
  { tree, diagnostics }: Where,
): Promise<MediaFile | undefined> {
  const report = diagnostics.for(path);
  const name = posix.basename(path);
  const type = findType(folder, name);
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name))
    return fault(report, 'media-name', 'A file has a name of letters, digits, dots, hyphens and underscores.');
  if (!type) {
    const known = endingsOf(folder).join(', ');
    return fault(report, 'media-type', `Files like .${endingOf(name)} do not belong here; use ${known}.`);
  }
  if (size === 0) return fault(report, 'media-empty', 'This file is empty.');
  if (size > sizeLimits[folder]) {
    const megabytes = sizeLimits[folder] / 1_000_000;
    return fault(report, 'media-large', `The file is larger than ${megabytes} MB, the most in ${folder}/.`);
  }
  if (type.isOne && !type.isOne(Buffer.from(await head())))
    return fault(report, 'media-content', `The content of this file is not what its ending .${endingOf(name)} says.`);
  const found = { path, name, size, contentType: type.contentType, hash };
  if (!/^text\/(vtt|html)/.test(type.contentType)) return found;
  const text = await tree.readText(path, report);
  return endingOf(name) === 'vtt' ? { ...found, cues: readWebvtt(text ?? '', report) } : found;
}

function fault(report: Report, code: string, message: string): undefined {
  report(1, code, message);
}
