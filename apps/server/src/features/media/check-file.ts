import { endingOf, findNameFault, findSizeFault, type UploadFault } from '@hexpedition/contract';
import { findType, type MediaFolder } from './media-types.ts';

/** How many of a file's first and last bytes are looked at. */
export const lookedAt = 66_000;

interface FileToCheck {
  name: string;
  size: number;
  /** Its first bytes. */
  head: Buffer;
}

/**
 * Why a file cannot be given to learners; undefined where it can.
 * @param folder in which it lies: what may lie there follows from that
 */
export function findFault(folder: MediaFolder, { name, size, head }: FileToCheck): UploadFault | undefined {
  const fault = findNameFault(folder, name) ?? findSizeFault(folder, size);
  if (fault) return fault;
  const type = findType(folder, name);
  const ending = endingOf(name);
  if (type?.isOne && !type.isOne(head))
    return { code: 'media-content', message: `The content of this file is not what its ending .${ending} says.` };
  return undefined;
}

/** Files that are archives by nature. */
const archives = new Set(['zip', 'jar', 'apk']);

/**
 * What else an upload of a known kind is for another reader: a zip is read from its end, and browsers of long ago looked
 * for HTML among the first bytes. In captures, memory images and the like anything may lie, so they are not asked.
 * @param head its first bytes, `lookedAt` of them, or all; `tail` its last
 */
export function findSecondNature(
  folder: MediaFolder,
  name: string,
  head: Buffer,
  tail: Buffer,
): UploadFault | undefined {
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
