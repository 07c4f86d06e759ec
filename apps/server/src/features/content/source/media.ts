import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import {
  endingOf,
  endingsOf,
  findType,
  type MediaFolder,
  type MediaSource,
  mediaFolders,
  sizeLimits,
} from '#features/media/media.public';
import type { Diagnostics, Report } from '../diagnostics.ts';
import { listFolder, readText } from './folder.ts';
import { type Cue, readWebvtt } from './webvtt.ts';

/** A file of a training that its lessons can show or give away. */
export interface MediaFile extends MediaSource {
  /** As it is called in its folder. */
  name: string;
  /** What a WebVTT file says. */
  cues?: Cue[];
}

/** By the path that authors write: `videos/intro.webm`. */
export type TrainingMedia = ReadonlyMap<string, MediaFile>;

interface Where {
  root: string;
  diagnostics: Diagnostics;
}

/** Reads what lies in videos/, files/ and demos/ of a training, and reports what cannot be served. */
export async function readMediaFolders(folder: string, context: Where): Promise<TrainingMedia> {
  const media = new Map<string, MediaFile>();
  for (const kind of mediaFolders) {
    const path = posix.join(context.root, folder, kind);
    if (await isLink(path)) {
      const report = context.diagnostics.for(posix.join(folder, kind));
      report(1, 'folder-link', 'This is a link: what lies elsewhere on the machine is not given to learners.');
      continue;
    }
    const { files, folders } = await listFolder(path);
    for (const name of folders) {
      const report = context.diagnostics.for(posix.join(folder, kind, name));
      report(1, 'folder-unknown', `There are no folders inside of ${kind}/.`, 'warning');
    }
    for (const name of files) {
      const file = await readMediaFile(posix.join(folder, kind, name), kind, context);
      if (file) media.set(`${kind}/${name}`, file);
    }
  }
  return media;
}

/** Links among the files are passed over by `listFolder`. */
const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;

async function readMediaFile(
  path: string,
  folder: MediaFolder,
  { root, diagnostics }: Where,
): Promise<MediaFile | undefined> {
  const report = diagnostics.for(path);
  const name = posix.basename(path);
  const file = posix.join(root, path);
  const type = findType(folder, name);
  const { size } = await stat(file);
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
  if (type.isOne && !type.isOne(await headOf(file)))
    return fault(report, 'media-content', `The content of this file is not what its ending .${endingOf(name)} says.`);
  const found = { file, name, size, contentType: type.contentType, hash: await hashOfFile(file) };
  if (!/^text\/(vtt|html)/.test(type.contentType)) return found;
  const text = await readText(root, path, report);
  return endingOf(name) === 'vtt' ? { ...found, cues: readWebvtt(text ?? '', report) } : found;
}

function fault(report: Report, code: string, message: string): undefined {
  report(1, code, message);
}

/** Enough bytes to recognise every type. */
async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function hashOfFile(file: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const part of createReadStream(file)) sum.update(part as Buffer);
  return sum.digest('hex');
}
