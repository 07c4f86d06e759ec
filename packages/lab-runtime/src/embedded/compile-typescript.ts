import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { LabBuildError } from '../build-error.ts';
import { BANNER, bundleKit, writeFiles } from '../bundle.ts';
import { closed, kill, launch } from './launch.ts';
import {
  boxCommand,
  confinedCommand,
  FD,
  libraryPathOptions,
  limits,
  namespaces,
  root,
  type SandboxCommand,
  type Toolbox,
} from './sandbox.ts';

const MB = 1024 * 1024;
/** Maximum size of a bundle. A lab's has some kilobytes. */
const MAX_BUNDLE_BYTES = 4 * MB;
/** Maximum characters of compiler output. */
const MAX_OUTPUT = 8_192;
/** Milliseconds that the compiler may take. */
const COMPILE_LIMIT = 15_000;
/** Limits of the compiler. Go starts a few threads for each processor. */
const compilerLimits = { ...limits, cpu: 10, nproc: 64, data: 768 * MB };

/** Paths in the box. */
const SOURCES = '/src';
const KIT = '/kit/kit.mjs';
const COMPILER = '/compiler/esbuild';

/**
 * Bundles `app.ts` from a learner's sources. esbuild runs in a separate box, in which an import reaches only the
 * sources and the kit. A source that makes it loop or crash affects nothing else.
 * @param sources path → contents
 * @throws LabBuildError with a message for the learner
 */
export async function compileTypeScript(
  tools: Toolbox,
  {
    sources,
    uid,
    scratch,
    limitMs = COMPILE_LIMIT,
  }: { sources: Map<string, Buffer>; uid: number /** A folder of this user. */; scratch: string; limitMs?: number },
): Promise<Buffer> {
  const dir = await mkdtemp(join(scratch, 'compile-'));
  try {
    await writeFiles(dir, new Map([...sources].map(([name, content]) => [`src/${name}`, content])));
    await writeFiles(dir, new Map([['kit/kit.mjs', await bundleKit()]]));
    return await compileIn(command(tools, { dir, uid }), limitMs);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function command(tools: Toolbox, { dir, uid }: { dir: string; uid: number }): SandboxCommand {
  const options = [
    ...namespaces(tools),
    ...['--die-with-parent', '--clearenv', '--hostname', 'compiler', '--seccomp', String(FD.seccomp)],
    ...['--setenv', 'HOME', '/tmp', '--setenv', 'GOMAXPROCS', '2', '--setenv', 'GOGC', '50'],
    ...libraryPathOptions(tools),
    ...root(tools),
    ...['--perms', '0755', '--dir', '/compiler', '--ro-bind', esbuild(), COMPILER],
    ...['--ro-bind', join(dir, 'src'), SOURCES, '--ro-bind', join(dir, 'kit'), '/kit', '--chdir', SOURCES],
    ...['--perms', '1777', '--size', String(MB), '--tmpfs', '/tmp', '--remount-ro', '/'],
  ];
  const inner = [
    ...[COMPILER, './app.ts', '--bundle', '--platform=node', '--format=esm', '--target=node20', '--color=false'],
    ...['--log-limit=10', '--log-level=error', '--tsconfig-raw={}', `--banner:js=${BANNER}`],
    `--alias:@hexpedition/lab-runtime/kit=${KIT}`,
  ];
  const limited = confinedCommand(tools, compilerLimits, uid, inner);
  return boxCommand(tools, { enter: [], options, filter: tools.filter, inner: limited, files: [] });
}

/** Path of the native program. The script that npm installs in its place needs a Node that may start processes. */
function esbuild(): string {
  const ours = createRequire(import.meta.url);
  return createRequire(ours.resolve('esbuild')).resolve(`@esbuild/${platform}-${arch}/bin/esbuild`);
}

async function compileIn(box: SandboxCommand, limitMs: number): Promise<Buffer> {
  const child = launch(box, 'ignore', {});
  const chunks: Buffer[] = [];
  let bytes = 0;
  let output = '';
  let problem: string | undefined;
  const end = (why: string) => {
    problem ??= why;
    kill(child);
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BUNDLE_BYTES) end('The bundle of these sources is too large.');
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (output.length < MAX_OUTPUT) output += chunk.toString();
  });
  const timer = setTimeout(() => end('The compiler took too long.'), limitMs);
  const exit = await closed(child);
  clearTimeout(timer);
  if (problem === undefined && exit === 'exit code 0') return Buffer.concat(chunks);
  throw new LabBuildError(problem ?? (output.trim().slice(0, MAX_OUTPUT) || `The compiler failed (${exit}).`));
}
