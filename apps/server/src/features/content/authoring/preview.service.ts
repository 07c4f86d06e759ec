import type { LessonPreview, PreviewBody } from '@hexpedition/contract';
import { sharedFolder } from '@hexpedition/curriculum/source/figures';
import type { LessonReading } from '@hexpedition/curriculum/source/read-lesson';
import { parentOf } from '@hexpedition/curriculum/source/source-tree';
import type { z } from 'zod';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import { TaskLimitError } from '../../../platform/worker-thread.ts';
import { findKnownLabs } from '../import/known-labs.ts';
import { presentModule } from '../lesson-module.presenter.ts';
import { refusePlaceholder, tooSlowMessage } from '../sources/apply-plan.ts';
import type { SourceDeps } from '../sources/change-sources.ts';
import { packFiles } from '../sources/compile-sources.ts';
import { filesAfter, planChanges, type SourceChange } from '../sources/source-plan.ts';
import { StoredSources } from '../sources/sources.read-model.ts';
import { readLabNames } from './authored.read-model.ts';
import { joinLesson, splitLesson } from './files/lesson-text.ts';
import { selectLesson } from './find-lesson.ts';

/** Above the rate of an author who types without pause. */
const limit = { name: 'lesson-preview', hits: 40, seconds: 10 };

export function createPreviewService(deps: SourceDeps & { limiter: RateLimiter }) {
  const { db, limiter } = deps;
  /** Renders a text as learners would see it. Writes nothing. @throws AppError not_found, too_many_requests */
  return async (viewer: Viewer, slug: string, given: z.infer<typeof PreviewBody>): Promise<LessonPreview> => {
    await limiter.take(limit, String(viewer.pk));
    const { path, uid, file } = await selectLesson(db, slug);
    const content = joinLesson(file?.text, uid, given);
    const { modules, blocks, diagnostics } = await previewSources(deps, [{ kind: 'write', path, content }], path);
    const headLines = splitLesson(content).bodyLine - 1;
    const labs = modules.flatMap(({ kind, data }) => (kind === 'lab' ? String(data.lab) : []));
    const names = await readLabNames(db, labs);
    return {
      modules: modules.map(({ kind, id, data }) =>
        presentModule({ kind, id, data, lab_name: names.get(String(data.lab)) ?? null, question_pk: null }),
      ),
      blocks: blocks.map(({ id, from, to }) => ({ id, from: from - headLines, to: to - headLines })),
      diagnostics: diagnostics
        .map((one) => (one.code === 'placeholder' ? refusePlaceholder(one) : one))
        .map((one) => ({ ...one, line: Math.max(0, one.line - headLines) })),
    };
  };
}

/**
 * Reads a lesson as it would be after some changes; writes nothing. Line numbers refer to the lesson's file.
 * @param lesson path of its file after the changes
 */
export async function previewSources(
  { db, reader }: SourceDeps,
  changes: readonly SourceChange[],
  lesson: string,
): Promise<LessonReading> {
  const training = parentOf(parentOf(lesson));
  const stored = await StoredSources.readFolders(db, [training, sharedFolder]);
  const files = filesAfter(stored, planChanges(stored, changes, 'published').writes);
  const packed = await packFiles(db, files, (path) => path === lesson || !path.endsWith('.md'));
  try {
    return await reader.preview({ files: packed, lesson, labs: await findKnownLabs(db) });
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    const diagnostic = { severity: 'error' as const, file: lesson, line: 1, code: 'too-slow', message: tooSlowMessage };
    return { modules: [], blocks: [], diagnostics: [diagnostic] };
  }
}
