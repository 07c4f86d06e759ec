// `npm test [unit|component|e2e|curriculum|announcement] [pattern …]`: sets up what is missing, runs the tests, prints the ten slowest
// files, and ends with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, installPackages, installPrograms, requireNode, root } from './lib/setup.mjs';
import { recordWalk } from './walked.mjs';

const [part, ...patterns] = process.argv.slice(2);
requireNode();
installPackages();
// The shell is Chromium without its windows, and takes half the time. Not every system has it.
const install = (name, program = name) => installPrograms([{ program, name }]);
const hasPrograms = () => install('bubblewrap', 'bwrap') && (install('chromium-headless-shell') || install('chromium'));
if (process.platform === 'linux' && !process.env.CHROMIUM_PATH && !hasPrograms()) {
  console.error('The tests need Chromium and bubblewrap. Install them (on Debian:');
  console.error('apt install chromium-headless-shell bubblewrap), or set CHROMIUM_PATH to a Chromium of your own.');
  process.exit(1);
}
buildIfNeeded();

const report = join(root, '.cache', 'tests.json');
mkdirSync(join(root, '.cache'), { recursive: true });
rmSync(report, { force: true });
const reporters = ['default', 'json', join(root, 'scripts/lib/slowest-files.mjs')].map((one) => `--reporter=${one}`);
const args = ['run', ...reporters, `--outputFile.json=${report}`];
// What takes minutes is apart: the walk over the whole curriculum, and the announcement to a hundred thousand. `unit` is
// also what the web tests below the browser.
const usual = ['unit*', 'component', 'e2e'];
const projects = part === 'unit' ? ['unit*', 'component'] : part ? [part] : usual;
for (const project of projects) args.push('--project', project);
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args, ...patterns], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test' },
});

let counts = { numPassedTests: 0, numFailedTests: 0, numFailedTestSuites: 0 };
try {
  counts = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  console.error('The test runner left no report.');
}
// A file that fails before its first test counts as one failure; otherwise the line would not show it.
const failed = Math.max(counts.numFailedTests, status === 0 ? 0 : 1);
const passed = status === 0 && counts.numPassedTests > 0;
if (passed && part === 'curriculum' && patterns.length === 0) recordWalk();
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exit(passed ? 0 : 1);
