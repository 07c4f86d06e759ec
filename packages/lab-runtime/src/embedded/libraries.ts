import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the shared libraries that these programs load, including the loader, as absolute paths. */
export async function librariesOf(programs: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const program of programs) {
    // ldd fails for a static program, which needs none
    const { stdout } = await run('ldd', [program]).catch(() => ({ stdout: '' }));
    for (const path of parseLdd(stdout)) found.add(path);
  }
  return [...found];
}

/** Returns the paths in the output of ldd: `name => /path (0x…)` and, for the loader, `/path (0x…)`. */
export function parseLdd(output: string): string[] {
  return [...output.matchAll(/(\/\S+) \(0x[0-9a-f]+\)/g)].map((match) => match[1] ?? '');
}

/**
 * Returns the path of a command, or undefined. Links are not resolved, because BusyBox depends on the name that it is
 * called by.
 */
export async function findProgram(name: string): Promise<string | undefined> {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin', '/sbin', ...path]) {
    const file = `${folder}/${name}`;
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return undefined;
}
