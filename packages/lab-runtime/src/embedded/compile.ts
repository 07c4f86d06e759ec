import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LabBuildError } from '../build-error.ts';
import { hashFiles } from '../lab.ts';
import { closed, kill, launch } from './launch.ts';
import { type BoxTools, boxCommand, confinedCommand, FD, namespaces } from './sandbox.ts';
import { devices, type Userland } from './userland.ts';

const MB = 1024 * 1024;
const TIME_LIMIT = 20_000;
const MAX_PROGRAM_BYTES = 4 * MB;
const MAX_OUTPUT = 8_192;

const compilerLimits = {
  nproc: 32,
  cpu: 15,
  nofile: 64,
  fsize: 8 * MB,
  core: 1,
  stack: 8 * MB,
  as: 4096 * MB,
  sigpending: 64,
  data: 384 * MB,
} as const;

/** Compiles C: sources by name, name of the main source, and compiler options. */
export type CompileC = (sources: Map<string, Buffer>, program: string, cflags: string[]) => Promise<Buffer>;

/** The compiler that the sandbox runs. */
export const GCC = '/usr/bin/gcc';

export interface Compilation {
  /** Name → contents, without folders. */
  sources: Map<string, Buffer>;
  /** Name of the main source. */
  program: string;
  cflags: string[];
  /** A user ID that no other box has; used only as real root. */
  uid: number;
}

/**
 * Compiles a C program with gcc in a separate box, which contains the machine's programs and the sources and nothing
 * else to include. Treat the result as bytes from a stranger.
 * @throws LabBuildError with a message for the author of the source
 */
export async function compileProgram(tools: BoxTools, userland: Userland, job: Compilation): Promise<Buffer> {
  const sources = [...job.sources];
  const options = [
    ...namespaces(tools),
    ...['--die-with-parent', '--clearenv', '--hostname', 'compiler', '--seccomp', String(FD.seccomp)],
    ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'TZ', 'UTC'],
    ...['--perms', '0755', '--dir', '/dev', ...devices(), ...userland.options],
    ...['--perms', '0755', '--dir', '/src'],
    ...sources.flatMap(([name], i) => [
      ...['--perms', '0444', '--ro-bind-data', String(FD.firstFile + i), `/src/${name}`],
    ]),
    ...['--perms', '1777', '--size', String(32 * MB), '--tmpfs', '/tmp', '--chdir', '/src', '--remount-ro', '/'],
  ];
  const inner = [
    '/bin/sh',
    '-c',
    'gcc -o /tmp/program "$@" && exec cat /tmp/program',
    'gcc',
    job.program,
    ...job.cflags,
  ];
  const child = launch(
    boxCommand(tools, {
      enter: [],
      options,
      filter: tools.filter,
      inner: confinedCommand(tools, compilerLimits, job.uid, inner),
      files: sources.map(([, content]) => content),
    }),
    'ignore',
    {},
  );
  const built: Buffer[] = [];
  let bytes = 0;
  let output = '';
  let problem: string | undefined;
  const fail = (why: string) => {
    problem ??= why;
    kill(child);
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_PROGRAM_BYTES) fail('The program is larger than 4 MB.');
    else built.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (output.length < MAX_OUTPUT) output += chunk.toString();
  });
  const timer = setTimeout(() => fail('The compiler took too long.'), TIME_LIMIT);
  const exit = await closed(child);
  clearTimeout(timer);
  if (problem === undefined && exit === 'exit code 0') return Buffer.concat(built);
  const message = exit === 'exit code 127' ? 'gcc is not installed (packages gcc and libc6-dev).' : output.trim();
  throw new LabBuildError(problem ?? (message.slice(0, MAX_OUTPUT) || `The compiler failed (${exit}).`));
}

/** Returns a compiler that keeps its results in a cache, by sources, options and version of gcc. */
export function withCompileCache(compile: CompileC, cacheDir: string): CompileC {
  return async (sources, program, cflags) => {
    const gcc = await stat(GCC).catch(() => undefined);
    const how = JSON.stringify([program, cflags, gcc?.ino, gcc?.mtimeMs]);
    const file = join(cacheDir, `c-${hashFiles(new Map([...sources, ['/', Buffer.from(how)]]))}`);
    const kept = await readFile(file).catch(() => undefined);
    if (kept) return kept;
    const built = await compile(sources, program, cflags);
    await mkdir(cacheDir, { recursive: true });
    // Written atomically, because two processes may do this at once
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, built);
    await rename(draft, file);
    return built;
  };
}
