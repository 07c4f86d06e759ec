import { LabBuildError } from '../build-error.ts';
import { filesOf } from '../lab.ts';
import type { LabFolder } from '../runtime.ts';

/** Maximum bytes of one file of a learner. The editor has the same limit, in characters. */
const MAX_FILE_BYTES = 4 * 64 * 1024;

/** Files of a lab's folder that do not belong to its program. A copy must not read them, because some reveal the repair. */
const NOT_THE_PROGRAM =
  /^(?:(?:exploit|tests)\.ts|lab\.yaml|solution\.patch|[^/]*\.md|(?:public|workspace|false-fixes)\/.*)$/;

/**
 * Returns path → contents of the sources for a copy of the lab's program, in which the learner's files replace the lab's.
 * @throws LabBuildError if the learner may not change one of the files, or it is too large
 */
export async function sourcesOf(lab: LabFolder, own: Record<string, string>): Promise<Map<string, Buffer>> {
  const mayChange = lab.manifest.repair?.files ?? [];
  const sources = new Map([...(await filesOf(lab.dir))].filter(([name]) => !NOT_THE_PROGRAM.test(name)));
  for (const [name, text] of Object.entries(own)) {
    if (!mayChange.includes(name)) throw new LabBuildError(`${name} is not a file that can be repaired.`);
    const content = Buffer.from(text);
    if (content.length > MAX_FILE_BYTES) throw new LabBuildError(`${name} is too large.`);
    sources.set(name, content);
  }
  return sources;
}
