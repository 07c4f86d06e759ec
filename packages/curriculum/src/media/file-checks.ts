import { endingOf, findFileNameProblem, findFileSizeProblem, type UploadProblem } from '@hexpedition/contract';
import { findType, type MediaFolder } from './media-types.ts';

/** Number of first and last bytes of a file that are inspected. */
export const inspectedBytes = 66_000;

interface FileToCheck {
  name: string;
  size: number;
  /** Its first bytes. */
  head: Buffer;
}

/**
 * Returns why a file cannot be served to learners; undefined if it can.
 * @param folder folder of the file, which determines the allowed types
 */
export function findFileProblem(folder: MediaFolder, { name, size, head }: FileToCheck): UploadProblem | undefined {
  const problem = findFileNameProblem(folder, name) ?? findFileSizeProblem(folder, size);
  if (problem) return problem;
  const type = findType(folder, name);
  const extension = endingOf(name);
  if (type?.hasSignature && !type.hasSignature(head))
    return { code: 'media-content', message: `The content of this file does not match its extension .${extension}.` };
  return undefined;
}

/** Extensions of file formats that are zip archives. */
const archives = new Set(['zip', 'jar', 'apk']);

/**
 * Detects uploads that are also a valid file of another type: a zip is read from its end, and old browsers searched
 * for HTML in the first bytes. Captures, memory images and similar types are not checked, because they may contain
 * anything.
 * @param head the first `inspectedBytes` bytes, or all; `tail`: the last bytes
 */
export function findOtherFileType(
  folder: MediaFolder,
  name: string,
  head: Buffer,
  tail: Buffer,
): UploadProblem | undefined {
  const otherType = findType(folder, name)?.hasSignature ? detectOtherType(endingOf(name), head, tail) : undefined;
  if (!otherType) return undefined;
  return {
    code: 'media-two-things',
    message: `This file is also ${otherType}. Save it again, or upload it as that type.`,
  };
}

function detectOtherType(extension: string, head: Buffer, tail: Buffer): string | undefined {
  const endRecord = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const comment = endRecord >= 0 && endRecord + 22 <= tail.length ? tail.readUInt16LE(endRecord + 20) : -1;
  const isArchive = comment >= 0 && endRecord + 22 + comment === tail.length;
  if (isArchive && !archives.has(extension)) return 'a zip';
  if (!isArchive && archives.has(extension)) return 'something other than a zip';
  const start = head.toString('latin1', 0, 1_024);
  return /<(!doctype|html|script|svg|iframe)[\s>]/i.test(start) ? 'an HTML page' : undefined;
}
