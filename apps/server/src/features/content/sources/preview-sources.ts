import { TaskLimitError } from '#platform/worker-thread';
import { findKnownLabs } from '../import/known-labs.ts';
import type { LessonReading } from '../source/read-lesson.ts';
import { parentOf } from '../source/source-tree.ts';
import { tooSlow } from './apply.ts';
import type { SourceDeps } from './change-sources.ts';
import { filesAfter, planChanges, type SourceChange } from './changes.ts';
import { packFiles } from './compile.ts';
import { StoredSources } from './sources.read-model.ts';

/**
 * What a lesson would be after some changes; nothing is written. The lines count in the lesson's file.
 * @param lesson the path of its file, after the changes
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
    const diagnostic = { severity: 'error' as const, file: lesson, line: 1, code: 'too-slow', message: tooSlow };
    return { modules: [], blocks: [], diagnostics: [diagnostic] };
  }
}
