import type { AuthoredLesson, LessonDraft, LessonRevision } from '@hexpedition/contract';
import type { z } from 'zod';
import { contentOf, type DraftWithAuthor, isDifferent } from './authored-training.presenter.ts';
import type { DraftRow } from './drafts.read-model.ts';
import { type LessonContent, splitLesson } from './files/lesson-text.ts';
import type { FoundLesson } from './find-lesson.ts';

interface LessonContext {
  drafts: readonly DraftWithAuthor[];
  own: DraftWithAuthor | undefined;
  /** Slug of the continent. */
  continent: string;
  base: LessonContent | null;
}

export function presentLesson(lesson: FoundLesson, { drafts, own, continent, base }: LessonContext): AuthoredLesson {
  const { uid, slug, name, path, file, training, chapter } = lesson;
  return {
    id: uid,
    slug,
    name,
    file: path,
    training: {
      slug: training.head.slug,
      name: training.head.name,
      tier: training.head.tier,
      continent,
      hidden: training.head.hidden,
    },
    chapter: chapter
      ? { id: chapter.id, slug: chapter.slug, name: chapter.name }
      : { id: 'gone', slug: 'gone', name: 'Withdrawn chapter' },
    state: stateOf(lesson, drafts),
    published: file
      ? {
          ...presentText(splitLesson(file.text)),
          revision: file.revision,
          at: file.changed_at.toISOString(),
          by: file.by,
        }
      : null,
    draft: own ? presentDraft(own) : null,
    others: drafts
      .filter((draft) => draft !== own)
      .map(({ username, saved_at }) => ({ username, saved_at: saved_at.toISOString() })),
    base: base && presentText(base),
  };
}

function stateOf({ file, isWithdrawn }: FoundLesson, drafts: readonly DraftWithAuthor[]): AuthoredLesson['state'] {
  if (isWithdrawn) return 'withdrawn';
  if (!file) return 'draft';
  return drafts.some((draft) => isDifferent(draft, file.text)) ? 'changed' : 'published';
}

const presentText = ({ head: { name, summary, minutes }, body }: LessonContent): LessonContent => ({
  head: { name, summary, minutes },
  body,
});

export function presentDraft(row: DraftRow): LessonDraft {
  return {
    ...presentText(contentOf({ ...row })),
    version: row.version,
    base: row.base,
    saved_at: row.saved_at.toISOString(),
    publish_at: row.publish_at?.toISOString() ?? null,
    failure: row.failure === '' ? null : row.failure,
  };
}

interface RevisionRow {
  n: number;
  at: Date;
  by: string | null;
  act: z.infer<typeof LessonRevision>['act'];
  note: string;
}

export const presentRevision = ({ n, at, by, act, note }: RevisionRow): z.infer<typeof LessonRevision> => ({
  revision: n,
  at: at.toISOString(),
  by,
  act,
  note,
});
