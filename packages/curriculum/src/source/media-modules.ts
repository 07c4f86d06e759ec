import { type LeafDirective, readAttributes } from '../markdown/directive.ts';
import { lineOf, textOf } from '../markdown/syntax-tree.ts';
import { mediaPath } from '../media/media-types.ts';
import type { ContentModule, MediaFile } from './curriculum-types.ts';
import { type ModuleContext, readModuleId } from './module-context.ts';

type Draft = Omit<ContentModule, 'position'>;

/**
 * Readers for `::video`, `::youtube`, `::file` and `::demo`. They return undefined, and report it, when the module is
 * invalid.
 */
export const leafReaders: Record<string, (node: LeafDirective, context: ModuleContext) => Draft | undefined> = {
  video: videoModule,
  youtube: youtubeModule,
  file: fileModule,
  demo: demoModule,
};

function videoModule(node: LeafDirective, context: ModuleContext): Draft | undefined {
  const { report } = context;
  const line = lineOf(node);
  const given = readHead(node, ['src', 'captions', 'chapters', 'poster'], context);
  const video = find(given.src, /^video\//, 'src="videos/name.webm"', node, context);
  const captionPaths = (given.captions ?? '').split(/\s+/).filter(Boolean);
  if (captionPaths.length === 0) {
    const message = 'A video needs captions="videos/name.en.vtt", for learners who cannot hear it.';
    report(line, 'video-captions', message);
  }
  const captions = captionPaths.flatMap((path) => captionOf(path, node, context) ?? []);
  const chapters =
    given.chapters && find(given.chapters, /^text\/vtt/, 'chapters="videos/name.chapters.vtt"', node, context);
  const poster = given.poster && find(given.poster, /^image\//, 'poster="videos/name.webp"', node, context);
  if (!given.id || !given.title || !video || !captions[0]) return undefined;
  return draft(given.id, 'video', {
    title: given.title,
    src: serve(video, context),
    type: video.contentType,
    poster: poster ? serve(poster, context) : null,
    captions: captions.map(({ file, lang, label }) => ({ src: serve(file, context), lang, label })),
    chapters: chapters ? (chapters.cues ?? []).map(({ at, text }) => ({ at, title: text })) : [],
    transcript: (captions[0].file.cues ?? []).map(({ at, text }) => ({ at, text })),
  });
}

/** `videos/intro.pt-BR.vtt` is in Brazilian Portuguese and gets that language's own name as its label. */
function captionOf(path: string, node: LeafDirective, context: ModuleContext) {
  const file = find(path, /^text\/vtt/, 'captions="videos/name.en.vtt"', node, context);
  const lang = /\.([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.vtt$/.exec(path)?.[1];
  if (!lang) {
    const message = `The name of ${path} has no language code. Name it like name.en.vtt.`;
    context.report(lineOf(node), 'video-captions', message);
    return undefined;
  }
  const label = new Intl.DisplayNames([lang, 'en'], { type: 'language' }).of(lang) ?? lang;
  return file && { file, lang, label };
}

function youtubeModule(node: LeafDirective, context: ModuleContext): Draft | undefined {
  const { id, title, video = '' } = readHead(node, ['video'], context);
  if (!/^[\w-]{11}$/.test(video)) {
    const message = 'Give the eleven characters of the YouTube video id: video=XXXXXXXXXXX.';
    context.report(lineOf(node), 'youtube-video', message);
    return undefined;
  }
  return id && title ? draft(id, 'youtube', { title, video }) : undefined;
}

function fileModule(node: LeafDirective, context: ModuleContext): Draft | undefined {
  const { id, title, src } = readHead(node, ['src'], context);
  const file = find(src, /^/, 'src="files/name.pcap"', node, context, 'files');
  if (!id || !title || !file) return undefined;
  const { name, size, hash } = file;
  return draft(id, 'file', { title, src: serve(file, context), name, size, sha256: hash });
}

function demoModule(node: LeafDirective, context: ModuleContext): Draft | undefined {
  const { id, title, src, height = '320' } = readHead(node, ['src', 'height'], context);
  const file = find(src, /^text\/html/, 'src="demos/name.html"', node, context);
  if (!/^\d{2,4}$/.test(height) || Number(height) < 80 || Number(height) > 1200) {
    context.report(lineOf(node), 'demo-height', 'A demo needs height=80 to height=1200, in pixels.');
    return undefined;
  }
  if (!id || !title || !file) return undefined;
  return draft(id, 'demo', { title, src: serve(file, context), height: Number(height) });
}

const draft = (id: string, kind: ContentModule['kind'], data: Record<string, unknown>): Draft => ({
  id,
  kind,
  data,
  secret: {},
  flag: null,
});

/** Returns the URL of a file for learners and records that the file must be served. */
function serve(file: MediaFile, { served }: ModuleContext): string {
  served.push(file);
  return mediaPath(file.hash, file.name);
}

/** Reads the attributes that all of them have: a title in brackets and an id that never changes. */
function readHead(node: LeafDirective, own: string[], { report }: ModuleContext): Record<string, string> {
  const line = lineOf(node);
  const { id: given, ...rest } = readAttributes(node, ['id', ...own], report);
  const title = textOf(node).replace(/\s+/g, ' ').trim();
  if (!title) report(line, `${node.name}-title`, `A ${node.name} needs a title: ::${node.name}[Title]{#some-id …}.`);
  const id = readModuleId(node.name, given, line, report, '::');
  return { ...rest, ...(title && { title }), ...(id && { id }) };
}

/** Finds a file of the training. @param folder required folder, if the type alone does not determine it */
function find(
  path: string | undefined,
  type: RegExp,
  example: string,
  node: LeafDirective,
  { media, report }: ModuleContext,
  folder = '',
): MediaFile | undefined {
  if (!path) {
    report(lineOf(node), 'media-source', `A ${node.name} needs its file: ${example}.`);
    return undefined;
  }
  const file = path.startsWith(folder) ? media.get(path) : undefined;
  if (file && type.test(file.contentType)) return file;
  const message = file ? `${path} has the wrong file type; write ${example}.` : `There is no usable file at ${path}.`;
  report(lineOf(node), 'media-missing', message);
  return undefined;
}
