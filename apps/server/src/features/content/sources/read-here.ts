import { SourceTree } from '../source/tree.ts';
import type { PackedFile, SourceReader } from './reader.ts';

/**
 * Reads in this thread: for commands, and before the server listens. What reads Markdown is loaded with the first call: a
 * server that starts on the files of its last start does without it.
 */
export const readHere: SourceReader = {
  async read({ files, known, labs }) {
    const { readSources } = await import('../source/read-curriculum.ts');
    return readSources(treeOf(files), { known, labs });
  },
  async preview({ files, lesson, labs }) {
    const { readLesson } = await import('../source/read-lesson.ts');
    return readLesson(treeOf(files), lesson, labs);
  },
  async unpack(task) {
    const { unpackBundle } = await import('../bundles/unpack.ts');
    return unpackBundle(task);
  },
  close: async () => {},
};

const treeOf = (files: readonly PackedFile[]): SourceTree =>
  new SourceTree(
    new Map(
      files.map(({ path, hash, size, text, head }) => [
        path,
        { hash, size, text: async () => text, head: async () => head ?? new Uint8Array() },
      ]),
    ),
  );
