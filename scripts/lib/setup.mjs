// Prepares a checkout: packages, programs and the build. It imports only Node's own modules, because it runs before the install.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Runs a program in the project's folder and shows its output. Exits this process if the program fails. */
function run(program, args, { env = {} } = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error(`\n${[program, ...args].join(' ')} failed.`);
    process.exit(result.status ?? 1);
  }
}

/** Runs a development tool from node_modules with this Node. */
export function runTool(path, args, options) {
  run(process.execPath, [join(root, 'node_modules', path), ...args], options);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Hexpedition needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/** Installs the packages of the lock file unless they are installed already. */
export function installPackages() {
  const wanted = hash([join(root, 'package-lock.json')]) + process.version;
  const stamp = join(root, 'node_modules', '.hexpedition');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages (once) …');
  run('npm', ['ci', '--no-fund', '--no-audit', '--include=dev', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

/**
 * Installs missing programs with apt-get if this process is root on Debian or Ubuntu.
 * @returns whether all programs are available afterwards
 */
export function installPrograms(packages) {
  const missing = packages.filter(({ program }) => !onPath(program));
  if (missing.length === 0) return true;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  const names = missing.map(({ name }) => name);
  console.log(`Installing ${names.join(', ')} (once) …`);
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet).status === 0;
  if (!install()) {
    spawnSync('apt-get', ['update'], quiet);
    install();
  }
  return missing.every(({ program }) => onPath(program));
}

function onPath(program) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
}

/** Builds the product unless `dist/` was built from the current sources. */
export function buildIfNeeded() {
  const wanted = hash(sources());
  const stamp = join(root, 'dist', '.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  run(process.execPath, [join(root, 'scripts/build.mjs')]);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, wanted);
}

function sources() {
  const files = ['package-lock.json', 'scripts/build.mjs', 'scripts/lib/bundle.mjs'].map((file) => join(root, file));
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || /^\.|\.test\.tsx?$/.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else files.push(path);
    }
  };
  for (const folder of ['apps', 'packages', 'bench']) if (existsSync(join(root, folder))) walk(join(root, folder));
  return files.filter((file) => statSync(file).isFile()).sort();
}

function hash(files) {
  const sum = createHash('sha256');
  for (const file of files) sum.update(file.slice(root.length)).update(readFileSync(file));
  return sum.digest('hex');
}
