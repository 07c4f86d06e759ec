import { posix } from 'node:path';
import { splitNumber } from '@hexpedition/curriculum/source/curriculum-folder';
import { splitLesson } from './lesson-text.ts';
import { textOfKey } from './yaml-keys.ts';

/** A training as its files define it. */
export interface TrainingTree {
  /** `<continent>/<training>` */
  folder: string;
  /** training.yaml */
  head: string;
  chapters: ChapterFolder[];
}

export interface ChapterFolder {
  id: string;
  slug: string;
  name: string;
  number: number;
  path: string;
  /** chapter.yaml */
  yaml: string;
  lessons: LessonFile[];
  /** All files in the folder. */
  files: string[];
}

export interface LessonFile {
  id: string;
  slug: string;
  name: string;
  number: number;
  path: string;
  source: string;
}

/** A lesson that was never published. */
export interface LessonPlace {
  uid: string;
  slug: string;
  name: string;
  /** Id of its chapter. */
  chapter: string;
  number: number;
  withdrawn: boolean;
}

/** @param files the files of a training, by path; null for binary files */
export function readTrainingTree(folder: string, files: ReadonlyMap<string, string | null>): TrainingTree {
  const chapters = new Map<string, ChapterFolder>();
  for (const path of [...files.keys()].sort()) {
    const [name, file] = path.slice(folder.length + 1).split('/');
    const numbered = file === undefined ? undefined : splitNumber(name ?? '');
    if (!numbered) continue;
    const chapterFolder = posix.join(folder, name ?? '');
    const yaml = files.get(posix.join(chapterFolder, 'chapter.yaml')) ?? '';
    const chapter = chapters.get(chapterFolder) ?? {
      id: textOfKey(yaml, 'id') ?? '',
      name: textOfKey(yaml, 'name') ?? '',
      slug: numbered.rest,
      number: numbered.number,
      path: chapterFolder,
      yaml,
      lessons: [],
      files: [],
    };
    chapters.set(chapterFolder, chapter);
    chapter.files.push(path);
    const lesson = readLessonFile(path, files.get(path) ?? '');
    if (lesson) chapter.lessons.push(lesson);
  }
  return { folder, head: files.get(posix.join(folder, 'training.yaml')) ?? '', chapters: [...chapters.values()] };
}

function readLessonFile(path: string, source: string): LessonFile | undefined {
  const numbered = path.endsWith('.md') ? splitNumber(posix.basename(path, '.md')) : undefined;
  if (!numbered) return undefined;
  const { id, head } = splitLesson(source);
  return { id, slug: numbered.rest, name: head.name, number: numbered.number, path, source };
}

/** Returns the lessons of a chapter in order: its files, and the unpublished lessons. */
export const lessonsInOrder = (chapter: ChapterFolder, places: readonly LessonPlace[]): (LessonFile | LessonPlace)[] =>
  [...chapter.lessons, ...places.filter((place) => place.chapter === chapter.id && !place.withdrawn)].sort(
    (a, b) => a.number - b.number,
  );

/**
 * Returns the name of a chapter's folder or a lesson's file. @param width digits of the number, so that names sort as
 * numbers
 */
export const numberedName = (number: number, slug: string, width = 2): string =>
  `${String(number).padStart(width, '0')}-${slug}`;

/** Returns 3 if the names in a folder already have three digits or need them, else 2. */
export function widthOf(names: readonly string[], numbers: readonly number[]): number {
  return names.some((name) => /^\d{3}-/.test(name)) || numbers.some((number) => number > 99) ? 3 : 2;
}

/** Returns the future path of an unpublished lesson. */
export function pathOfPlace({ number, slug }: Pick<LessonPlace, 'number' | 'slug'>, chapter: ChapterFolder): string {
  const width = widthOf(
    chapter.lessons.map(({ path }) => posix.basename(path)),
    [number],
  );
  return posix.join(chapter.path, `${numberedName(number, slug, width)}.md`);
}

/**
 * Numbers items in a new order. Items keep their number as long as the order allows it, so that files move only when
 * necessary.
 * @param numbers the old numbers, in the new order; null for new items
 */
export function renumber(numbers: readonly (number | null)[]): number[] {
  let last = 0;
  const kept: number[] = [];
  for (const number of numbers) {
    if (number !== null && number <= last) return numbers.map((_, index) => index + 1);
    last = number ?? last + 1;
    kept.push(last);
  }
  return kept;
}
