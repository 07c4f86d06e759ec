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
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import type { ImportReport } from '../import/import-report.ts';
import { changeSources, type SourceDeps } from '../sources/change-sources.ts';
import { findFile, findRevision, readContinentFiles, readRevisions } from './authored.read-model.ts';
import { presentDraft, presentLesson, presentRevision } from './authored-lesson.presenter.ts';
import { contentOf, presentReport } from './authored-training.presenter.ts';
import { type DraftRow, findDraft, readDrafts } from './drafts.read-model.ts';
import { lockDraft, removeDraft, removePlace, scheduleDraft, storeDraft } from './drafts.store.ts';
import { hasSameText, joinLesson, type LessonContent, splitLesson } from './files/lesson-text.ts';
import { textOfKey } from './files/yaml-keys.ts';
import { type FoundLesson, selectLesson } from './find-lesson.ts';
import { readStructure, selectTraining } from './find-training.ts';

export type LessonsService = ReturnType<typeof createLessonsService>;

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

type PublishResult = Pick<ImportReport, 'applied' | 'changes' | 'diagnostics'>;

const revisionsPerPage = 50;

/** Maximum attempts: if another author moved the lesson meanwhile, it is looked up again. */
const maxTries = 3;

export function createLessonsService(deps: SourceDeps & { clock: Clock }) {
  const { db, clock } = deps;

  async function read(slug: string, viewer: Viewer): Promise<AuthoredLesson> {
    const lesson = await selectLesson(db, slug);
    const [drafts, continent] = await Promise.all([readDrafts(db, [lesson.uid]), continentOf(lesson)]);
    const own = drafts.find(({ user_pk }) => user_pk === viewer.pk);
    return presentLesson(lesson, { drafts, own, continent, base: await findDivergedBase(lesson, own?.base ?? null) });
  }

  /** The folder of a continent may differ from its slug. */
  async function continentOf({ training }: FoundLesson): Promise<string> {
    const [folder = ''] = training.folder.split('/');
    const file = (await readContinentFiles(db)).find(({ path }) => path.startsWith(`${folder}/`));
    return (file && textOfKey(file.text, 'slug')) ?? folder;
  }

  /** Returns the text that a draft is based on if another author has published a different text since then. */
  async function findDivergedBase({ file, filePk }: FoundLesson, base: number | null): Promise<LessonContent | null> {
    if (!file || filePk === null || base === null || base === file.revision) return null;
    const from = await findRevision(db, filePk, base);
    if (!from) return null;
    const content = splitLesson(from.text);
    return hasSameText(content, splitLesson(file.text)) ? null : content;
  }

  /** @throws AppError not_found, conflict when another tab has saved a newer version */
  async function saveDraft(viewer: Viewer, slug: string, given: DraftBody): Promise<LessonDraft> {
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
        ? await publishDraft(draft, slug, { act: 'published', note: wanted.note })
        : await plan(viewer, slug, draft, wanted);
    const { folder } = lesson.training;
    const answer = presentReport(report, folder, await etagOf(lesson));
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

  /** Publishes a draft on behalf of its author. If it has an error, nothing is written and the draft stays. */
  function publishDraft(
    draft: DraftRow,
    slug: string,
    { act, note }: Pick<Publishing, 'act' | 'note'>,
  ): Promise<PublishResult> {
    return publishContent({
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

  async function publishContent(publishing: Publishing): Promise<PublishResult> {
    for (let n = 1; ; n++) {
      const lesson = await selectLesson(db, publishing.slug);
      assertNotWithdrawn(lesson);
      const { file } = lesson;
      if (file && file.revision !== publishing.base) {
        // A lesson that was only moved still has the same text.
        if (publishing.base === null || (await findDivergedBase(lesson, publishing.base))) throw lessonConflict();
      }
      try {
        return await writeLesson(lesson, publishing);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'conflict' && n < maxTries)) throw error;
      }
    }
  }

  async function writeLesson(
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
      await db.transaction().execute(finish);
      return { applied: true, changes: [], diagnostics: [] };
    }
    return changeSources(deps, [{ kind: 'write', path, content: text }], {
      by,
      act,
      note: why,
      expected: new Map([[path, file?.revision ?? null]]),
      inTransaction: finish,
    });
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
    const report = await publishContent({
      slug,
      base,
      buildContent: (now) => ({ head: now?.head ?? splitLesson('').head, body }),
      by: viewer.pk,
      act: 'published',
      note: '',
      inTransaction: async () => {},
    });
    return presentReport(report, lesson.training.folder, await etagOf(lesson));
  }

  const etagOf = async ({ training }: FoundLesson): Promise<string> =>
    (await readStructure(db, await selectTraining(db, training.head.slug))).etag;

  /** @throws AppError not_found, invalid_request for an invalid cursor */
  async function revisions(slug: string, cursor: string | undefined): Promise<z.infer<typeof LessonRevisions>> {
    const { filePk } = await selectLesson(db, slug);
    const before = cursor === undefined ? 2_147_483_647 : Number(/^[1-9]\d{0,8}$/.exec(cursor)?.[0] ?? 0);
    if (before === 0) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
    if (filePk === null) return { revisions: [], next_cursor: null };
    const rows = await readRevisions(db, filePk, before, revisionsPerPage + 1);
    const page = rows.slice(0, revisionsPerPage);
    const last = rows.length > revisionsPerPage ? page.at(-1) : undefined;
    return { revisions: page.map(presentRevision), next_cursor: last ? String(last.n) : null };
  }

  async function revision(slug: string, n: number): Promise<z.infer<typeof LessonRevisionText>> {
    const { filePk } = await selectLesson(db, slug);
    const found = filePk === null ? undefined : await findRevision(db, filePk, n);
    if (!found) throw notFound('revision of the lesson');
    const { head, body } = splitLesson(found.text);
    return { ...presentRevision(found), head, body };
  }

  return { read, saveDraft, discardDraft, publish, publishDraft, writeModules, revisions, revision };
}

const recordEvent = (
  tx: Tx,
  actor: number,
  action: string,
  slug: string,
  data: Record<string, unknown>,
): Promise<void> => audit(tx, { actor, action, subject: `lesson:${slug}`, data });

function assertNotWithdrawn({ isWithdrawn }: FoundLesson): void {
  if (isWithdrawn)
    throw new AppError(
      'conflict',
      'This lesson is withdrawn. Move it back into a chapter of its course, then publish.',
    );
}

const draftConflict = (): AppError =>
  new AppError(
    'conflict',
    'This draft was saved, published or discarded in another tab or on another device. Reload it before you continue.',
  );

const lessonConflict = (): AppError =>
  new AppError(
    'conflict',
    'Another author has published this lesson since you started. Compare both texts, then save and publish again.',
  );

/** Removes empty lines at both ends, which separate modules. */
const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
