import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { TrainingFile } from '@hexpedition/curriculum/source/curriculum-schemas';
import type { Db, Tx } from '#platform/db/db';
import { notFound } from '#platform/errors';
import {
  type AuthoredFile,
  readFolder,
  readNames,
  readTrainingFiles,
  readWithdrawnLessons,
} from './authored.read-model.ts';
import { type PlaceRow, readPlaces } from './drafts.read-model.ts';
import { splitLesson } from './files/lesson-text.ts';
import type { Structure } from './files/plan-structure.ts';
import { readTrainingFile } from './files/training-head.ts';
import { lessonsInOrder, readTrainingTree, type TrainingTree } from './files/training-tree.ts';

export interface FoundTraining {
  /** `<continent>/<training>` */
  folder: string;
  file: AuthoredFile;
  /** Contents of its training.yaml. */
  head: TrainingFile;
}

/** Reads every training with the contents of its file. */
export async function readTrainings(db: Db | Tx): Promise<FoundTraining[]> {
  const files = await readTrainingFiles(db);
  return files.map((file) => ({ folder: posix.dirname(file.path), file, head: readTrainingFile(file.text) }));
}

/** @throws AppError not_found */
export async function selectTraining(db: Db | Tx, slug: string): Promise<FoundTraining> {
  const found = (await readTrainings(db)).find(({ head }) => head.slug === slug);
  if (!found) throw notFound('course');
  return found;
}

/** A training with everything that its author can reorder. */
export interface AuthoredStructure extends Structure {
  places: PlaceRow[];
  training: FoundTraining;
  tree: TrainingTree;
  /** Revision of every file that was read. */
  revisions: ReadonlyMap<string, number>;
  files: ReadonlyMap<string, AuthoredFile>;
  etag: string;
}

export async function readStructure(db: Db | Tx, training: FoundTraining): Promise<AuthoredStructure> {
  const { folder, head } = training;
  const [files, places, gone, names] = await Promise.all([
    readFolder(db, folder),
    readPlaces(db, head.id),
    readWithdrawnLessons(db, folder),
    readNames(db),
  ]);
  const tree = readTrainingTree(folder, new Map(files.map(({ path, text }) => [path, text])));
  const published = new Set(tree.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id)));
  const isVisible = new Set(names.lessons.filter(({ hidden }) => !hidden).map(({ uid }) => uid));
  const withdrawn = new Map<string, { path: string; source: string; slug: string }>();
  for (const { path, text } of gone) {
    const { id } = splitLesson(text);
    if (id === '' || published.has(id) || isVisible.has(id) || withdrawn.has(id)) continue;
    withdrawn.set(id, { path, source: text, slug: slugOf(path) });
  }
  const chapters = new Set(tree.chapters.map(({ id }) => id));
  const ownIds = new Set([...published, ...withdrawn.keys(), ...places.map(({ uid }) => uid)]);
  const others = names.lessons.filter(({ uid }) => !ownIds.has(uid));
  const otherPlaces = names.places.filter((place) => place.training !== head.id);
  return {
    training,
    tree,
    places,
    withdrawn,
    elsewhere: {
      ids: new Set(
        [...others, ...names.chapters, ...names.trainings, ...names.tests, ...otherPlaces]
          .map(({ uid }) => uid)
          .filter((uid) => !chapters.has(uid)),
      ),
      slugs: new Set([...others, ...otherPlaces].map(({ slug }) => slug)),
    },
    revisions: new Map(files.map(({ path, revision }) => [path, revision])),
    files: new Map(files.map((file) => [file.path, file])),
    etag: etagOf(tree, places),
  };
}

/** `03-first-quote.md` → `first-quote` */
export const slugOf = (path: string): string => posix.basename(path, '.md').replace(/^\d{2,3}-/, '');

/** Has two parts, to tell which of them changed: the head, and the order with all names. */
function etagOf(tree: TrainingTree, places: readonly PlaceRow[]): string {
  const order = tree.chapters.map((chapter) => [
    chapter.id,
    chapter.name,
    chapter.path,
    lessonsInOrder(chapter, places).map((lesson) =>
      'uid' in lesson ? [lesson.uid, lesson.slug] : [lesson.id, lesson.slug, lesson.name],
    ),
  ]);
  return `${shortHash(tree.head)}-${shortHash(JSON.stringify(order))}`;
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Names the parts that changed between two states of a training; undefined if nothing changed. */
export function describeChange(seen: string, now: string): string | undefined {
  if (seen === now) return undefined;
  const [head, order] = seen.split('-');
  const [headNow, orderNow] = now.split('-');
  if (order === orderNow) return 'the details of the course';
  return head === headNow
    ? 'the chapters and lessons of the course'
    : 'the details, chapters and lessons of the course';
}
