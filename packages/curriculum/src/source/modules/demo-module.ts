import { lineOf } from '../../markdown/syntax-tree.ts';
import { findFile, serveFile } from './module-files.ts';
import { readLeafHead } from './module-head.ts';
import type { LeafReader, ModuleFields } from './module-reader.ts';

/** `::demo[Title]{#id src="demos/name.html" height=320}`. */
export const demoModule: LeafReader<ModuleFields<'demo'>> = {
  form: 'leaf',
  read(node, context) {
    const { id, title, src, height = '320' } = readLeafHead(node, ['src', 'height'], context);
    const file = findFile(src, /^text\/html/, 'src="demos/name.html"', node, context);
    if (!/^\d{2,4}$/.test(height) || Number(height) < 80 || Number(height) > 1200) {
      context.report(lineOf(node), 'demo-height', 'A demo needs height=80 to height=1200, in pixels.');
      return undefined;
    }
    if (!id || !title || !file) return undefined;
    return { id, data: { title, src: serveFile(file, context), height: Number(height) } };
  },
};
