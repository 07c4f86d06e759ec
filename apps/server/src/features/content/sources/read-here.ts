import { unpackBundle } from '../bundles/unpack.ts';
import { renderMarkdown } from '../markdown.ts';
import { readSources } from '../source/read-curriculum.ts';
import { readLesson } from '../source/read-lesson.ts';
import { SourceTree } from '../source/tree.ts';
import type { PackedFile, SourceReader } from './reader.ts';

/** Reads in this thread: for commands, and before the server listens. */
export const readHere: SourceReader = {
  read: ({ files, known, labs }) => readSources(treeOf(files), { known, labs }),
  preview: ({ files, lesson, labs }) => readLesson(treeOf(files), lesson, labs),
  render: ({ text, prefix }) => renderMarkdown(text, { prefix }),
  unpack: unpackBundle,
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
