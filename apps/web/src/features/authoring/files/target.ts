import {
  endingOf,
  findNameFault,
  findPictureNameFault,
  findSizeFault,
  mostPictureBytes,
  pictureTooLarge,
  type UploadFolder,
  uploadEndings,
} from '@hexpedition/contract/upload-rules';
import { slugOf } from '#lib/slug-of.ts';
import type { BlockKind } from '../source/blocks.ts';

/** Where a file goes in the folder of its training. */
export interface Target {
  folder: UploadFolder;
  /** What its author may change of its name. */
  stem: string;
  /** With its dot; empty for a program without one. */
  ending: string;
}

/** As lessons name it. */
export const pathOf = ({ folder, stem, ending }: Target): string => `${folder}/${stem}${ending}`;

/** Whether it is made anew by the server, which stores a WebP whatever it was. */
export const isPicture = ({ folder, ending }: Target): boolean => folder === 'figures' && ending === '.webp';

const pictures = ['png', 'jpg', 'webp', 'avif'];
/** Other spellings of endings. */
const spellings: Readonly<Record<string, string>> = { jpeg: 'jpg', jfif: 'jpg', htm: 'html', yml: 'yaml', m4v: 'mp4' };
/** Of pictures that come from the clipboard or another page without a name. */
const endingsByType: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

type Named = Pick<File, 'name' | 'type'>;

function usualEnding({ name, type }: Named): string {
  const ending = endingOf(name);
  return ending === '' ? (endingsByType[type] ?? '') : (spellings[ending] ?? ending);
}

/**
 * Where a file may go, the likeliest place first; nowhere for what no folder takes.
 * @param only a block that is to show it
 */
export function targetsOf(file: Named, only?: BlockKind): Target[] {
  const ending = usualEnding(file);
  const isImage = pictures.includes(ending);
  const order: UploadFolder[] = isImage ? ['figures', 'files', 'videos'] : ['figures', 'videos', 'demos', 'files'];
  return order
    .filter((folder) => takes(folder, ending) && (!only || blockOf(folder, ending) === only))
    .map((folder) => ({
      folder,
      stem: stemOf(folder, file, ending),
      ending: folder === 'figures' && isImage ? '.webp' : ending && `.${ending}`,
    }));
}

function takes(folder: UploadFolder, ending: string): boolean {
  if (folder === 'figures' && pictures.includes(ending)) return true;
  const known: readonly string[] = uploadEndings[folder];
  return known.includes(ending) || (folder === 'files' && ending === '');
}

/** What shows a file in a lesson; undefined for what only belongs to a film. */
function blockOf(folder: UploadFolder, ending: string): BlockKind | undefined {
  if (folder === 'videos') return ending === 'webm' || ending === 'mp4' ? 'video' : undefined;
  return ({ figures: 'figure', files: 'file', demos: 'demo' } as const)[folder];
}

export const blockFor = ({ folder, ending }: Target): BlockKind | undefined => blockOf(folder, ending.slice(1));

/** What comes before the ending of captions and chapters: the language, or what they are. */
const cuesOf = /\.(chapters|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/;

function stemOf(folder: UploadFolder, { name }: Named, ending: string): string {
  const bare = name.replace(/\.[a-z0-9]+$/i, '');
  if (folder === 'figures') return slugOf(bare).slice(0, 60).replace(/-$/, '') || 'picture';
  const cues = ending === 'vtt' ? (cuesOf.exec(bare)?.[0] ?? '.en') : '';
  const parts = (ending === 'vtt' ? bare.replace(cuesOf, '') : bare).split('.').map(slugOf).filter(Boolean);
  return `${parts.join('.').slice(0, 80) || 'file'}${cues}`;
}

/** What is wrong with a name, in the server's words. */
export function nameFaultOf(target: Target): string | undefined {
  const { folder, stem, ending } = target;
  if (isPicture(target)) return findPictureNameFault(stem);
  if (ending === '.vtt' && !cuesOf.test(stem))
    return 'The name of captions ends in their language, as beacon.en does; that of chapters in .chapters.';
  return findNameFault(folder, `${stem}${ending}`)?.message;
}

/** What is wrong with the file itself, as far as it can be said before it is sent. */
export function fileFaultOf(target: Target, size: number): string | undefined {
  if (!isPicture(target)) return findSizeFault(target.folder, size)?.message;
  if (size === 0) return 'This file is empty.';
  return size > mostPictureBytes ? pictureTooLarge : undefined;
}

/** Why no folder takes a file. @param only a block that is to show it */
export function whyNowhere(file: Named, only?: BlockKind): string {
  const ending = usualEnding(file);
  if (ending === 'gif' || file.type === 'image/gif')
    return 'GIF pictures are not taken. Save it as PNG; if it moves, as a film (WebM or MP4).';
  if (only === 'figure' || /^image\//.test(file.type))
    return 'This is not a PNG, JPEG, WebP or AVIF picture, nor a drawing as SVG. Save it as one of these.';
  if (only === 'video') return 'A film is a WebM or MP4 file.';
  if (only === 'demo') return 'A demo is one HTML file that holds everything.';
  return findNameFault('files', `file.${ending}`)?.message ?? 'Nothing can show this file. Put it into a zip.';
}

/** The same name with a number that no other file has. */
export function freeTarget(target: Target, taken: ReadonlySet<string>): Target {
  const bare = target.stem.replace(/-\d+$/, '').slice(0, 56);
  const numbered = (n: number): Target => ({ ...target, stem: `${bare}-${n}` });
  let free = target;
  for (let n = 2; taken.has(pathOf(free)); n++) free = numbered(n);
  return free;
}
