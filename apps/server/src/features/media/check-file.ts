import { endingOf, endingsOf, findType, type MediaFolder, sizeLimits } from './media-types.ts';

/** How many of a file's first and last bytes are looked at. */
export const lookedAt = 66_000;

export interface FileToCheck {
  name: string;
  size: number;
  /** Its first and its last bytes, `lookedAt` of each; the same where the file is smaller. */
  head: Buffer;
  tail: Buffer;
}

export interface Fault {
  /** Stable, for tools. */
  code: string;
  message: string;
}

/**
 * Why a file cannot be given to learners; undefined where it can.
 * @param folder in which it lies: what may lie there follows from that
 */
export function findFault(folder: MediaFolder, { name, size, head, tail }: FileToCheck): Fault | undefined {
  const nameFault = findNameFault(folder, name);
  if (nameFault) return nameFault;
  const type = findType(folder, name);
  const ending = endingOf(name);
  if (size === 0) return { code: 'media-empty', message: 'This file is empty.' };
  if (size > sizeLimits[folder]) {
    const megabytes = sizeLimits[folder] / 1_000_000;
    return { code: 'media-large', message: `The file is larger than ${megabytes} MB, the most in ${folder}/.` };
  }
  if (type?.isOne && !type.isOne(head))
    return { code: 'media-content', message: `The content of this file is not what its ending .${ending} says.` };
  const second = type?.isOne ? secondNature(ending, head, tail) : undefined;
  return (
    second && { code: 'media-two-things', message: `This file is ${second} too. Save it anew, or give it as that.` }
  );
}

/** What is wrong with the name alone, before there are bytes. */
export function findNameFault(folder: MediaFolder, name: string): Fault | undefined {
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name))
    return { code: 'media-name', message: 'A file has a name of letters, digits, dots, hyphens and underscores.' };
  if (findType(folder, name)) return undefined;
  const known = endingsOf(folder).join(', ');
  return { code: 'media-type', message: `Files like .${endingOf(name)} do not belong here; use ${known}.` };
}

/** Files that are archives by nature. */
const archives = new Set(['zip', 'jar', 'apk']);

/**
 * What else a file of a known kind is for another reader: a zip is read from its end, and browsers of long ago looked for
 * HTML among the first bytes. In captures, memory images and the like anything may lie, so they are not asked.
 */
function secondNature(ending: string, head: Buffer, tail: Buffer): string | undefined {
  const endRecord = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const comment = endRecord >= 0 && endRecord + 22 <= tail.length ? tail.readUInt16LE(endRecord + 20) : -1;
  const isArchive = comment >= 0 && endRecord + 22 + comment === tail.length;
  if (isArchive && !archives.has(ending)) return 'a zip';
  if (!isArchive && archives.has(ending)) return 'something besides a zip';
  const start = head.toString('latin1', 0, 1_024);
  return /<(!doctype|html|script|svg|iframe)[\s>]/i.test(start) ? 'a page' : undefined;
}
