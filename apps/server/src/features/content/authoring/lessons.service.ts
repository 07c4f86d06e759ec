import type {
  AuthoredLesson,
  DraftBody,
  LessonDraft,
  LessonRevisions,
  LessonRevisionText,
  ModulesBody,
  PublishBody,
  Published,
  PublishedLesson,
} from '@hexpedition/contract';
import type { z } from 'zod';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { SourceDeps } from '../sources/change-sources.ts';
import { findRevision, readContinentFiles, readRevisions } from './authored.read-model.ts';
import { presentDraft, presentLesson, presentRevision } from './authored-lesson.presenter.ts';
import { contentOf, presentReport } from './authored-training.presenter.ts';
import { type DraftRow, findDraft, readDrafts } from './drafts.read-model.ts';
import { lockDraft, removeDraft, scheduleDraft, storeDraft } from './drafts.store.ts';
import { hasSameText, splitLesson } from './files/lesson-text.ts';
import { textOfKey } from './files/yaml-keys.ts';
import { type FoundLesson, selectLesson } from './find-lesson.ts';
import { readStructure, selectTraining } from './find-training.ts';
import {
  assertNotWithdrawn,
  draftConflict,
  findDivergedBase,
  type PublishResult,
  publishContent,
  publishDraft,
  recordEvent,
} from './publish-lesson.ts';

export type LessonsService = ReturnType<typeof createLessonsService>;

const revisionsPerPage = 50;

export function createLessonsService(deps: SourceDeps & { clock: Clock }) {
  const { db, reader, clock } = deps;

  async function read(slug: string, viewer: Viewer): Promise<AuthoredLesson> {
    const lesson = await selectLesson(db, slug);
    const [drafts, continent] = await Promise.all([readDrafts(db, [lesson.uid]), continentOf(db, lesson)]);
    const own = drafts.find(({ user_pk }) => user_pk === viewer.pk);
    return presentLesson(lesson, {
      drafts,
      own,
      continent,
      base: await findDivergedBase(db, lesson, own?.base ?? null),
    });
  }

  /** @throws AppError not_found, conflict when another tab has saved a newer version */
  async function saveDraft(viewer: Viewer, slug: string, given: DraftBody): Promise<LessonDraft> {
    // The author will probably publish the draft.
    reader.prepare();
    const lesson = await selectLesson(db, slug);
    if (given.base !== null && !(lesson.filePk !== null && (await findRevision(db, lesson.filePk, given.base))))
      throw invalid({ base: `This lesson has no revision ${given.base}.` });
    return db.transaction().execute(async (tx) => {
      await lockDraft(tx, lesson.uid, viewer.pk);
      const before = await findDraft(tx, lesson.uid, viewer.pk);
      if (before && before.base === given.base && hasSameText(contentOf(before), given)) return presentDraft(before);
      if ((before?.version ?? 0) !== given.version) throw draftConflict();
      const row = await storeDraft(tx, { lesson: lesson.uid, userPk: viewer.pk }, { ...given, now: clock.now() });
      // Records one event per draft, not one per save, because a draft is private.
      if (!before)
        await recordEvent(tx, viewer.pk, 'lesson.draft_begun', slug, { before: null, after: { base: given.base } });
      return presentDraft(row);
    });
  }

  async function discardDraft(viewer: Viewer, slug: string): Promise<AuthoredLesson> {
    const lesson = await selectLesson(db, slug);
    await db.transaction().execute(async (tx) => {
      await lockDraft(tx, lesson.uid, viewer.pk);
      const draft = await findDraft(tx, lesson.uid, viewer.pk);
      if (!draft) return;
      await removeDraft(tx, draft);
      await recordEvent(tx, viewer.pk, 'lesson.draft_discarded', slug, { before: { base: draft.base }, after: null });
    });
    return read(slug, viewer);
  }

  /** Publishes the viewer's draft now, schedules it, or cancels its schedule. @throws AppError not_found, conflict */
  async function publish(viewer: Viewer, slug: string, wanted: z.infer<typeof PublishBody>): Promise<PublishedLesson> {
    const lesson = await selectLesson(db, slug);
    const draft = await findDraft(db, lesson.uid, viewer.pk);
    if (draft?.version !== wanted.version) throw draftConflict();
    const report: PublishResult =
      wanted.at === undefined
        ? await publishDraft(deps, draft, slug, { act: 'published', note: wanted.note })
        : await plan(viewer, slug, draft, wanted);
    const { folder } = lesson.training;
    const answer = presentReport(report, folder, await etagOf(db, lesson));
    return { ...answer, lesson: await read(slug, viewer) };
  }

  async function plan(
    viewer: Viewer,
    slug: string,
    { pk, lesson, version }: DraftRow,
    wanted: z.infer<typeof PublishBody>,
  ): Promise<PublishResult> {
    const at = wanted.at ? new Date(wanted.at) : null;
    if (at && at <= clock.now()) throw invalid({ at: 'This time has passed. Choose a later one, or publish now.' });
    await db.transaction().execute(async (tx) => {
      await lockDraft(tx, lesson, viewer.pk);
      const before = await findDraft(tx, lesson, viewer.pk);
      if (before?.version !== version) throw draftConflict();
      await scheduleDraft(tx, pk, { at, note: wanted.note });
      const data = { before: before.publish_at, after: at };
      await recordEvent(tx, viewer.pk, 'lesson.planned', slug, data);
    });
    return { applied: false, changes: [], diagnostics: [] };
  }

  /** Replaces the body of a published lesson. @throws AppError not_found, conflict */
  async function writeModules(
    viewer: Viewer,
    slug: string,
    { modules, base }: z.infer<typeof ModulesBody>,
  ): Promise<z.infer<typeof Published>> {
    const lesson = await selectLesson(db, slug);
    assertNotWithdrawn(lesson);
    if (!lesson.file)
      throw new AppError('conflict', 'This lesson was never published. Publish a draft of it first, with its summary.');
    const body = `${modules.map(({ markdown }) => trimLines(markdown)).join('\n\n')}\n`;
    const report = await publishContent(deps, {
      slug,
      base,
      buildContent: (now) => ({ head: now?.head ?? splitLesson('').head, body }),
      by: viewer.pk,
      act: 'published',
      note: '',
      inTransaction: async () => {},
    });
    return presentReport(report, lesson.training.folder, await etagOf(db, lesson));
  }

  return {
    read,
    saveDraft,
    discardDraft,
    publish,
    /** Publishes a draft. Only the sweep of scheduled drafts calls it. */
    publishDraft: publishDraft.bind(null, deps),
    writeModules,
    revisions: (slug: string, cursor: string | undefined) => readRevisionPage(db, slug, cursor),
    revision: (slug: string, n: number) => readRevision(db, slug, n),
  };
}

/** @throws AppError not_found, invalid_request for an invalid cursor */
async function readRevisionPage(
  db: Db,
  slug: string,
  cursor: string | undefined,
): Promise<z.infer<typeof LessonRevisions>> {
  const { filePk } = await selectLesson(db, slug);
  const before = cursor === undefined ? 2_147_483_647 : Number(/^[1-9]\d{0,8}$/.exec(cursor)?.[0] ?? 0);
  if (before === 0) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  if (filePk === null) return { revisions: [], next_cursor: null };
  const rows = await readRevisions(db, filePk, before, revisionsPerPage + 1);
  const page = rows.slice(0, revisionsPerPage);
  const last = rows.length > revisionsPerPage ? page.at(-1) : undefined;
  return { revisions: page.map(presentRevision), next_cursor: last ? String(last.n) : null };
}

async function readRevision(db: Db, slug: string, n: number): Promise<z.infer<typeof LessonRevisionText>> {
  const { filePk } = await selectLesson(db, slug);
  const found = filePk === null ? undefined : await findRevision(db, filePk, n);
  if (!found) throw notFound('revision of the lesson');
  const { head, body } = splitLesson(found.text);
  return { ...presentRevision(found), head, body };
}

/** The folder of a continent may differ from its slug. */
async function continentOf(db: Db, { training }: FoundLesson): Promise<string> {
  const [folder = ''] = training.folder.split('/');
  const file = (await readContinentFiles(db)).find(({ path }) => path.startsWith(`${folder}/`));
  return (file && textOfKey(file.text, 'slug')) ?? folder;
}

const etagOf = async (db: Db, { training }: FoundLesson): Promise<string> =>
  (await readStructure(db, await selectTraining(db, training.head.slug))).etag;

/** Removes empty lines at both ends, which separate modules. */
const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
