// `node scripts/node-versions.mjs 24`: prints the path of the newest Node of that major version. npm downloads it once into
// `.cache/node`. CI runs the tests of the sandbox on each supported version.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/setup.mjs';

const [line] = process.argv.slice(2);
const name = `node-linux-${process.arch}`;
const folder = join(root, '.cache', 'node', line);
const node = join(folder, 'node_modules', name, 'bin', 'node');

if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  // A separate project; otherwise npm would install into this one.
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    folder,
    `${name}@${line}`,
  ];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
console.log(node);
