import { lineOf } from '../../markdown/syntax-tree.ts';
import { readLeafHead } from './module-head.ts';
import type { LeafReader, ModuleFields } from './module-reader.ts';

/** `::youtube[Title]{#id video=XXXXXXXXXXX}`. */
export const youtubeModule: LeafReader<ModuleFields<'youtube'>> = {
  form: 'leaf',
  noticed: ['video'],
  read(node, context) {
    const { id, title, video = '' } = readLeafHead(node, ['video'], context);
    if (!/^[\w-]{11}$/.test(video)) {
      const message = 'Give the eleven characters of the YouTube video id: video=XXXXXXXXXXX.';
      context.report(lineOf(node), 'youtube-video', message);
      return undefined;
    }
    return id && title ? { id, data: { title, video } } : undefined;
  },
};
