// `npm test [unit|e2e|curriculum|failures|kubernetes|proxies|watch] [pattern …]`: installs what is missing, builds if the tests need it, runs them,
// prints the ten slowest files, and ends with "N passed, N failed". `watch` runs the unit tests again after each change.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, installPackages, installPrograms, requireNode, root } from './lib/setup.mjs';

const unit = ['unit', 'web'];
const e2e = ['e2e', 'built'];
const parts = {
  unit,
  e2e,
  watch: unit,
  curriculum: ['curriculum'],
  failures: ['failures'],
  kubernetes: ['kubernetes'],
  proxies: ['proxies'],
};

const [first, ...others] = process.argv.slice(2);
const part = first !== undefined && Object.hasOwn(parts, first) ? first : undefined;
const patterns = part || first === undefined ? others : [first, ...others];
// Without a part, everything except the parts that take minutes or need more programs.
const projects = part ? parts[part] : [...e2e, ...unit];
requireNode();
installPackages();
if (!unit.every((name) => projects.includes(name)) || part === undefined) {
  requirePrograms();
  buildIfNeeded();
}
// Without it, the test of several nodes is skipped.
if (part === 'failures' && process.platform === 'linux') installPrograms([{ program: 'haproxy', name: 'haproxy' }]);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const selection = [...projects.flatMap((project) => ['--project', project]), ...patterns];
const options = { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } };
if (part === 'watch') process.exit(spawnSync(process.execPath, [vitest, 'watch', ...selection], options).status ?? 1);

const report = join(root, '.cache', 'tests.json');
mkdirSync(join(root, '.cache'), { recursive: true });
rmSync(report, { force: true });
const reporters = ['default', 'json', join(root, 'scripts/lib/slowest-files.mjs')].map((one) => `--reporter=${one}`);
const args = ['run', ...reporters, `--outputFile.json=${report}`, ...selection];
const { status } = spawnSync(process.execPath, [vitest, ...args], options);

let counts = { numPassedTests: 0, numFailedTests: 0 };
try {
  counts = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  console.error('The test runner wrote no report.');
}
// A file that fails before its first test counts as one failure.
const failed = Math.max(counts.numFailedTests, status === 0 ? 0 : 1);
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exit(status === 0 && counts.numPassedTests > 0 ? 0 : 1);

/** Installs Chromium and bubblewrap, or exits with a message. The headless shell takes half the time, but not every system has it. */
function requirePrograms() {
  if (process.platform !== 'linux' || process.env.CHROMIUM_PATH) return;
  const install = (name, program = name) => installPrograms([{ program, name }]);
  if (install('bubblewrap', 'bwrap') && (install('chromium-headless-shell') || install('chromium'))) return;
  console.error('The tests need Chromium and bubblewrap. Install them (Debian: apt install chromium-headless-shell');
  console.error('bubblewrap), or set CHROMIUM_PATH to your Chromium.');
  process.exit(1);
}
