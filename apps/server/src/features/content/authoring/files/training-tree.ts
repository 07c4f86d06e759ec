import { posix } from 'node:path';
import { splitNumber } from '../../source/curriculum-folder.ts';
import { splitLesson } from './lesson-text.ts';
import { textOfKey } from './yaml-keys.ts';

/** A training as its files have it. */
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
  /** Everything that lies in the folder. */
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

/** @param files those of a training, by path; what is no text is null */
export function readTrainingTree(folder: string, files: ReadonlyMap<string, string | null>): TrainingTree {
  const chapters = new Map<string, ChapterFolder>();
  for (const path of [...files.keys()].sort()) {
    const [name, file] = path.slice(folder.length + 1).split('/');
    const numbered = file === undefined ? undefined : splitNumber(name ?? '');
    if (!numbered) continue;
    const above = posix.join(folder, name ?? '');
    const yaml = files.get(posix.join(above, 'chapter.yaml')) ?? '';
    const chapter = chapters.get(above) ?? {
      id: textOfKey(yaml, 'id') ?? '',
      name: textOfKey(yaml, 'name') ?? '',
      slug: numbered.rest,
      number: numbered.number,
      path: above,
      yaml,
      lessons: [],
      files: [],
    };
    chapters.set(above, chapter);
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

/** What the lessons of a chapter are in order: its files, and the places of those that were never published. */
export const lessonsInOrder = (chapter: ChapterFolder, places: readonly LessonPlace[]): (LessonFile | LessonPlace)[] =>
  [...chapter.lessons, ...places.filter((place) => place.chapter === chapter.id && !place.withdrawn)].sort(
    (a, b) => a.number - b.number,
  );

/** How a chapter's folder and a lesson's file are called. @param width of the number, so that names sort as numbers do */
export const numberedName = (number: number, slug: string, width = 2): string =>
  `${String(number).padStart(width, '0')}-${slug}`;

/** Three digits where the names of a folder have them already, or need them. */
export function widthOf(names: readonly string[], numbers: readonly number[]): number {
  return names.some((name) => /^\d{3}-/.test(name)) || numbers.some((number) => number > 99) ? 3 : 2;
}

/** Where the file of a lesson that was never published will lie. */
export function pathOfPlace({ number, slug }: Pick<LessonPlace, 'number' | 'slug'>, chapter: ChapterFolder): string {
  const width = widthOf(
    chapter.lessons.map(({ path }) => posix.basename(path)),
    [number],
  );
  return posix.join(chapter.path, `${numberedName(number, slug, width)}.md`);
}

/**
 * Numbers for things in a new order. Everything keeps its number as long as the order allows it, so that files move
 * only when they have to.
 * @param numbers the old ones, in the new order; null for what is new
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
