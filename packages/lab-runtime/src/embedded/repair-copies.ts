import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFiles } from '../bundle.ts';
import { filesOf } from '../lab.ts';
import { sourcesOf } from '../repair/sources.ts';
import type { LabFolder } from '../runtime.ts';
import type { CompileC } from './compile.ts';
import { compileTypeScript } from './compile-typescript.ts';
import { buildC, cSources, forWorkspace, isCompiled } from './prepare.ts';
import type { Toolbox } from './sandbox.ts';

interface Workshop {
  tools: Toolbox;
  /** Folder for the copies. */
  scratch: string;
  nextUid: () => number;
  /** Compiles without a cache, which would grow with each attempt. */
  compile: CompileC;
  /** Milliseconds that the TypeScript compiler may take. */
  limitMs?: number | undefined;
}

/** Builds the copies that learners make of labs, each in a temporary folder. */
export function createRepairCopies({ tools, scratch, nextUid, compile, limitMs }: Workshop) {
  async function build(lab: LabFolder, sources: Map<string, Buffer>): Promise<Map<string, Buffer>> {
    if (isCompiled(lab)) return buildC(lab, cSources(sources), compile);
    const files = new Map([...(await filesOf(lab.dir))].filter(([name]) => name.startsWith('public/')));
    files.set('app.mjs', await compileTypeScript(tools, { sources, uid: nextUid(), scratch, limitMs }));
    return files;
  }

  return {
    /**
     * Builds a copy of a lab in which a learner's files replace the lab's.
     * @returns the folder from which an instance can start
     * @throws LabBuildError
     */
    async build(lab: LabFolder, own: Record<string, string>): Promise<string> {
      const sources = await sourcesOf(lab, own);
      const dir = await mkdtemp(join(scratch, 'copy-'));
      try {
        const built = await build(lab, sources);
        const { files, programs } = await forWorkspace(lab, built, isCompiled(lab) ? cSources(sources) : new Map());
        await writeFiles(dir, files);
        for (const name of programs) await chmod(join(dir, name), 0o755);
        // The instance reads it as another user
        await chmod(dir, 0o755);
        return dir;
      } catch (error) {
        await rm(dir, { recursive: true, force: true });
        throw error;
      }
    },
    /** Removes the folder of a copy. Does nothing with the folder of a lab. */
    async discard(dir: string): Promise<void> {
      if (dirname(dir) === scratch) await rm(dir, { recursive: true, force: true });
    },
  };
}
