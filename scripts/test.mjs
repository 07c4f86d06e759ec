// `npm test [unit|component|e2e] [pattern …]`: sets up what is missing, runs the tests, prints the ten slowest files, and ends
// with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, installPackages, installPrograms, requireNode, root } from './lib/setup.mjs';

const [part, ...patterns] = process.argv.slice(2);
requireNode();
installPackages();
const programs = [
  { program: 'chromium', name: 'chromium' },
  { program: 'bwrap', name: 'bubblewrap' },
];
if (process.platform === 'linux' && !process.env.CHROMIUM_PATH && !installPrograms(programs)) {
  console.error('The tests need Chromium and bubblewrap. Install them (on Debian: apt install chromium bubblewrap),');
  console.error('or set CHROMIUM_PATH to a Chromium of your own.');
  process.exit(1);
}
buildIfNeeded();

const report = join(root, '.cache', 'tests.json');
mkdirSync(join(root, '.cache'), { recursive: true });
rmSync(report, { force: true });
const reporters = ['default', 'json', join(root, 'scripts/lib/slowest-files.mjs')].map((one) => `--reporter=${one}`);
const args = ['run', ...reporters, `--outputFile.json=${report}`];
// Components are tested below the browser too.
for (const project of part === 'unit' ? ['unit', 'component'] : part ? [part] : []) args.push('--project', project);
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
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exit(status === 0 && counts.numPassedTests > 0 ? 0 : 1);
