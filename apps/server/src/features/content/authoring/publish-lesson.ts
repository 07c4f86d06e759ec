import { audit } from '#platform/audit';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { ImportReport } from '../import/import-report.ts';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { findFile, findRevision } from './authored.read-model.ts';
import { contentOf } from './authored-training.presenter.ts';
import type { DraftRow } from './drafts.read-model.ts';
import { removeDraft, removePlace } from './drafts.store.ts';
import { hasSameText, joinLesson, type LessonContent, splitLesson } from './files/lesson-text.ts';
import { type FoundLesson, selectLesson } from './find-lesson.ts';

/** Parameters for publishing the text of a lesson. */
interface Publishing {
  slug: string;
  /** The revision that the text is based on. */
  base: number | null;
  /** @param now the published lesson; undefined when it is not published */
  buildContent: (now: LessonContent | undefined) => LessonContent;
  by: number;
  act: 'published' | 'scheduled';
  note: string;
  /** Runs in the same transaction. */
  inTransaction: (tx: Tx) => Promise<void>;
}

export type PublishResult = Pick<ImportReport, 'applied' | 'changes' | 'diagnostics'>;

/** Maximum attempts: if another author moved the lesson meanwhile, it is looked up again. */
const maxTries = 3;

/** Publishes a draft on behalf of its author. If it has an error, nothing is written and the draft stays. */
export function publishDraft(
  deps: SourceDeps,
  draft: DraftRow,
  slug: string,
  { act, note }: Pick<Publishing, 'act' | 'note'>,
): Promise<PublishResult> {
  return publishContent(deps, {
    slug,
    base: draft.base,
    buildContent: () => contentOf(draft),
    by: draft.user_pk,
    act,
    note,
    inTransaction: async (tx) => {
      if (!(await removeDraft(tx, draft))) throw draftConflict();
    },
  });
}

/** Publishes the text of a lesson. @throws AppError not_found, conflict when another author has published a different text */
export async function publishContent(deps: SourceDeps, publishing: Publishing): Promise<PublishResult> {
  for (let n = 1; ; n++) {
    const lesson = await selectLesson(deps.db, publishing.slug);
    assertNotWithdrawn(lesson);
    const { file } = lesson;
    if (file && file.revision !== publishing.base) {
      // A lesson that was only moved still has the same text.
      if (publishing.base === null || (await findDivergedBase(deps.db, lesson, publishing.base)))
        throw lessonConflict();
    }
    try {
      return await writeLesson(deps, lesson, publishing);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict' && n < maxTries)) throw error;
    }
  }
}

async function writeLesson(
  deps: SourceDeps,
  lesson: FoundLesson,
  { buildContent, by, act, note: why, inTransaction }: Publishing,
): Promise<PublishResult> {
  const { file, path, uid, slug } = lesson;
  const text = joinLesson(file?.text, uid, buildContent(file && splitLesson(file.text)));
  const finish = async (tx: Tx): Promise<void> => {
    await inTransaction(tx);
    if (!file) await removePlace(tx, uid);
    const after = (await findFile(tx, path))?.revision ?? null;
    await recordEvent(tx, by, 'lesson.published', slug, { before: file?.revision ?? null, after, act });
  };
  if (text === file?.text) {
    await deps.db.transaction().execute(finish);
    return { applied: true, changes: [], diagnostics: [] };
  }
  return changeSources(deps, [{ kind: 'write', path, content: text }], {
    by,
    act,
    note: why,
    expected: new Map([[path, file?.revision ?? null]]),
    inTransaction: finish,
    refusesPlaceholders: (file) => file === path,
  });
}

/** Returns the text that a draft is based on if another author has published a different text since then. */
export async function findDivergedBase(
  db: Db,
  { file, filePk }: FoundLesson,
  base: number | null,
): Promise<LessonContent | null> {
  if (!file || filePk === null || base === null || base === file.revision) return null;
  const from = await findRevision(db, filePk, base);
  if (!from) return null;
  const content = splitLesson(from.text);
  return hasSameText(content, splitLesson(file.text)) ? null : content;
}

export const recordEvent = (
  tx: Tx,
  actor: number,
  action: string,
  slug: string,
  data: Record<string, unknown>,
): Promise<void> => audit(tx, { actor, action, subject: `lesson:${slug}`, data });

export function assertNotWithdrawn({ isWithdrawn }: FoundLesson): void {
  if (isWithdrawn)
    throw new AppError(
      'conflict',
      'This lesson is withdrawn. Move it back into a chapter of its course, then publish.',
    );
}

export const draftConflict = (): AppError =>
  new AppError(
    'conflict',
    'This draft was saved, published or discarded in another tab or on another device. Reload it before you continue.',
  );

const lessonConflict = (): AppError =>
  new AppError(
    'conflict',
    'Another author has published this lesson since you started. Compare both texts, then save and publish again.',
  );
