import { compileHere } from '#features/maps/maps.public';
import { unpackBundle } from '../bundles/unpack.ts';
import { renderMarkdown } from '../markdown.ts';
import { readSources } from '../source/read-curriculum.ts';
import { readLesson } from '../source/read-lesson.ts';
import { SourceTree } from '../source/tree.ts';
import type { PackedFile, SourceReader } from './reader.ts';

/** @param onFile is told of each file before it is read */
export function createReader(onFile: (file: string) => void): SourceReader {
  return {
    read: ({ files, known, labs }) => readSources(treeOf(files, onFile), { known, labs }),
    preview: ({ files, lesson, labs }) => readLesson(treeOf(files, onFile), lesson, labs),
    render: ({ text, prefix }) => renderMarkdown(text, { prefix }),
    unpack: (task) => unpackBundle(task, onFile),
    compileMap: async (task) => compileHere(task),
    close: async () => {},
  };
}

/** Reads in this thread: before the server listens, and in tests. */
export const readHere: SourceReader = createReader(() => {});

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
