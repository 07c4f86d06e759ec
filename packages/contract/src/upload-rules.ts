/**
 * What may lie in the folders of a training, and under which names. The server decides by it, and the browser says the
 * same before anything is sent. No Zod here: pages that upload files import this.
 */

/** Bytes of a part: every one but the last has just as many. It arrives well before a server gives a request up. */
export const uploadPartBytes = 8 * 1024 * 1024;
/** More parts are no file that anybody may upload. */
export const mostParts = 25;

export const uploadFolders = ['figures', 'videos', 'files', 'demos'] as const;
export type UploadFolder = (typeof uploadFolders)[number];

/** The ends of names that each folder takes; a download may also have none, as a program of Unix. */
export const uploadEndings = {
  figures: ['svg'],
  videos: ['webm', 'mp4', 'vtt', 'webp', 'png', 'jpg'],
  files: [
    ...['txt', 'md', 'csv', 'log', 'json', 'yaml', 'sql', 'py', 'sh', 'c', 'asm', 'pem', 'pub', 'pdf', 'png', 'jpg'],
    ...['webp', 'wav', 'zip', 'jar', 'apk', 'gz', 'tgz', 'xz', '7z', 'tar', 'pcap', 'pcapng', 'sqlite', 'bin', 'elf'],
    ...['exe', 'img', 'dump', 'class', 'ab', 'plist'],
  ],
  demos: ['html'],
} as const satisfies Record<UploadFolder, readonly string[]>;

/** Bytes that a file of a folder may have. */
export const sizeLimits: Readonly<Record<UploadFolder, number>> = {
  figures: 1_000_000,
  videos: 200_000_000,
  files: 20_000_000,
  demos: 1_000_000,
};

/** Bytes that a picture may have before it is made anew. */
export const mostPictureBytes = 12 * 1024 * 1024;
export const pictureTooLarge = 'The picture may have at most 12 MB.';

/** Of a figure that is a picture, without its ending: what is stored is `figures/{name}.webp`. */
export const figureName = /^[a-z0-9-]{1,60}$/;
export const figureNameFault = 'A figure has a name of up to 60 small letters, digits and hyphens.';

/** A name that means a device on Windows, whatever its ending: what is exported has to be unpacked anywhere. */
export const isDeviceName = (name: string): boolean => /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i.test(name);
const deviceNameFault = (name: string): string => `On Windows no file can be called ${name}. Choose another name.`;

/** What is wrong with the name of a figure that is a picture, without its ending. */
export function findPictureNameFault(name: string): string | undefined {
  if (!figureName.test(name)) return figureNameFault;
  return isDeviceName(name) ? deviceNameFault(name) : undefined;
}

export interface UploadFault {
  /** Stable, for tools. */
  code: string;
  message: string;
}

/** What is wrong with a name alone, before there are bytes. */
export function findNameFault(folder: UploadFolder, name: string): UploadFault | undefined {
  if (folder === 'figures') return figureFault(name);
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name))
    return { code: 'media-name', message: 'A file has a name of letters, digits, dots, hyphens and underscores.' };
  if (isDeviceName(name) || name.endsWith('.')) return { code: 'media-name', message: deviceNameFault(name) };
  const ending = endingOf(name);
  const known: readonly string[] = uploadEndings[folder];
  if (known.includes(ending) || (folder === 'files' && ending === '')) return undefined;
  return { code: 'media-type', message: `Files like .${ending} do not belong here; use ${known.join(', ')}.` };
}

const figureFault = (name: string): UploadFault | undefined =>
  name.endsWith('.svg') && figureName.test(name.slice(0, -4)) && !isDeviceName(name)
    ? undefined
    : {
        code: 'figure-name',
        message: 'A drawing is called name.svg, in small letters, digits and hyphens. Send other pictures as pictures.',
      };

/** What is wrong with a size alone. */
export function findSizeFault(folder: UploadFolder, size: number): UploadFault | undefined {
  if (size === 0) return { code: 'media-empty', message: 'This file is empty.' };
  if (size <= sizeLimits[folder]) return undefined;
  const megabytes = sizeLimits[folder] / 1_000_000;
  return { code: 'media-large', message: `The file is larger than ${megabytes} MB, the most in ${folder}/.` };
}

export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
