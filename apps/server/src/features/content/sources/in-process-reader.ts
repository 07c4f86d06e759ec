import { SourceTree } from '@hexpedition/curriculum/source/source-tree';
import { compileInProcess } from '#features/maps/maps.public';
import { TaskLimitError } from '#platform/worker-thread';
import type { PackedFile, SourceReader } from './source-reader.ts';

/**
 * Creates a reader that works in the current thread. The Markdown renderer is loaded at the first call: a server whose
 * files are unchanged starts without it.
 * @param onFile called for each file before it is read
 */
export function createInProcessReader(onFile: (file: string) => void): SourceReader {
  return {
    prepare: () => {},
    async read({ files, known, lessons, labs }) {
      const { readSources } = await import('@hexpedition/curriculum/source/read-curriculum');
      return readSources(treeOf(files, onFile), { known, lessons, labs });
    },
    async preview({ files, lesson, labs }) {
      const { readLesson } = await import('@hexpedition/curriculum/source/read-lesson');
      return readLesson(treeOf(files, onFile), lesson, labs);
    },
    async render({ text, prefix }) {
      const { renderMarkdown } = await import('@hexpedition/curriculum/markdown/render-markdown');
      return renderMarkdown(text, { prefix });
    },
    async renderLearnerText(text) {
      const { renderLearnerText } = await import('@hexpedition/curriculum/markdown/learner-text');
      try {
        return renderLearnerText(text);
      } catch (error) {
        throw error instanceof RangeError ? new TaskLimitError(error.message) : error;
      }
    },
    async unpack(task) {
      const { unpackBundle } = await import('@hexpedition/curriculum/bundles/unpack');
      return unpackBundle(task, onFile);
    },
    compileMap: async (task) => compileInProcess(task),
    close: async () => {},
  };
}

/** Reads in the current thread: before the server listens, and in tests. */
export const inProcessReader: SourceReader = createInProcessReader(() => {});

const treeOf = (files: readonly PackedFile[], onFile: (file: string) => void): SourceTree =>
  new SourceTree(
    new Map(
      files.map(({ path, hash, size, text, head }) => [
        path,
        {
          hash,
          size,
          text: async () => {
            onFile(path);
            return text;
          },
          head: async () => head ?? new Uint8Array(),
        },
      ]),
    ),
  );
