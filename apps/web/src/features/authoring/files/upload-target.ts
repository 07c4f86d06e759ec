import {
  endingOf,
  findFileNameProblem,
  findFileSizeProblem,
  findPictureNameProblem,
  maxPictureBytes,
  pictureTooLarge,
  type UploadFolder,
  uploadEndings,
} from '@hexpedition/contract/upload-rules';
import { slugOf } from '#lib/slug-of.ts';
import type { BlockKind } from '../source/block-kinds.ts';

/** Folder and name that a file gets within its training. */
export interface UploadTarget {
  folder: UploadFolder;
  /** Part of the name that the author may change. */
  stem: string;
  /** File extension with its dot; empty for a program without an extension. */
  ending: string;
}

/** Path by which lessons refer to the file. */
export const pathOf = ({ folder, stem, ending }: UploadTarget): string => `${folder}/${stem}${ending}`;

/** Whether the server converts the picture to WebP. */
export const isConvertedPicture = ({ folder, ending }: UploadTarget): boolean =>
  folder === 'figures' && ending === '.webp';

const pictures = ['png', 'jpg', 'webp', 'avif'];
/** Aliases of file extensions. */
const endingAliases: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jfif: 'jpg',
  htm: 'html',
  yml: 'yaml',
  m4v: 'mp4',
};
/** Extensions of pictures that have no name, because they come from the clipboard or another page. */
const endingsByType: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

type FileIdentity = Pick<File, 'name' | 'type'>;

function normalizedEnding({ name, type }: FileIdentity): string {
  const ending = endingOf(name);
  return ending === '' ? (endingsByType[type] ?? '') : (endingAliases[ending] ?? ending);
}

/**
 * Returns the possible targets of a file, the likeliest first; an empty list if no folder accepts it.
 * @param only kind of block that must be able to show the file
 */
export function targetsOf(file: FileIdentity, only?: BlockKind): UploadTarget[] {
  const ending = normalizedEnding(file);
  const isImage = pictures.includes(ending);
  const order: UploadFolder[] = isImage ? ['figures', 'files', 'videos'] : ['figures', 'videos', 'demos', 'files'];
  return order
    .filter((folder) => accepts(folder, ending) && (!only || blockOf(folder, ending) === only))
    .map((folder) => ({
      folder,
      stem: stemOf(folder, file, ending),
      ending: folder === 'figures' && isImage ? '.webp' : ending && `.${ending}`,
    }));
}

function accepts(folder: UploadFolder, ending: string): boolean {
  if (folder === 'figures' && pictures.includes(ending)) return true;
  const known: readonly string[] = uploadEndings[folder];
  return known.includes(ending) || (folder === 'files' && ending === '');
}

/** Returns the kind of block that shows a file; undefined for captions and chapters of a video. */
function blockOf(folder: UploadFolder, ending: string): BlockKind | undefined {
  if (folder === 'videos') return ending === 'webm' || ending === 'mp4' ? 'video' : undefined;
  return ({ figures: 'figure', files: 'file', demos: 'demo' } as const)[folder];
}

export const blockFor = ({ folder, ending }: UploadTarget): BlockKind | undefined => blockOf(folder, ending.slice(1));

/** Suffix of captions and chapters before their extension: a language, or `chapters`. */
const cuesOf = /\.(chapters|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/;

function stemOf(folder: UploadFolder, { name }: FileIdentity, ending: string): string {
  const bare = name.replace(/\.[a-z0-9]+$/i, '');
  if (folder === 'figures') return slugOf(bare).slice(0, 60).replace(/-$/, '') || 'picture';
  const cues = ending === 'vtt' ? (cuesOf.exec(bare)?.[0] ?? '.en') : '';
  const parts = (ending === 'vtt' ? bare.replace(cuesOf, '') : bare).split('.').map(slugOf).filter(Boolean);
  return `${parts.join('.').slice(0, 80) || 'file'}${cues}`;
}

/** Returns what is wrong with a name, with the server's message. */
export function nameProblemOf(target: UploadTarget): string | undefined {
  const { folder, stem, ending } = target;
  if (isConvertedPicture(target)) return findPictureNameProblem(stem);
  if (ending === '.vtt' && !cuesOf.test(stem))
    return 'End the name of captions in their language, for example beacon.en, and the name of chapters in .chapters.';
  return findFileNameProblem(folder, `${stem}${ending}`)?.message;
}

/** Returns what is wrong with the file itself, as far as the browser can check before the upload. */
export function fileProblemOf(target: UploadTarget, size: number): string | undefined {
  if (!isConvertedPicture(target)) return findFileSizeProblem(target.folder, size)?.message;
  if (size === 0) return 'This file is empty.';
  return size > maxPictureBytes ? pictureTooLarge : undefined;
}

/** Explains why no folder accepts a file. @param only kind of block that must be able to show the file */
export function unsupportedFileText(file: FileIdentity, only?: BlockKind): string {
  const ending = normalizedEnding(file);
  if (ending === 'gif' || file.type === 'image/gif')
    return 'GIF pictures are not supported. Save it as a PNG, or as a WebM or MP4 video if it is animated.';
  if (only === 'figure' || /^image\//.test(file.type))
    return 'This is not a PNG, JPEG, WebP, AVIF or SVG file. Save it in one of these formats.';
  if (only === 'video') return 'Choose a WebM or MP4 file.';
  if (only === 'demo') return 'Choose one HTML file that contains everything.';
  return (
    findFileNameProblem('files', `file.${ending}`)?.message ??
    'Lessons cannot show this file. Put it into a ZIP archive.'
  );
}

/** Returns the target with a number appended to its name if another file has that name. */
export function freeTarget(target: UploadTarget, taken: ReadonlySet<string>): UploadTarget {
  const bare = target.stem.replace(/-\d+$/, '').slice(0, 56);
  const numbered = (n: number): UploadTarget => ({ ...target, stem: `${bare}-${n}` });
  let free = target;
  for (let n = 2; taken.has(pathOf(free)); n++) free = numbered(n);
  return free;
}
