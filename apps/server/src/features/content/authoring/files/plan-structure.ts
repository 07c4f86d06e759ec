import { posix } from 'node:path';
import type { TrainingEdit } from '@hexpedition/contract';
import { slug as slugSchema } from '@hexpedition/curriculum/source/curriculum-schemas';
import { joinLesson, splitLesson } from './lesson-text.ts';
import {
  type ChapterFolder,
  type LessonPlace,
  lessonsInOrder,
  numberedName,
  renumber,
  type TrainingTree,
  widthOf,
} from './training-tree.ts';
import { withKeys } from './yaml-keys.ts';

/** A change of the files of the curriculum. content/sources/source-plan.ts defines each kind. */
export type FileChange =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'remove'; path: string };

export interface StructurePlan {
  changes: FileChange[];
  /** The unpublished lessons after the edit. */
  places: LessonPlace[];
  /** Problems of the edit, by field. If there are any, no change may be applied. */
  problems: Record<string, string>;
}

/** The state before the edit. */
export interface Structure {
  tree: TrainingTree;
  places: readonly LessonPlace[];
  /** Withdrawn lessons that were published before: their last file, by id. */
  withdrawn: ReadonlyMap<string, { path: string; source: string; slug: string }>;
  /** Ids and slugs of all other lessons, including withdrawn and unpublished ones. */
  elsewhere: { ids: ReadonlySet<string>; slugs: ReadonlySet<string> };
}

type WantedChapter = NonNullable<TrainingEdit['chapters']>[number];
type WantedLesson = NonNullable<TrainingEdit['subchapters']>[number];

/** Plans the file changes for a new order of chapters and lessons. Learners keep their progress, because ids stay. */
export function planStructure(before: Structure, edit: Pick<TrainingEdit, 'chapters' | 'subchapters'>): StructurePlan {
  const wanted = completeLists(before, edit);
  const problems = findProblems(before, wanted);
  if (Object.keys(problems).length > 0) return { changes: [], places: [...before.places], problems };

  const plan = new PlanBuilder(before);
  const { chapters } = before.tree;
  const numbers = renumber(wanted.chapters.map(({ id }) => find(chapters, id)?.number ?? null));
  const width = widthOf(
    chapters.map(({ path }) => posix.basename(path)),
    numbers,
  );
  wanted.chapters.forEach((chapter, index) => {
    const path = posix.join(before.tree.folder, numberedName(numbers[index] ?? 0, chapter.slug, width));
    plan.chapter(chapter, path);
    plan.lessons(
      chapter,
      path,
      wanted.subchapters.filter((lesson) => lesson.chapter === chapter.id),
    );
  });
  return plan.finish();
}

interface WantedLists {
  chapters: WantedChapter[];
  subchapters: WantedLesson[];
}

/** Completes the lists: omitted lists stay as they are, and the lessons of a removed chapter are removed with it. */
function completeLists({ tree, places }: Structure, edit: Partial<WantedLists>): WantedLists {
  const chapters = edit.chapters ?? tree.chapters.map(({ id, slug, name }) => ({ id, slug, name }));
  const keptChapters = tree.chapters.filter(({ id }) => chapters.some((chapter) => chapter.id === id));
  const subchapters =
    edit.subchapters ??
    keptChapters.flatMap((chapter) =>
      lessonsInOrder(chapter, places).map((lesson) => ({
        id: 'uid' in lesson ? lesson.uid : lesson.id,
        slug: lesson.slug,
        name: lesson.name,
        chapter: chapter.id,
      })),
    );
  return { chapters, subchapters };
}

function findProblems({ tree, elsewhere, withdrawn, places }: Structure, { chapters, subchapters }: WantedLists) {
  const problems: Record<string, string> = {};
  const known = new Set([...tree.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id)), ...withdrawn.keys()]);
  for (const { uid } of places) known.add(uid);
  // A slug that is not in the list may still belong to a lesson that can come back.
  const listed = new Set(subchapters.map(({ id }) => id));
  const withdrawnLessons = [
    ...[...withdrawn].map(([id, { slug }]) => ({ id, slug })),
    ...places.map(({ uid, slug }) => ({ id: uid, slug })),
    ...tree.chapters.flatMap(({ lessons }) => lessons),
  ].filter(({ id }) => !listed.has(id));

  const ids = new Set<string>();
  const chapterSlugs = new Set<string>();
  const lessonSlugs = new Set<string>();
  const reserved = (slug: string) => slugSchema.safeParse(slug).error?.issues[0]?.message;
  chapters.forEach(({ id, slug }, index) => {
    const field = (name: string) => `chapters.${index}.${name}`;
    if (ids.has(id) || known.has(id) || elsewhere.ids.has(id)) problems[field('id')] = idTakenMessage(id);
    const problem = reserved(slug);
    if (problem) problems[field('slug')] = problem;
    if (slug === 'test-out') problems[field('slug')] = 'test-out is the slug of the test. Choose another slug.';
    if (tree.chapters.some((old) => old.slug === slug && !chapters.some((one) => one.id === old.id)))
      problems[field('slug')] =
        `A chapter that you are removing has the slug ${slug}. Save the removal first, or choose another slug.`;
    if (chapterSlugs.has(slug)) problems[field('slug')] = `Two chapters have the slug ${slug}. Change one of them.`;
    ids.add(id);
    chapterSlugs.add(slug);
  });
  subchapters.forEach(({ id, slug, chapter }, index) => {
    const field = (name: string) => `subchapters.${index}.${name}`;
    if (ids.has(id) || (!known.has(id) && elsewhere.ids.has(id))) problems[field('id')] = idTakenMessage(id);
    const problem = reserved(slug);
    if (problem) problems[field('slug')] = problem;
    if (lessonSlugs.has(slug) || elsewhere.slugs.has(slug))
      problems[field('slug')] = `Another lesson has the slug ${slug}. Choose another.`;
    else if (withdrawnLessons.some((other) => other.slug === slug))
      problems[field('slug')] = `A withdrawn lesson has the slug ${slug}. Restore it, or choose another slug.`;
    if (!chapters.some((one) => one.id === chapter))
      problems[field('chapter')] = `There is no chapter ${chapter} in this course.`;
    ids.add(id);
    lessonSlugs.add(slug);
  });
  return problems;
}

const idTakenMessage = (id: string): string =>
  `The id ${id} is already used. Ids must be unique in the whole curriculum.`;

const find = (chapters: readonly ChapterFolder[], id: string) => chapters.find((chapter) => chapter.id === id);

/** Collects the file changes of an edit. */
class PlanBuilder {
  readonly #before: Structure;
  readonly #moves: FileChange[] = [];
  readonly #writes: FileChange[] = [];
  readonly #places: LessonPlace[] = [];
  /** Files that remain after the edit. */
  readonly #kept = new Set<string>();

  constructor(before: Structure) {
    this.#before = before;
  }

  chapter({ id, name }: WantedChapter, path: string): void {
    const file = posix.join(path, 'chapter.yaml');
    const old = find(this.#before.tree.chapters, id);
    if (!old) {
      this.#write(file, withKeys('', { id, name }));
      return;
    }
    for (const other of old.files) {
      if (!old.lessons.some((lesson) => lesson.path === other))
        this.#move(other, posix.join(path, posix.basename(other)));
    }
    if (old.name !== name) this.#write(file, withKeys(old.yaml, { name }));
  }

  lessons({ id: chapter }: WantedChapter, folder: string, wanted: readonly WantedLesson[]): void {
    const { tree, places, withdrawn } = this.#before;
    const current = find(tree.chapters, chapter);
    const currentNumber = (id: string): number | null =>
      current?.lessons.find((lesson) => lesson.id === id)?.number ??
      places.find((place) => place.uid === id && place.chapter === chapter && !place.withdrawn)?.number ??
      null;
    const numbers = renumber(wanted.map(({ id }) => currentNumber(id)));
    const width = widthOf(current?.lessons.map(({ path }) => posix.basename(path)) ?? [], numbers);
    wanted.forEach(({ id, slug, name }, index) => {
      const number = numbers[index] ?? 0;
      const path = posix.join(folder, `${numberedName(number, slug, width)}.md`);
      const file = tree.chapters.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id);
      const withdrawnFile = withdrawn.get(id);
      if (file) {
        this.#move(file.path, path);
        if (file.name !== name) this.#write(path, withName(file.source, name));
      } else if (withdrawnFile) {
        if (withdrawnFile.path !== path) this.#moves.push({ kind: 'move', from: withdrawnFile.path, to: path });
        this.#write(path, withName(withdrawnFile.source, name));
      } else this.#places.push({ uid: id, slug, name, chapter, number, withdrawn: false });
    });
  }

  finish(): StructurePlan {
    const { tree, places } = this.#before;
    const removed = tree.chapters
      .flatMap(({ files }) => files)
      .filter((path) => !this.#kept.has(path))
      .map((path): FileChange => ({ kind: 'remove', path }));
    const removedPlaces = places
      .filter(({ uid }) => !this.#places.some((place) => place.uid === uid))
      .map((place) => ({ ...place, withdrawn: true }));
    return {
      changes: [...this.#moves, ...removed, ...this.#writes],
      places: [...this.#places, ...removedPlaces],
      problems: {},
    };
  }

  #move(from: string, to: string): void {
    this.#kept.add(from);
    if (from !== to) this.#moves.push({ kind: 'move', from, to });
  }

  #write(path: string, content: string): void {
    this.#writes.push({ kind: 'write', path, content });
  }
}

/** Returns the same lesson with another name. */
function withName(source: string, name: string): string {
  const { id, head, body } = splitLesson(source);
  return joinLesson(source, id, { head: { ...head, name }, body });
}
