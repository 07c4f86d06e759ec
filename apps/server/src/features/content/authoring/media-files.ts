import { posix } from 'node:path';
import type { TrainingMediaFiles } from '@hexpedition/contract';
import type { z } from 'zod';
import { findType, mediaFolders, mediaPath } from '#features/media/media.public';
import type { Db } from '#platform/db/db';
import { sizeOfPicture } from '../markdown/picture.ts';
import { pictureTypeOf } from '../source/figures.ts';
import { readFolder, readMediaRows } from './authored.read-model.ts';
import { selectTraining, slugOf } from './find-training.ts';

type MediaRow = Awaited<ReturnType<typeof readMediaRows>>[number];
type MediaFile = z.infer<typeof TrainingMediaFiles>['files'][number];

/** The figures, films and downloads of a training, with the lessons that name them. @throws AppError not_found */
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
        used_by: lessons.filter(({ text }) => names(text, path)).map((lesson) => slugOf(lesson.path)),
      };
    }),
  };
}

/** A lesson names a file in quotes or without: `{src="figures/pair.svg"}`. */
function names(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1))
    if (!/[\w.-]/.test(text[at + path.length] ?? '')) return true;
  return false;
}

function contentTypeOf(path: string): string {
  const folder = mediaFolders.find((one) => path.startsWith(`${one}/`));
  if (folder) return findType(folder, posix.basename(path))?.contentType ?? 'application/octet-stream';
  return pictureTypeOf(path) ?? 'image/svg+xml';
}

/** A drawing says its size itself, a picture in its first bytes. */
function sizeOf({ text, head }: MediaRow, path: string): Pick<MediaFile, 'width' | 'height'> {
  if (head && pictureTypeOf(path)) return sizeOfPicture(head) ?? { width: null, height: null };
  const box = path.endsWith('.svg') ? /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(text ?? '') : null;
  return box
    ? { width: Math.round(Number(box[1])), height: Math.round(Number(box[2])) }
    : { width: null, height: null };
}

/** Drawings stand inside of lessons and have no address of their own. */
function srcOf({ hash, text }: MediaRow, path: string): string {
  if (path.startsWith('figures/') && !pictureTypeOf(path))
    return `data:image/svg+xml;base64,${Buffer.from(text ?? '').toString('base64')}`;
  return mediaPath(hash ?? '', posix.basename(path));
}
