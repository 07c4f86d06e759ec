import { applyPatch, parsePatch, type StructuredPatch } from 'diff';

/** The author's reference solution: a unified diff against the lab's sources, with paths from the lab's folder on. */
export const SOLUTION = 'solution.patch';

/** A file that the reference solution changes or adds. */
export interface SolvedFile {
  content: Buffer;
  /** Line of the patch where the changes of this file begin. */
  line: number;
}

/** Hunk of the patch that does not apply, with the reason. */
interface PatchProblem {
  line: number;
  message: string;
}

interface FilePatch {
  patch: StructuredPatch;
  /** Line of the patch for each hunk of the file. */
  hunkLines: number[];
}

/**
 * Applies a lab's reference solution. Context lines must match exactly, but a hunk may apply some lines further up or down.
 * @param files path → contents of the lab's folder
 * @returns path → each file that the patch changes or adds, and every part that does not apply
 */
export function applySolution(
  text: string,
  files: Map<string, Buffer>,
): { solved: Map<string, SolvedFile>; problems: PatchProblem[] } {
  const solved = new Map<string, SolvedFile>();
  const problems: PatchProblem[] = [];
  const patches = parse(text);
  if (typeof patches === 'string') return { solved, problems: [{ line: 1, message: patches }] };
  for (const { patch, hunkLines } of patches) {
    const line = Math.max(1, (hunkLines[0] ?? 1) - 1);
    const name = nameOf(patch);
    const result =
      name === undefined ? CHANGES_ONLY : applyTo(patch, name, solved.get(name)?.content ?? files.get(name));
    if (Buffer.isBuffer(result)) solved.set(name ?? '', { content: result, line });
    else if (typeof result === 'string') problems.push({ line, message: result });
    else {
      const message = `${name}: hunk ${result.hunk + 1} of ${patch.hunks.length} does not match the source`;
      problems.push({ line: hunkLines[result.hunk] ?? line, message });
    }
  }
  return { solved, problems };
}

const CHANGES_ONLY = 'a solution changes or adds files of this folder; it cannot rename or delete one';

/** Returns the changes by file, or what is wrong with the whole text. */
function parse(text: string): FilePatch[] | string {
  // A line of a hunk begins with a space, "+", "-" or "\"
  const headers = text.split('\n').flatMap((line, index) => (line.startsWith('@@ ') ? [index + 1] : []));
  let patches: StructuredPatch[];
  try {
    patches = parsePatch(text);
  } catch (error) {
    return `this is not a unified diff: ${error instanceof Error ? error.message : String(error)}`;
  }
  let used = 0;
  const changes = patches.map((patch) => {
    const hunkLines = headers.slice(used, used + patch.hunks.length);
    used += patch.hunks.length;
    return { patch, hunkLines };
  });
  return used === 0 ? 'this patch changes nothing' : changes;
}

/** Path of the file that a patch changes or adds; undefined if it renames or deletes one or points out of the folder. */
function nameOf({ oldFileName = '', newFileName = '' }: StructuredPatch): string | undefined {
  const before = oldFileName.replace(/^a\//, '');
  const name = newFileName.replace(/^b\//, '');
  const isInside = /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').includes('..');
  return isInside && (before === name || before === NO_FILE) ? name : undefined;
}

/** Name of the old file in a patch that adds one. */
const NO_FILE = '/dev/null';

/** Returns the changed contents, what is wrong with the file, or the index of the first hunk that does not match. */
function applyTo(
  patch: StructuredPatch,
  name: string,
  content: Buffer | undefined,
): Buffer | string | { hunk: number } {
  const isNew = patch.oldFileName === NO_FILE;
  if (isNew && content) return `${name}: this file exists, and the patch adds it`;
  if (!isNew && !content) return `${name}: this folder has no such file`;
  const source = content?.toString('utf8') ?? '';
  if (content && !Buffer.from(source).equals(content)) return `${name}: only text files can be changed`;
  const apply = (hunks: StructuredPatch['hunks']) =>
    applyPatch(source, { ...patch, hunks }, { autoConvertLineEndings: false });
  const changed = apply(patch.hunks);
  if (changed !== false) return Buffer.from(changed);
  const hunk = patch.hunks.findIndex((_, index) => apply(patch.hunks.slice(0, index + 1)) === false);
  return { hunk: Math.max(0, hunk) };
}
