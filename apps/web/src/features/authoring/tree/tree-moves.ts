import type { AuthoredChapters, TrainingEdit } from '@hexpedition/contract';
import { randomId } from '#lib/random-id.ts';

export type ChapterNode = AuthoredChapters['chapters'][number];
export type LessonNode = ChapterNode['subchapters'][number];
type Chapters = readonly ChapterNode[];

/** Converts the tree to the request body. The server withdraws lessons that are missing in it. */
export const toTrainingEdit = (chapters: Chapters): Required<Pick<TrainingEdit, 'chapters' | 'subchapters'>> => ({
  chapters: chapters.map(({ id, slug, name }) => ({ id, slug, name })),
  subchapters: chapters.flatMap((chapter) =>
    chapter.subchapters.map(({ id, slug, name }) => ({ id, slug, name, chapter: chapter.id })),
  ),
});

/** Moves a lesson by one place. Past the end of its chapter, it moves into the adjacent chapter. */
export function moveLesson(chapters: Chapters, id: string, step: -1 | 1): ChapterNode[] {
  const chapterIndex = chapters.findIndex(({ subchapters }) => subchapters.some((lesson) => lesson.id === id));
  const lessons = chapters[chapterIndex]?.subchapters ?? [];
  const at = lessons.findIndex((lesson) => lesson.id === id);
  const neighbour = chapters[chapterIndex + step];
  const isInside = at + step >= 0 && at + step < lessons.length;
  if (isInside) return placeLesson(chapters, id, chapters[chapterIndex]?.id ?? '', at + step);
  if (!neighbour) return [...chapters];
  return placeLesson(chapters, id, neighbour.id, step === 1 ? 0 : neighbour.subchapters.length);
}

/** Moves a lesson to a place in a chapter. @param at index of the lesson after the move, 0-based */
export function placeLesson(chapters: Chapters, id: string, chapter: string, at: number): ChapterNode[] {
  const lesson = lessonsOf(chapters).find((one) => one.id === id);
  if (!lesson || !chapters.some((one) => one.id === chapter)) return [...chapters];
  return chapters.map((one) => {
    const rest = one.subchapters.filter((other) => other.id !== id);
    return { ...one, subchapters: one.id === chapter ? rest.toSpliced(at, 0, lesson) : rest };
  });
}

export function moveChapter(chapters: Chapters, id: string, step: -1 | 1): ChapterNode[] {
  const at = chapters.findIndex((chapter) => chapter.id === id);
  return placeChapter(chapters, id, Math.min(Math.max(at + step, 0), chapters.length - 1));
}

export function placeChapter(chapters: Chapters, id: string, at: number): ChapterNode[] {
  const chapter = chapters.find((one) => one.id === id);
  return chapter ? chapters.filter((one) => one !== chapter).toSpliced(at, 0, chapter) : [...chapters];
}

interface NameAndSlug {
  slug: string;
  name: string;
}

export const renameLesson = (chapters: Chapters, id: string, names: NameAndSlug): ChapterNode[] =>
  chapters.map((chapter) => ({
    ...chapter,
    subchapters: chapter.subchapters.map((lesson) => (lesson.id === id ? { ...lesson, ...names } : lesson)),
  }));

export const renameChapter = (chapters: Chapters, id: string, names: NameAndSlug): ChapterNode[] =>
  chapters.map((chapter) => (chapter.id === id ? { ...chapter, ...names } : chapter));

export const withdrawLesson = (chapters: Chapters, id: string): ChapterNode[] =>
  chapters.map((chapter) => ({ ...chapter, subchapters: chapter.subchapters.filter((lesson) => lesson.id !== id) }));

/** Appends a withdrawn lesson to the last chapter. */
export const restoreLesson = (chapters: Chapters, lesson: LessonNode): ChapterNode[] =>
  chapters.map((chapter, at) =>
    at === chapters.length - 1 ? { ...chapter, subchapters: [...chapter.subchapters, lesson] } : chapter,
  );

/** Returns the withdrawn lessons after a change. */
export function withdrawnAfter({ chapters, withdrawn }: AuthoredChapters, next: Chapters): LessonNode[] {
  const remaining = new Set(lessonsOf(next).map(({ id }) => id));
  return [...withdrawn, ...lessonsOf(chapters)].filter(({ id }) => !remaining.has(id));
}

export const lessonsOf = (chapters: Chapters): LessonNode[] => chapters.flatMap(({ subchapters }) => subchapters);

export const removeChapter = (chapters: Chapters, id: string): ChapterNode[] =>
  chapters.filter((chapter) => chapter.id !== id);

export const addChapter = (chapters: Chapters, names: NameAndSlug): ChapterNode[] => [
  ...chapters,
  { id: newId('ch', names.slug), ...names, subchapters: [] },
];

export const addLesson = (chapters: Chapters, chapter: string, names: NameAndSlug): ChapterNode[] =>
  chapters.map((one) => (one.id === chapter ? { ...one, subchapters: [...one.subchapters, newLesson(names)] } : one));

const newLesson = (names: NameAndSlug): LessonNode => ({
  id: newId('sub', names.slug),
  ...names,
  ...{ state: 'draft', revision: null, mine: true, others: [], scheduled_at: null },
});

/** Returns an id from a slug. Random letters keep it unique, because slugs change and ids do not. */
const newId = (kind: 'ch' | 'sub', slug: string): string => `${kind}-${slug.slice(0, 48)}-${randomId().slice(0, 6)}`;
