import { isDeviceName } from '#platform/device-names';
import { endingOf, endingsOf, findType, type MediaFolder, sizeLimits } from './media-types.ts';

/** How many of a file's first and last bytes are looked at. */
export const lookedAt = 66_000;

interface FileToCheck {
  name: string;
  size: number;
  /** Its first bytes. */
  head: Buffer;
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
export function findFault(folder: MediaFolder, { name, size, head }: FileToCheck): Fault | undefined {
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
  return undefined;
}

/** What is wrong with the name alone, before there are bytes. */
export function findNameFault(folder: MediaFolder, name: string): Fault | undefined {
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name))
    return { code: 'media-name', message: 'A file has a name of letters, digits, dots, hyphens and underscores.' };
  // What is exported has to be unpacked anywhere, and imported.
  if (isDeviceName(name) || name.endsWith('.'))
    return { code: 'media-name', message: `On Windows no file can be called ${name}. Choose another name.` };
  if (findType(folder, name)) return undefined;
  const known = endingsOf(folder).join(', ');
  return { code: 'media-type', message: `Files like .${endingOf(name)} do not belong here; use ${known}.` };
}

/** Files that are archives by nature. */
const archives = new Set(['zip', 'jar', 'apk']);

/**
 * What else an upload of a known kind is for another reader: a zip is read from its end, and browsers of long ago looked
 * for HTML among the first bytes. In captures, memory images and the like anything may lie, so they are not asked.
 * @param head its first bytes, `lookedAt` of them, or all; `tail` its last
 */
export function findSecondNature(folder: MediaFolder, name: string, head: Buffer, tail: Buffer): Fault | undefined {
  const second = findType(folder, name)?.isOne ? secondNature(endingOf(name), head, tail) : undefined;
  if (!second) return undefined;
  return { code: 'media-two-things', message: `This file is ${second} too. Save it anew, or give it as that.` };
}

function secondNature(ending: string, head: Buffer, tail: Buffer): string | undefined {
  const endRecord = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const comment = endRecord >= 0 && endRecord + 22 <= tail.length ? tail.readUInt16LE(endRecord + 20) : -1;
  const isArchive = comment >= 0 && endRecord + 22 + comment === tail.length;
  if (isArchive && !archives.has(ending)) return 'a zip';
  if (!isArchive && archives.has(ending)) return 'something besides a zip';
  const start = head.toString('latin1', 0, 1_024);
  return /<(!doctype|html|script|svg|iframe)[\s>]/i.test(start) ? 'a page' : undefined;
}
