import { createStandingThread, TookTooLong } from '#platform/thread';
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
  | { unpack: UnpackTask };

/** The build lays it beside the file that this one becomes a part of. */
const script = new URL('./read.worker.js', import.meta.url);

/** All courses anew take a slow machine half of the first; whoever types waits for the second. A gigabyte needs the third. */
const limits = { read: 30, preview: 5, unpack: 60 };

/**
 * Reads in threads beside this one, so that no text of an author holds the server (docs/decisions/0016). Previews have
 * their own, because they must not wait for a publishing.
 */
export function createReadingThread(from: URL = script, seconds = limits): SourceReader {
  const reading = createStandingThread<ReadingTask, SourcesReading>(from, { seconds: seconds.read });
  const previews = createStandingThread<ReadingTask, LessonReading | RenderedMarkdown>(from, {
    seconds: seconds.preview,
  });
  const unpacking = createStandingThread<ReadingTask, Unpacking>(from, { seconds: seconds.unpack, idleSeconds: 60 });
  return {
    read: (task) => reading.run({ read: task }).catch(sayTooMuch),
    // The thread answers each task with its own kind of reading.
    preview: (task) => previews.run({ preview: task }).catch(sayTooMuch) as Promise<LessonReading>,
    render: (task) => previews.run({ render: task }).catch(sayTooMuch) as Promise<RenderedMarkdown>,
    unpack: (task) => unpacking.run({ unpack: task }).catch(sayTooMuch),
    close: async () => {
      await Promise.all([reading.close(), previews.close(), unpacking.close()]);
    },
  };
}

/** What is nested too deeply fills the stack, which is a way of taking too much, too. */
function sayTooMuch(error: Error): never {
  throw error.name === 'RangeError' ? new TookTooLong(error.message) : error;
}
