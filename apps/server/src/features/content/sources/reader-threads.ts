import type { UnpackResult, UnpackTask } from '@hexpedition/curriculum/bundles/unpack';
import type { RenderedMarkdown } from '@hexpedition/curriculum/markdown/render-markdown';
import type { SourcesReading } from '@hexpedition/curriculum/source/read-curriculum';
import type { LessonReading } from '@hexpedition/curriculum/source/read-lesson';
import type { CompiledMap, CompileTask } from '#features/maps/maps.public';
import { createPersistentWorker, TaskLimitError, type TimeLimit } from '#platform/worker-thread';
import type { PreviewTask, ReadTask, RenderTask, SourceReader } from './source-reader.ts';

/** A task for a reader thread. */
export type ReaderTask =
  | { read: ReadTask }
  | { preview: PreviewTask }
  | { render: RenderTask }
  | { learnerText: string }
  | { unpack: UnpackTask }
  | { compileMap: CompileTask };

/** The build places it next to the bundle that contains this file. */
const script = new URL('./read.worker.js', import.meta.url);

interface Limits {
  read: TimeLimit;
  preview: TimeLimit;
  learnerText?: TimeLimit;
  unpack: TimeLimit;
  compileMap?: TimeLimit;
}

/** Real files take far less. The preview limit is short because an author waits for it. */
const limits: Limits = {
  read: { step: 15, total: 120 },
  preview: { step: 5 },
  unpack: { step: 15, total: 120 },
};

/** For commands, which block no one: a bundle may take long, but not one of its files. */
export const commandLimits: Limits = {
  ...limits,
  read: { step: 60, total: 3_600 },
  unpack: { step: 60, total: 3_600 },
};

/**
 * Reads in worker threads, so that no text of an author blocks the server (docs/decisions/0016). Previews have their
 * own thread, because they must not wait for a publication.
 */
export function createReaderThreads(from: URL = script, limit = limits): SourceReader {
  const reading = createPersistentWorker<ReaderTask, SourcesReading>(from, { limit: limit.read });
  const previews = createPersistentWorker<ReaderTask, LessonReading | RenderedMarkdown>(from, {
    limit: limit.preview,
  });
  // Separate thread: learners' texts delay only each other.
  const learnerTexts = createPersistentWorker<ReaderTask, string>(from, {
    limit: limit.learnerText ?? { step: 3 },
    megabytes: 256,
    idleSeconds: 60,
  });
  const unpacking = createPersistentWorker<ReaderTask, UnpackResult>(from, { limit: limit.unpack, idleSeconds: 60 });
  // An import waits for it inside its transaction, so it must not queue behind the files of another import.
  const maps = createPersistentWorker<ReaderTask, CompiledMap>(from, {
    limit: limit.compileMap ?? { step: 60 },
    idleSeconds: 60,
  });
  return {
    prepare: () => reading.prepare({ read: { files: [], known: new Map(), lessons: new Map(), labs: null } }),
    read: (task) => reading.run({ read: task }).catch(rethrowAsTaskLimit),
    // The thread answers each task with the matching result type.
    preview: (task) => previews.run({ preview: task }).catch(rethrowAsTaskLimit) as Promise<LessonReading>,
    render: (task) => previews.run({ render: task }).catch(rethrowAsTaskLimit) as Promise<RenderedMarkdown>,
    renderLearnerText: (text) => learnerTexts.run({ learnerText: text }).catch(rethrowAsTaskLimit),
    unpack: (task) => unpacking.run({ unpack: task }).catch(rethrowAsTaskLimit),
    compileMap: (task) => maps.run({ compileMap: task }),
    close: async () => {
      await Promise.all([reading.close(), previews.close(), learnerTexts.close(), unpacking.close(), maps.close()]);
    },
  };
}

/** Converts a stack overflow (nesting too deep) to a TaskLimitError, like a task that took too long. */
function rethrowAsTaskLimit(error: Error & { at?: string }): never {
  const exceedsLimit = error.name === 'RangeError' || error.name === 'TaskLimitError';
  throw exceedsLimit ? new TaskLimitError(error.message, error.at) : error;
}
