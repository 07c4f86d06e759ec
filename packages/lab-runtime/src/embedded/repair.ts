import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LabBuildError, writeFiles } from '../bundle.ts';
import { sourcesOf } from '../repair/sources.ts';
import type { LabFolder, PreparedLab } from '../runtime.ts';
import { compileProgram } from './compile.ts';
import { compileTypeScript } from './compile-typescript.ts';
import { contentsOf, describeLab } from './prepare.ts';
import type { Toolbox } from './sandbox.ts';
import type { Userland } from './userland.ts';

/** The copies that learners make of labs, each in a folder of its own that is taken away again. */
export function createRepairs({
  tools,
  userland,
  scratch,
  nextUid,
}: {
  tools: Toolbox;
  userland: Userland | undefined;
  scratch: string;
  nextUid: () => number;
}) {
  return {
    /**
     * Builds a copy of a lab with a learner's files in place of its own. The compilers run in boxes.
     * @throws LabBuildError
     */
    async build(lab: LabFolder, own: Record<string, string>): Promise<PreparedLab> {
      const sources = await sourcesOf(lab, own);
      const { files, programs } = await contentsOf(lab, sources, {
        bundle: () => compileTypeScript(tools, { sources, uid: nextUid(), scratch }),
        compile: async (sources, program, cflags) => {
          if (!userland) throw new LabBuildError('There are no programs here that could compile it.');
          return compileProgram(tools, userland, { sources, program, cflags, uid: nextUid() });
        },
      });
      const dir = await mkdtemp(join(scratch, 'copy-'));
      await writeFiles(dir, files, programs);
      // The instance reads it as another user
      await chmod(dir, 0o755);
      return { ...describeLab(lab), risk: 'code-exec', dir };
    },
    /** Does nothing with the folder of a lab that is no copy. */
    async discard(dir: string): Promise<void> {
      if (dirname(dir) === scratch) await rm(dir, { recursive: true, force: true });
    },
  };
}
