import type { AuthoredChapters, TrainingEdit } from '@hexpedition/contract';

export type ChapterNode = AuthoredChapters['chapters'][number];
export type LessonNode = ChapterNode['subchapters'][number];
type Chapters = readonly ChapterNode[];

/** What the server is told of an order. A lesson that is left out is withdrawn. */
export const editOf = (chapters: Chapters): Required<Pick<TrainingEdit, 'chapters' | 'subchapters'>> => ({
  chapters: chapters.map(({ id, slug, name }) => ({ id, slug, name })),
  subchapters: chapters.flatMap((chapter) =>
    chapter.subchapters.map(({ id, slug, name }) => ({ id, slug, name, chapter: chapter.id })),
  ),
});

/** One place up or down; at the end of a chapter on to the next one. */
export function moveLesson(chapters: Chapters, id: string, step: -1 | 1): ChapterNode[] {
  const home = chapters.findIndex(({ subchapters }) => subchapters.some((lesson) => lesson.id === id));
  const lessons = chapters[home]?.subchapters ?? [];
  const at = lessons.findIndex((lesson) => lesson.id === id);
  const beside = chapters[home + step];
  const isInside = at + step >= 0 && at + step < lessons.length;
  if (isInside) return placeLesson(chapters, id, chapters[home]?.id ?? '', at + step);
  if (!beside) return [...chapters];
  return placeLesson(chapters, id, beside.id, step === 1 ? 0 : beside.subchapters.length);
}

/** @param at the place that the lesson has afterwards, 0-based */
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

interface Named {
  slug: string;
  name: string;
}

export const renameLesson = (chapters: Chapters, id: string, names: Named): ChapterNode[] =>
  chapters.map((chapter) => ({
    ...chapter,
    subchapters: chapter.subchapters.map((lesson) => (lesson.id === id ? { ...lesson, ...names } : lesson)),
  }));

export const renameChapter = (chapters: Chapters, id: string, names: Named): ChapterNode[] =>
  chapters.map((chapter) => (chapter.id === id ? { ...chapter, ...names } : chapter));

export const withdrawLesson = (chapters: Chapters, id: string): ChapterNode[] =>
  chapters.map((chapter) => ({ ...chapter, subchapters: chapter.subchapters.filter((lesson) => lesson.id !== id) }));

/** A withdrawn lesson comes back at the end, from where it can be moved. */
export const bringBack = (chapters: Chapters, lesson: LessonNode): ChapterNode[] =>
  chapters.map((chapter, at) =>
    at === chapters.length - 1 ? { ...chapter, subchapters: [...chapter.subchapters, lesson] } : chapter,
  );

/** The withdrawn lessons after a change. */
export function withdrawnAfter({ chapters, withdrawn }: AuthoredChapters, next: Chapters): LessonNode[] {
  const left = new Set(lessonsOf(next).map(({ id }) => id));
  return [...withdrawn, ...lessonsOf(chapters)].filter(({ id }) => !left.has(id));
}

export const lessonsOf = (chapters: Chapters): LessonNode[] => chapters.flatMap(({ subchapters }) => subchapters);

export const removeChapter = (chapters: Chapters, id: string): ChapterNode[] =>
  chapters.filter((chapter) => chapter.id !== id);

export const addChapter = (chapters: Chapters, names: Named): ChapterNode[] => [
  ...chapters,
  { id: newId('ch', names.slug), ...names, subchapters: [] },
];

export const addLesson = (chapters: Chapters, chapter: string, names: Named): ChapterNode[] =>
  chapters.map((one) => (one.id === chapter ? { ...one, subchapters: [...one.subchapters, freshLesson(names)] } : one));

const freshLesson = (names: Named): LessonNode => ({
  id: newId('sub', names.slug),
  ...names,
  ...{ state: 'draft', revision: null, mine: true, others: [], scheduled_at: null },
});

/** Ids never change and slugs do, so that a slug may have been the id of another one: a few random letters tell them apart. */
const newId = (kind: 'ch' | 'sub', slug: string): string =>
  `${kind}-${slug.slice(0, 48)}-${crypto.randomUUID().slice(0, 6)}`;
