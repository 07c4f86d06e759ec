import { LabBuildError } from '../build-error.ts';
import { filesOf } from '../lab.ts';
import type { LabFolder } from '../runtime.ts';

/** Bytes of one file of a learner's. The editor has the same limit, in characters. */
const LARGEST = 4 * 64 * 1024;

/** What is in a lab's folder and is no part of its program: above all what would give the repair away. */
const NOT_THE_PROGRAM = /^(?:(?:exploit|tests)\.ts|lab\.yaml|[^/]*\.md|(?:cure|public|workspace)\/.*)$/;

/**
 * Path → contents of all that a copy of the lab's program is built from, with the learner's own files in place of the lab's.
 * @throws LabBuildError when a file is not one that may be changed, or is too large
 */
export async function sourcesOf(lab: LabFolder, own: Record<string, string>): Promise<Map<string, Buffer>> {
  const mayChange = lab.manifest.repair?.files ?? [];
  const sources = new Map([...(await filesOf(lab.dir))].filter(([name]) => !NOT_THE_PROGRAM.test(name)));
  for (const [name, text] of Object.entries(own)) {
    if (!mayChange.includes(name)) throw new LabBuildError(`${name} is not a file that can be repaired.`);
    const content = Buffer.from(text);
    if (content.length > LARGEST) throw new LabBuildError(`${name} is too large.`);
    sources.set(name, content);
  }
  return sources;
}
