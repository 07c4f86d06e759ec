import { posix } from 'node:path';
import type { TrainingMediaFiles } from '@hexpedition/contract';
import { readPictureSize } from '@hexpedition/curriculum/markdown/picture';
import { findType, mediaFolders, mediaPath } from '@hexpedition/curriculum/media/media-types';
import { pictureTypeOf } from '@hexpedition/curriculum/source/figures';
import type { z } from 'zod';
import { audit } from '#platform/audit';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { findSource } from '../sources/sources.read-model.ts';
import { readFolder, readMediaRows } from './authored.read-model.ts';
import { readDraftsOf } from './drafts.read-model.ts';
import { type FoundTraining, selectTraining, slugOf } from './find-training.ts';

type MediaRow = Awaited<ReturnType<typeof readMediaRows>>[number];
type MediaFile = z.infer<typeof TrainingMediaFiles>['files'][number];

/** Lists the figures, videos and downloads of a training with the lessons that use them. @throws AppError not_found */
export async function listMediaFiles(db: Db, training: string): Promise<z.infer<typeof TrainingMediaFiles>> {
  const { folder } = await selectTraining(db, training);
  const [rows, files] = await Promise.all([readMediaRows(db, folder), readFolder(db, folder)]);
  const lessons = files.filter(({ path }) => /\/\d{2,3}-[^/]+\/\d{2,3}-[^/]+\.md$/.test(path));
  return {
    files: rows.map((row): MediaFile => {
      const path = row.path.slice(folder.length + 1);
      return {
        path,
        size: row.size,
        content_type: contentTypeOf(path),
        ...sizeOf(row, path),
        src: srcOf(row, path),
        used_by: lessons.filter(({ text }) => usesFile(text, path)).map((lesson) => slugOf(lesson.path)),
      };
    }),
  };
}

interface MediaFileRef {
  /** Slug of the training. */
  slug: string;
  folder: string;
  name: string;
}

/**
 * Removes a file that no lesson and no draft uses. Its revisions stay; a new file of the same name continues them.
 * @throws AppError not_found, conflict when the file is in use
 */
export async function removeMediaFile(deps: SourceDeps, by: number, { slug, folder, name }: MediaFileRef) {
  const { db } = deps;
  const training = await selectTraining(db, slug);
  const path = `${folder}/${name}`;
  const file = `${training.folder}/${path}`;
  const before = await findSource(db, file);
  if (!before) throw notFound('file');
  const users = await usersOf(db, training, path);
  if (users.length > 0) {
    const more = users.length > 3 ? ` and ${users.length - 3} more` : '';
    throw new AppError('conflict', `${path} is used by ${users.slice(0, 3).join(', ')}${more}. Remove it there first.`);
  }
  const report = await changeSources(deps, [{ kind: 'remove', path: file }], {
    by,
    act: 'withdrawn',
    expected: new Map([[file, before.revision]]),
    inTransaction: (tx) =>
      audit(tx, {
        actor: by,
        action: 'file.removed',
        subject: `training:${slug}`,
        data: { before: { path: file, hash: before.hash, size: before.size }, after: null },
      }),
  });
  const problem = report.diagnostics.find(({ severity }) => severity === 'error');
  if (problem) throw new AppError('file_invalid', `${problem.file}, line ${problem.line}: ${problem.message}`);
  return listMediaFiles(db, slug);
}

/** Returns the lessons, tests and drafts (with their authors) that use a file. */
async function usersOf(db: Db, { folder, head }: FoundTraining, path: string): Promise<string[]> {
  const [files, drafts] = await Promise.all([readFolder(db, folder), readDraftsOf(db, head.id)]);
  return [
    ...files.filter((file) => file.path.endsWith('.md') && usesFile(file.text, path)).map((file) => slugOf(file.path)),
    ...drafts
      .filter(({ body }) => usesFile(body, path))
      .map(({ lesson, username }) => `${lesson} (draft of ${username})`),
  ];
}

/** Checks whether a lesson uses a file, with or without quotes: `{src="figures/pair.svg"}`. */
function usesFile(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1))
    if (!/[\w.-]/.test(text[at + path.length] ?? '')) return true;
  return false;
}

function contentTypeOf(path: string): string {
  const folder = mediaFolders.find((one) => path.startsWith(`${one}/`));
  if (folder) return findType(folder, posix.basename(path))?.contentType ?? 'application/octet-stream';
  return pictureTypeOf(path) ?? 'image/svg+xml';
}

/** Reads the size from the viewBox of a drawing or the first bytes of a picture. */
function sizeOf({ text, head }: MediaRow, path: string): Pick<MediaFile, 'width' | 'height'> {
  if (head && pictureTypeOf(path)) return readPictureSize(head) ?? { width: null, height: null };
  const box = path.endsWith('.svg') ? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(text ?? '') : null;
  return box
    ? { width: Math.round(Number(box[1])), height: Math.round(Number(box[2])) }
    : { width: null, height: null };
}

/** Drawings are inlined into lessons and have no URL of their own. */
function srcOf({ hash, text }: MediaRow, path: string): string {
  if (path.startsWith('figures/') && !pictureTypeOf(path))
    return `data:image/svg+xml;base64,${Buffer.from(text ?? '').toString('base64')}`;
  return mediaPath(hash ?? '', posix.basename(path));
}
