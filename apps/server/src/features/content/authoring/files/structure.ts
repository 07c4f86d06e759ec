import { posix } from 'node:path';
import type { TrainingEdit } from '@hexpedition/contract';
import { slug as slugSchema } from '../../source/curriculum-schemas.ts';
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

/** What is to be done to the files of the curriculum: content/sources/changes.ts says what each kind means. */
export type FileChange =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'remove'; path: string };

export interface StructurePlan {
  changes: FileChange[];
  /** The lessons that were never published, as they are afterwards. */
  places: LessonPlace[];
  /** What is wrong with the edit, by field. Nothing may be done then. */
  faults: Record<string, string>;
}

/** What there is before the edit. */
export interface Structure {
  tree: TrainingTree;
  places: readonly LessonPlace[];
  /** Lessons that were published once: their last file, by id. */
  withdrawn: ReadonlyMap<string, { path: string; source: string; slug: string }>;
  /** Ids and slugs of lessons elsewhere, with withdrawn ones and those that were never published. */
  elsewhere: { ids: ReadonlySet<string>; slugs: ReadonlySet<string> };
}

type WantedChapter = NonNullable<TrainingEdit['chapters']>[number];
type WantedLesson = NonNullable<TrainingEdit['subchapters']>[number];

/** Plans how the chapters and lessons of a training come to be as an author lists them. Nobody's progress is lost: ids stay. */
export function planStructure(before: Structure, edit: Pick<TrainingEdit, 'chapters' | 'subchapters'>): StructurePlan {
  const wanted = completeLists(before, edit);
  const faults = faultsOf(before, wanted);
  if (Object.keys(faults).length > 0) return { changes: [], places: [...before.places], faults };

  const plan = new Plan(before);
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

interface Lists {
  chapters: WantedChapter[];
  subchapters: WantedLesson[];
}

/** What is not given stays; the lessons of a chapter that is left out go with it. */
function completeLists({ tree, places }: Structure, edit: Partial<Lists>): Lists {
  const chapters = edit.chapters ?? tree.chapters.map(({ id, slug, name }) => ({ id, slug, name }));
  const kept = tree.chapters.filter(({ id }) => chapters.some((chapter) => chapter.id === id));
  const subchapters =
    edit.subchapters ??
    kept.flatMap((chapter) =>
      lessonsInOrder(chapter, places).map((lesson) => ({
        id: 'uid' in lesson ? lesson.uid : lesson.id,
        slug: lesson.slug,
        name: lesson.name,
        chapter: chapter.id,
      })),
    );
  return { chapters, subchapters };
}

function faultsOf({ tree, elsewhere, withdrawn, places }: Structure, { chapters, subchapters }: Lists) {
  const faults: Record<string, string> = {};
  const known = new Set([...tree.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id)), ...withdrawn.keys()]);
  for (const { uid } of places) known.add(uid);
  // A slug that is free in the list may still belong to a lesson that can come back.
  const listed = new Set(subchapters.map(({ id }) => id));
  const kept = [
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
    if (ids.has(id) || known.has(id) || elsewhere.ids.has(id)) faults[field('id')] = idTaken(id);
    const fault = reserved(slug);
    if (fault) faults[field('slug')] = fault;
    if (slug === 'test-out') faults[field('slug')] = 'test-out is the address of the test. Choose another slug.';
    if (tree.chapters.some((old) => old.slug === slug && !chapters.some((one) => one.id === old.id)))
      faults[field('slug')] =
        `A chapter that you take out has the slug ${slug}. Save without it first, or choose another slug.`;
    if (chapterSlugs.has(slug)) faults[field('slug')] = `Two chapters have the slug ${slug}. Give one another.`;
    ids.add(id);
    chapterSlugs.add(slug);
  });
  subchapters.forEach(({ id, slug, chapter }, index) => {
    const field = (name: string) => `subchapters.${index}.${name}`;
    if (ids.has(id) || (!known.has(id) && elsewhere.ids.has(id))) faults[field('id')] = idTaken(id);
    const fault = reserved(slug);
    if (fault) faults[field('slug')] = fault;
    if (lessonSlugs.has(slug) || elsewhere.slugs.has(slug))
      faults[field('slug')] = `Another lesson has the slug ${slug}. Choose another.`;
    else if (kept.some((other) => other.slug === slug))
      faults[field('slug')] = `A withdrawn lesson has the slug ${slug}. Bring it back, or choose another slug.`;
    if (!chapters.some((one) => one.id === chapter))
      faults[field('chapter')] = `There is no chapter ${chapter} in this training.`;
    ids.add(id);
    lessonSlugs.add(slug);
  });
  return faults;
}

const idTaken = (id: string): string => `The id ${id} is used already. Ids are unique in the whole curriculum.`;

const find = (chapters: readonly ChapterFolder[], id: string) => chapters.find((chapter) => chapter.id === id);

/** Collects what has to be done. */
class Plan {
  readonly #before: Structure;
  readonly #moves: FileChange[] = [];
  readonly #writes: FileChange[] = [];
  readonly #places: LessonPlace[] = [];
  /** Files that have a place afterwards. */
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
    const here = find(tree.chapters, chapter);
    const numberHere = (id: string): number | null =>
      here?.lessons.find((lesson) => lesson.id === id)?.number ??
      places.find((place) => place.uid === id && place.chapter === chapter && !place.withdrawn)?.number ??
      null;
    const numbers = renumber(wanted.map(({ id }) => numberHere(id)));
    const width = widthOf(here?.lessons.map(({ path }) => posix.basename(path)) ?? [], numbers);
    wanted.forEach(({ id, slug, name }, index) => {
      const number = numbers[index] ?? 0;
      const path = posix.join(folder, `${numberedName(number, slug, width)}.md`);
      const file = tree.chapters.flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id);
      const gone = withdrawn.get(id);
      if (file) {
        this.#move(file.path, path);
        if (file.name !== name) this.#write(path, renamed(file.source, name));
      } else if (gone) {
        if (gone.path !== path) this.#moves.push({ kind: 'move', from: gone.path, to: path });
        this.#write(path, renamed(gone.source, name));
      } else this.#places.push({ uid: id, slug, name, chapter, number, withdrawn: false });
    });
  }

  finish(): StructurePlan {
    const { tree, places } = this.#before;
    const removed = tree.chapters
      .flatMap(({ files }) => files)
      .filter((path) => !this.#kept.has(path))
      .map((path): FileChange => ({ kind: 'remove', path }));
    const leftOut = places
      .filter(({ uid }) => !this.#places.some((place) => place.uid === uid))
      .map((place) => ({ ...place, withdrawn: true }));
    return {
      changes: [...this.#moves, ...removed, ...this.#writes],
      places: [...this.#places, ...leftOut],
      faults: {},
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

/** The same lesson under another name. */
function renamed(source: string, name: string): string {
  const { id, head, body } = splitLesson(source);
  return joinLesson(source, id, { head: { ...head, name }, body });
}
