import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { projectRoot } from './server.ts';

/**
 * Builds the image of the platform with Podman and the Dockerfile. Its two bases are made from files of this machine, because
 * tests can't pull images.
 */

declare module 'vitest' {
  export interface ProvidedContext {
    image: BuiltImage;
  }
}

export interface BuiltImage {
  /** Name in Podman, and in the archive. */
  name: string;
  /** Archive in the format of `docker save`. */
  archive: string;
}

export const clusterTools = join(projectRoot, '../shared/tools/kubernetes');

const run = promisify(execFile);
const maxBuffer = 64 * 1_048_576;

/** Runs Podman. Hybrid cgroups confuse it, so their second mount is hidden from it. */
export async function podman(...args: string[]): Promise<string> {
  const hide = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"';
  const { stdout } = await run('unshare', ['-m', 'sh', '-c', hide, 'podman', ...args], { cwd: projectRoot, maxBuffer });
  return stdout.trim();
}

/** Programs of the platform's base: those of the Dockerfile, and those with which the sandbox of labs starts. */
const basePrograms = [
  ...['mkdir', 'chown', 'cat', 'ls', 'id', 'stat', 'ps', 'sleep'],
  ...['ldd', 'bwrap', 'prlimit', 'setpriv', 'choom', 'nice', 'unshare', 'mount', 'umount'],
];
/** Scripts of the base begin with their paths. */
const shells = ['sh', 'bash'];
/** Programs with which npm installs packages. */
const buildPrograms = ['node', 'env', 'cat', 'ls', 'mkdir', 'rm'];
/** Libraries that native packages load, in addition to those that `ldd` finds. */
const libraries = [
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libresolv.so.2',
  'librt.so.1',
  'libz.so.1',
];

/** Set-up of the tests: builds the image, provides its name and its archive, and removes the archive at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hexpedition-image-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    project.provide('image', await buildImage(folder));
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

async function buildImage(folder: string): Promise<BuiltImage> {
  const npm = dirname(dirname(realpathSync(await pathOf('npm'))));
  const [base, buildBase] = [
    await makeBase(folder, 'base', basePrograms, {}),
    await makeBase(folder, 'build', buildPrograms, { [npm]: 'usr/lib/node_modules/npm' }),
  ];
  const name = 'localhost/hexpedition:test';
  await podman(
    ...['build', '--isolation=chroot', '--network=host', '--format=docker', '--tag', name],
    ...['--build-arg', `BASE=${base}`, '--build-arg', `BUILD_BASE=${buildBase}`, '.'],
  );
  const archive = join(folder, 'hexpedition.tar');
  await podman('save', '--quiet', '--output', archive, name);
  return { name, archive };
}

/**
 * Makes an image from programs of this machine and their libraries.
 * @param more path on this machine → path in the image
 * @returns its name
 */
async function makeBase(
  folder: string,
  kind: string,
  programs: string[],
  more: Record<string, string>,
): Promise<string> {
  const files = new Map<string, string>();
  for (const program of [...programs, ...shells]) {
    const path = realpathSync(await pathOf(program));
    files.set(`${shells.includes(program) ? 'bin' : 'usr/bin'}/${program}`, path);
    for (const library of await librariesOf(path)) files.set(inUsr(library), realpathSync(library));
  }
  const own = await librariesOf(process.execPath);
  const libc = own.find((path) => path.includes('/libc.so'));
  const others = libraries.map((library) => join(dirname(libc ?? ''), library)).filter((path) => existsSync(path));
  for (const library of [...own, ...others]) files.set(inUsr(library), realpathSync(library));
  files.set('etc/ssl/certs/ca-certificates.crt', realpathSync('/etc/ssl/certs/ca-certificates.crt'));
  const texts = { 'etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n', 'etc/group': 'root:x:0:\n', 'usr/etc/npmrc': npmrc };
  for (const [path, text] of Object.entries(texts)) {
    const file = join(folder, `${kind}-${path.replaceAll('/', '-')}`);
    await writeFile(file, text);
    // The same image each time, so that Podman finds its layers again.
    await utimes(file, 0, 0);
    files.set(path, file);
  }
  for (const [file, path] of Object.entries(more)) files.set(path, file);
  const archive = join(folder, `${kind}.tar`);
  const name = `localhost/hexpedition-${kind}:test`;
  const links = ['link:lib:usr/lib', 'link:lib64:usr/lib64'];
  if (kind === 'build') links.push('link:usr/bin/npm:../lib/node_modules/npm/bin/npm-cli.js');
  const copies = [...files].sort().map(([path, file]) => `${file}:${path}`);
  await run('python3', [join(clusterTools, 'image.py'), archive, name, ...copies, ...links, '--', '/bin/sh']);
  await podman('load', '--quiet', '--input', archive);
  await rm(archive);
  return name;
}

/** npm uses the authorities of the base, as other programs do. */
const npmrc = 'cafile=/etc/ssl/certs/ca-certificates.crt\n';

const inUsr = (path: string) => (path.startsWith('/usr/') ? path.slice(1) : `usr${path}`);

async function pathOf(program: string): Promise<string> {
  const folders = (process.env.PATH ?? '').split(':');
  const found = folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
  if (!found) throw new Error(`${program} is not installed.`);
  return found;
}

async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]).catch(() => ({ stdout: '' }));
  return [...stdout.matchAll(/(?:=> |^\s+)(\/\S+)/gm)].map(([, path]) => path ?? '');
}
