import type { AuthoredChapters, AuthoredTrainingDetail, ContentDiagnostic, Published } from '@hexpedition/contract';
import { icons } from '@hexpedition/curriculum/source/curriculum-schemas';
import type { z } from 'zod';
import type { ImportReport } from '../import/import-report.ts';
import type { readDrafts } from './drafts.read-model.ts';
import { hasSameText, type LessonContent, splitLesson } from './files/lesson-text.ts';
import { headOf } from './files/training-head.ts';
import { type LessonFile, type LessonPlace, lessonsInOrder } from './files/training-tree.ts';
import type { AuthoredStructure, FoundTraining } from './find-training.ts';

type LessonNode = AuthoredChapters['withdrawn'][number];
export type DraftWithAuthor = Awaited<ReturnType<typeof readDrafts>>[number];

export function presentTraining(
  { head, folder }: FoundTraining,
  { etag }: AuthoredStructure,
  continent: string,
): AuthoredTrainingDetail {
  const { id, slug, recommended_next } = head;
  // The folder of a continent has the continent's slug unless an author renamed one of them.
  return {
    id,
    slug,
    continent: continent || (folder.split('/')[0] ?? ''),
    etag,
    head: headOf(head),
    recommended_next,
    icons: [...icons],
  };
}

export function presentChapters(
  structure: AuthoredStructure,
  drafts: readonly DraftWithAuthor[],
  viewerPk: number,
): AuthoredChapters {
  const { tree, places, withdrawn, revisions, etag } = structure;
  const presentFile = ({ id, slug, name, source, path }: LessonFile): LessonNode => {
    const lessonDrafts = drafts.filter(({ lesson }) => lesson === id);
    const state = lessonDrafts.some((draft) => isDifferent(draft, source)) ? 'changed' : 'published';
    return { id, slug, name, state, revision: revisions.get(path) ?? null, ...presentDrafts(lessonDrafts, viewerPk) };
  };
  const presentPlace = ({ uid, slug, name, withdrawn }: LessonPlace): LessonNode => ({
    id: uid,
    slug,
    name,
    state: withdrawn ? 'withdrawn' : 'draft',
    revision: null,
    ...presentDrafts(
      drafts.filter(({ lesson }) => lesson === uid),
      viewerPk,
    ),
  });
  const inChapter = new Set(tree.chapters.map(({ id }) => id));
  return {
    etag,
    chapters: tree.chapters.map((chapter) => ({
      id: chapter.id,
      slug: chapter.slug,
      name: chapter.name,
      subchapters: lessonsInOrder(chapter, places).map((lesson) =>
        'uid' in lesson ? presentPlace(lesson) : presentFile(lesson),
      ),
    })),
    withdrawn: [
      ...[...withdrawn].map(([id, { slug, source }]): LessonNode => {
        const lessonDrafts = drafts.filter(({ lesson }) => lesson === id);
        const { name } = splitLesson(source).head;
        return { id, slug, name, state: 'withdrawn', revision: null, ...presentDrafts(lessonDrafts, viewerPk) };
      }),
      // An import may have removed the chapter of an unpublished lesson.
      ...places
        .filter((place) => place.withdrawn || !inChapter.has(place.chapter))
        .map((place) => presentPlace({ ...place, withdrawn: true })),
    ],
  };
}

function presentDrafts(drafts: readonly DraftWithAuthor[], viewerPk: number) {
  const planned = drafts
    .flatMap(({ publish_at, failure }) => (publish_at && failure === '' ? publish_at.getTime() : []))
    .sort((a, b) => a - b);
  return {
    mine: drafts.some(({ user_pk }) => user_pk === viewerPk),
    others: drafts.filter(({ user_pk }) => user_pk !== viewerPk).map(({ username }) => username),
    scheduled_at: planned[0] === undefined ? null : new Date(planned[0]).toISOString(),
  };
}

/** Checks whether a draft differs from the published file. */
export function isDifferent(draft: DraftWithAuthor, source: string): boolean {
  return !hasSameText(contentOf(draft), splitLesson(source));
}

export const contentOf = ({
  name,
  summary,
  minutes,
  body,
}: Pick<DraftWithAuthor, 'name' | 'summary' | 'minutes' | 'body'>): LessonContent => ({
  head: { name, summary, minutes },
  body,
});

/** Presents the result of publishing. Leaves out warnings about other trainings. */
export function presentReport(
  report: Pick<ImportReport, 'applied' | 'changes' | 'diagnostics'>,
  folder: string,
  etag: string,
): z.infer<typeof Published> {
  return {
    applied: report.applied,
    etag,
    changes: report.changes,
    diagnostics: report.diagnostics.filter(
      ({ severity, file }) => severity === 'error' || file.startsWith(`${folder}/`),
    ) satisfies ContentDiagnostic[],
  };
}
