/**
 * Rules for the files in the folders of a training. The server enforces them, and the browser checks them before an
 * upload. This file must not import Zod, because pages that upload files import it.
 */

/** Bytes of each part except the last. A part is small enough to arrive before the request times out. */
export const uploadPartBytes = 8 * 1024 * 1024;
/** Maximum number of parts of a file. */
export const maxParts = 25;

/** Limits of an import that can be set for each import. A zip without Zip64 has at most 65,534 files. */
export const importLimits = {
  files: { default: 50_000, max: 65_534 },
  /** Size of all files together, unpacked. */
  megabytes: { default: 1_000, max: 4_000 },
} as const;

export const uploadFolders = ['figures', 'videos', 'files', 'demos'] as const;
export type UploadFolder = (typeof uploadFolders)[number];

/** Allowed extensions per folder. A download may have no extension, as a Unix program. */
export const uploadEndings = {
  figures: ['svg'],
  videos: ['webm', 'mp4', 'vtt', 'webp', 'png', 'jpg', 'jpeg'],
  files: [
    ...['txt', 'md', 'csv', 'log', 'json', 'yaml', 'sql', 'py', 'sh', 'c', 'asm', 'pem', 'pub', 'pdf', 'png', 'jpg'],
    ...[
      'jpeg',
      'webp',
      'wav',
      'zip',
      'jar',
      'apk',
      'gz',
      'tgz',
      'xz',
      '7z',
      'tar',
      'pcap',
      'pcapng',
      'sqlite',
      'bin',
      'elf',
    ],
    ...['exe', 'img', 'dump', 'class', 'ab', 'plist'],
  ],
  demos: ['html'],
} as const satisfies Record<UploadFolder, readonly string[]>;

/** Maximum bytes of a file per folder. */
export const sizeLimits: Readonly<Record<UploadFolder, number>> = {
  figures: 1_000_000,
  videos: 200_000_000,
  files: 20_000_000,
  demos: 1_000_000,
};

/** Maximum bytes of an image before it is re-encoded. */
export const maxPictureBytes = 12 * 1024 * 1024;
export const pictureTooLarge = 'The picture may have at most 12 MB.';

/** Name of an image figure without its extension. It is stored as `figures/{name}.webp`. */
export const figureName = /^[a-z0-9-]{1,60}$/;
export const figureNameError = 'Use up to 60 lowercase letters, digits and hyphens for the name of a figure.';

/** Returns whether Windows reserves the name for a device. An export must be extractable on any system. */
export const isDeviceName = (name: string): boolean => /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i.test(name);
const deviceNameError = (name: string): string => `Windows does not allow a file named ${name}. Choose another name.`;

/** Returns the problem of an image figure's name without its extension, or undefined. */
export function findPictureNameProblem(name: string): string | undefined {
  if (!figureName.test(name)) return figureNameError;
  return isDeviceName(name) ? deviceNameError(name) : undefined;
}

export interface UploadProblem {
  /** Stable code for tools. */
  code: string;
  message: string;
}

/** Returns the problem of a file's name, or undefined. */
export function findFileNameProblem(folder: UploadFolder, name: string): UploadProblem | undefined {
  if (folder === 'figures') return figureNameProblem(name);
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name))
    return {
      code: 'media-name',
      message: 'Use letters, digits, dots, hyphens and underscores for the name of a file.',
    };
  if (isDeviceName(name) || name.endsWith('.')) return { code: 'media-name', message: deviceNameError(name) };
  const ending = endingOf(name);
  const allowed: readonly string[] = uploadEndings[folder];
  if (allowed.includes(ending) || (folder === 'files' && ending === '')) return undefined;
  return { code: 'media-type', message: `Files like .${ending} do not belong here; use ${allowed.join(', ')}.` };
}

const figureNameProblem = (name: string): UploadProblem | undefined =>
  name.endsWith('.svg') && figureName.test(name.slice(0, -4)) && !isDeviceName(name)
    ? undefined
    : {
        code: 'figure-name',
        message: 'Name a drawing name.svg, with lowercase letters, digits and hyphens. Upload other images as images.',
      };

/** Returns the problem of a file's size, or undefined. */
export function findFileSizeProblem(folder: UploadFolder, size: number): UploadProblem | undefined {
  if (size === 0) return { code: 'media-empty', message: 'This file is empty.' };
  if (size <= sizeLimits[folder]) return undefined;
  const megabytes = sizeLimits[folder] / 1_000_000;
  return { code: 'media-large', message: `The file is larger than ${megabytes} MB, the most in ${folder}/.` };
}

export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
