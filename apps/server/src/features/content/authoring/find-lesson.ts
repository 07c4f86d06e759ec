import { posix } from 'node:path';
import { splitNumber } from '@hexpedition/curriculum/source/curriculum-folder';
import type { Db, Tx } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { type AuthoredFile, findFile, findLessonFile, findWithdrawnLesson, readFolder } from './authored.read-model.ts';
import { findPlace } from './drafts.read-model.ts';
import { splitLesson } from './files/lesson-text.ts';
import { readTrainingFile } from './files/training-head.ts';
import { pathOfPlace, readTrainingTree } from './files/training-tree.ts';
import { textOfKey } from './files/yaml-keys.ts';
import { type FoundTraining, readTrainings } from './find-training.ts';

/** A lesson that an author works on: published, withdrawn, or not yet published. */
export interface FoundLesson {
  uid: string;
  slug: string;
  name: string;
  /** Current or future path of its file. */
  path: string;
  /** Absent when the lesson is not published. */
  file?: AuthoredFile;
  /** Key of its file; null for a lesson that was never published. */
  filePk: number | null;
  isWithdrawn: boolean;
  training: FoundTraining;
  /** Undefined when its chapter no longer exists. */
  chapter: { id: string; slug: string; name: string } | undefined;
}

/** @throws AppError not_found */
export async function selectLesson(db: Db | Tx, slug: string): Promise<FoundLesson> {
  const found = (await findPublished(db, slug)) ?? (await findUnpublished(db, slug)) ?? (await findWithdrawn(db, slug));
  if (!found) throw notFound('lesson');
  return found;
}

async function findPublished(db: Db | Tx, slug: string): Promise<FoundLesson | undefined> {
  const file = await findLessonFile(db, slug);
  if (!file) return undefined;
  const { id, head } = splitLesson(file.text);
  const known = await readParents(db, file.path);
  return (
    known && { uid: id, slug, name: head.name, path: file.path, file, filePk: file.pk, isWithdrawn: false, ...known }
  );
}

async function findWithdrawn(db: Db | Tx, slug: string): Promise<FoundLesson | undefined> {
  const file = await findWithdrawnLesson(db, slug);
  if (!file) return undefined;
  const { id, head } = splitLesson(file.text);
  const known = await readParents(db, file.path);
  return known && { uid: id, slug, name: head.name, path: file.path, filePk: file.pk, isWithdrawn: true, ...known };
}

async function findUnpublished(db: Db | Tx, slug: string): Promise<FoundLesson | undefined> {
  const place = await findPlace(db, slug);
  if (!place) return undefined;
  const training = (await readTrainings(db)).find(({ head }) => head.id === place.training);
  if (!training) return undefined;
  const files = await readFolder(db, training.folder);
  const tree = readTrainingTree(training.folder, new Map(files.map(({ path, text }) => [path, text])));
  const chapter = tree.chapters.find(({ id }) => id === place.chapter);
  const { uid, name } = place;
  return {
    uid,
    slug,
    name,
    path: chapter ? pathOfPlace(place, chapter) : posix.join(training.folder, `${slug}.md`),
    filePk: null,
    isWithdrawn: place.withdrawn || !chapter,
    training,
    chapter,
  };
}

/** Reads the training and the chapter of a lesson's path. */
async function readParents(db: Db | Tx, path: string): Promise<Pick<FoundLesson, 'training' | 'chapter'> | undefined> {
  const chapterFolder = posix.dirname(path);
  const folder = posix.dirname(chapterFolder);
  const [file, yaml] = await Promise.all([
    findFile(db, posix.join(folder, 'training.yaml')),
    findFile(db, posix.join(chapterFolder, 'chapter.yaml')),
  ]);
  if (!file) return undefined;
  const slug = splitNumber(posix.basename(chapterFolder))?.rest ?? '';
  const chapter = yaml && { id: textOfKey(yaml.text, 'id') ?? '', name: textOfKey(yaml.text, 'name') ?? '', slug };
  return { training: { folder, file, head: readTrainingFile(file.text) }, chapter };
}
