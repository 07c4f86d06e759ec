import type { LeafDirective } from '../../markdown/directive.ts';
import { lineOf } from '../../markdown/syntax-tree.ts';
import type { ModuleContext } from './module-context.ts';
import { findFile, serveFile } from './module-files.ts';
import { readLeafHead } from './module-head.ts';
import type { LeafReader, ModuleFields } from './module-reader.ts';

/** `::video[Title]{#id src="videos/name.webm" captions="videos/name.en.vtt"}`, optionally with chapters and a poster. */
export const videoModule: LeafReader<ModuleFields<'video'>> = {
  form: 'leaf',
  files: ['captions', 'chapters', 'poster'],
  read(node, context) {
    const { report } = context;
    const line = lineOf(node);
    const given = readLeafHead(node, ['src', 'captions', 'chapters', 'poster'], context);
    const video = findFile(given.src, /^video\//, 'src="videos/name.webm"', node, context);
    const captionPaths = (given.captions ?? '').split(/\s+/).filter(Boolean);
    if (captionPaths.length === 0) {
      const message = 'A video needs captions="videos/name.en.vtt", for learners who cannot hear it.';
      report(line, 'video-captions', message);
    }
    const captions = captionPaths.flatMap((path) => captionOf(path, node, context) ?? []);
    const chapters =
      given.chapters && findFile(given.chapters, /^text\/vtt/, 'chapters="videos/name.chapters.vtt"', node, context);
    const poster = given.poster && findFile(given.poster, /^image\//, 'poster="videos/name.webp"', node, context);
    if (!given.id || !given.title || !video || !captions[0]) return undefined;
    return {
      id: given.id,
      data: {
        title: given.title,
        src: serveFile(video, context),
        type: video.contentType,
        poster: poster ? serveFile(poster, context) : null,
        captions: captions.map(({ file, lang, label }) => ({ src: serveFile(file, context), lang, label })),
        chapters: chapters ? (chapters.cues ?? []).map(({ at, text }) => ({ at, title: text })) : [],
        transcript: (captions[0].file.cues ?? []).map(({ at, text }) => ({ at, text })),
      },
    };
  },
};

/** `videos/intro.pt-BR.vtt` is in Brazilian Portuguese and gets that language's own name as its label. */
function captionOf(path: string, node: LeafDirective, context: ModuleContext) {
  const file = findFile(path, /^text\/vtt/, 'captions="videos/name.en.vtt"', node, context);
  const lang = /\.([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.vtt$/.exec(path)?.[1];
  if (!lang) {
    const message = `The name of ${path} has no language code. Name it like name.en.vtt.`;
    context.report(lineOf(node), 'video-captions', message);
    return undefined;
  }
  const label = new Intl.DisplayNames([lang, 'en'], { type: 'language' }).of(lang) ?? lang;
  return file && { file, lang, label };
}
