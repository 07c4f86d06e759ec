import { findFile, serveFile } from './module-files.ts';
import { readLeafHead } from './module-head.ts';
import type { LeafReader, ModuleFields } from './module-reader.ts';

/** `::file[Title]{#id src="files/name.pcap"}`. */
export const fileModule: LeafReader<ModuleFields<'file'>> = {
  form: 'leaf',
  read(node, context) {
    const { id, title, src } = readLeafHead(node, ['src'], context);
    const file = findFile(src, /^/, 'src="files/name.pcap"', node, context, 'files');
    if (!id || !title || !file) return undefined;
    const { name, size, hash } = file;
    return { id, data: { title, src: serveFile(file, context), name, size, sha256: hash } };
  },
};
