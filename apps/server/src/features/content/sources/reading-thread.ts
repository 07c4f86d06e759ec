import type { CompiledMap, CompileTask } from '#features/maps/maps.public';
import { createPersistentWorker, TaskLimitError, type TimeLimit } from '#platform/worker-thread';
import type { Unpacking, UnpackTask } from '../bundles/unpack.ts';
import type { RenderedMarkdown } from '../markdown.ts';
import type { SourcesReading } from '../source/read-curriculum.ts';
import type { LessonReading } from '../source/read-lesson.ts';
import type { PreviewTask, ReadTask, RenderTask, SourceReader } from './reader.ts';

/** What the thread is asked. */
export type ReadingTask =
  | { read: ReadTask }
  | { preview: PreviewTask }
  | { render: RenderTask }
  | { learnerText: string }
  | { unpack: UnpackTask }
  | { compileMap: CompileTask };

/** The build lays it beside the file that this one becomes a part of. */
const script = new URL('./read.worker.js', import.meta.url);

interface Limits {
  read: TimeLimit;
  preview: TimeLimit;
  learnerText?: TimeLimit;
  unpack: TimeLimit;
  compileMap?: TimeLimit;
}

/** No author writes a file that takes a slow machine seconds. Whoever types waits for the preview. */
const limits: Limits = {
  read: { step: 15, total: 120 },
  preview: { step: 5 },
  unpack: { step: 15, total: 120 },
};

/** For commands, which nobody waits behind: a bundle may be as large as it is, but no file of it. */
export const patientLimits: Limits = {
  ...limits,
  read: { step: 60, total: 3_600 },
  unpack: { step: 60, total: 3_600 },
};

/**
 * Reads in threads beside this one, so that no text of an author holds the server (docs/decisions/0016). Previews have
 * their own, because they must not wait for a publishing.
 */
export function createReadingThread(from: URL = script, limit = limits): SourceReader {
  const reading = createPersistentWorker<ReadingTask, SourcesReading>(from, { limit: limit.read });
  const previews = createPersistentWorker<ReadingTask, LessonReading | RenderedMarkdown>(from, {
    limit: limit.preview,
  });
  // Learners wait for each other's texts, and nobody else does.
  const learnerTexts = createPersistentWorker<ReadingTask, string>(from, {
    limit: limit.learnerText ?? { step: 3 },
    megabytes: 256,
    idleSeconds: 60,
  });
  const unpacking = createPersistentWorker<ReadingTask, Unpacking>(from, { limit: limit.unpack, idleSeconds: 60 });
  // An import waits for it inside of its transaction, so it must not stand behind another one's files.
  const maps = createPersistentWorker<ReadingTask, CompiledMap>(from, {
    limit: limit.compileMap ?? { step: 60 },
    idleSeconds: 60,
  });
  return {
    read: (task) => reading.run({ read: task }).catch(sayTooMuch),
    // The thread answers each task with its own kind of reading.
    preview: (task) => previews.run({ preview: task }).catch(sayTooMuch) as Promise<LessonReading>,
    render: (task) => previews.run({ render: task }).catch(sayTooMuch) as Promise<RenderedMarkdown>,
    renderLearnerText: (text) => learnerTexts.run({ learnerText: text }).catch(sayTooMuch),
    unpack: (task) => unpacking.run({ unpack: task }).catch(sayTooMuch),
    compileMap: (task) => maps.run({ compileMap: task }),
    close: async () => {
      await Promise.all([reading.close(), previews.close(), learnerTexts.close(), unpacking.close(), maps.close()]);
    },
  };
}

/** What is nested too deeply fills the stack, which is a way of taking too much, too. */
function sayTooMuch(error: Error & { at?: string }): never {
  const isTooMuch = error.name === 'RangeError' || error.name === 'TaskLimitError';
  throw isTooMuch ? new TaskLimitError(error.message, error.at) : error;
}
