// `node scripts/node-versions.mjs 24`: prints the path of the newest Node of that line, which npm fetches once into
// `.cache/node`. The tests of the sandbox run on each line that people have, whatever Node the machine itself has.
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
  // A project of its own: otherwise npm would take it for a part of this one
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
