import type { LessonReading } from '@hexpedition/curriculum/source/read-lesson';
import { parentOf } from '@hexpedition/curriculum/source/source-tree';
import { TaskLimitError } from '#platform/worker-thread';
import { findKnownLabs } from '../import/known-labs.ts';
import { tooSlowMessage } from './apply-plan.ts';
import type { SourceDeps } from './change-sources.ts';
import { packFiles } from './compile-sources.ts';
import { filesAfter, planChanges, type SourceChange } from './source-plan.ts';
import { StoredSources } from './sources.read-model.ts';

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
  const stored = await StoredSources.readFolder(db, training);
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
