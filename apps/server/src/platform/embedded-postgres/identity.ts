import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#platform/start-error';
import type { Binaries } from './binaries.ts';

/**
 * How PostgreSQL's programs are started. PostgreSQL refuses to run as root. A root process therefore starts it in a user
 * namespace if possible, else as the system user nobody.
 */
export interface Identity {
  binaries: Binaries;
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess;
  /** Changes the owner of a path to the identity. */
  own(folder: string): void;
}

const nobody = 65_534;
const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--'];

export function chooseIdentity(binaries: Binaries, dataDir: string): Identity {
  if (process.getuid?.() !== 0) return asCurrentUser(binaries);
  if (spawnSync('unshare', [...namespace, 'true']).status === 0) return inNamespace(binaries);
  return asNobody(binaries, dataDir);
}

/** Environment of PostgreSQL's programs. It excludes SECRET_KEY and the operator's other settings. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Wraps a command so that on Linux PostgreSQL exits with this process, even after `kill -9`. */
const withParent = (program: string, args: string[]): [string, string[]] =>
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0
    ? ['setpriv', ['--pdeathsig', 'INT', program, ...args]]
    : [program, args];

function asCurrentUser(binaries: Binaries): Identity {
  return {
    binaries,
    spawn: (program, args, options) => spawn(...withParent(program, args), { ...options, env: environment() }),
    own: () => {},
  };
}

function inNamespace(binaries: Binaries): Identity {
  return {
    binaries,
    spawn: (program, args, options) => {
      // setpriv must be the inner command, because a change of user clears the signal.
      const [inner, rest] = withParent(program, args);
      return spawn('unshare', [...namespace, inner, ...rest], { ...options, env: environment() });
    },
    own: () => {},
  };
}

function asNobody(binaries: Binaries, dataDir: string): Identity {
  const reachable = (path: string) =>
    spawnSync('test', ['-r', path, '-a', '-x', path], { uid: nobody, gid: nobody }).status === 0;
  mkdirSync(dataDir, { recursive: true });
  if (!reachable(dataDir)) {
    throw new StartError(
      `PostgreSQL does not run as root, user namespaces are not available, and the user nobody cannot access ${dataDir}.`,
      'Start as an ordinary user, set DATA_DIR to a folder that all users can access, or set DATABASE_URL.',
    );
  }
  return {
    binaries: reachable(binaries.postgres) ? binaries : copyBinaries(binaries, dataDir),
    spawn: (program, args, options) => {
      const [inner, rest] = withParent(program, args);
      return spawn(inner, rest, { ...options, env: environment(), uid: nobody, gid: nobody });
    },
    own: (folder) => {
      accessSync(folder, constants.W_OK);
      chownSync(folder, nobody, nobody);
    },
  };
}

function copyBinaries(binaries: Binaries, dataDir: string): Binaries {
  const root = join(dataDir, 'postgres-bin');
  if (!existsSync(join(root, 'bin', 'postgres'))) {
    cpSync(binaries.root, root, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', root]);
  }
  return { root, postgres: join(root, 'bin', 'postgres'), initdb: join(root, 'bin', 'initdb') };
}
