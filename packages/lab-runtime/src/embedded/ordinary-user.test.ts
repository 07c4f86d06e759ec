import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Report } from './ordinary-user.config.ts';
import { hasBubblewrap } from './testing.ts';

/*
 * Runs all tests of this folder a second time as an ordinary user if the first run is root's. As root, each instance
 * has its own kernel user. As an ordinary user, all instances have the same one, so other attacks are possible.
 */

/** User and group of the second run. */
const UID = 65_534;
const checkout = resolve(import.meta.dirname, '../../../..');
const inCheckout = (name: string) => relative(checkout, resolve(import.meta.dirname, name));

/** Runs a command in new mount and process namespaces. The kernel ends its processes when this process ends. */
const contained = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
];
const asOrdinaryUser = ['setpriv', '--reuid', String(UID), '--regid', String(UID), '--clear-groups'];

/**
 * Script that shows the checkout below an empty folder, in memory, and runs Vitest there. Other users may not be able
 * to enter the folders above the checkout and above Node, such as a home and the result of `mktemp -d`. Writes the
 * report to standard output and the progress to standard error.
 */
const SCRIPT = `
set -eu
umask 022
root=$1 checkout=$2 node=$3 config=$4; shift 4
mount -t tmpfs -o mode=0755 tmpfs "$root"
cd "$root"
mkdir checkout
for entry in "$checkout"/* "$checkout"/.[!.]*; do
  name=\${entry##*/}
  case $name in .git | .cache | '.[!.]*') continue ;; esac
  if [ -d "$entry" ]; then mkdir "checkout/$name"; else : >"checkout/$name"; fi
  mount --bind "$entry" "checkout/$name"
done
: >node
mount --bind "$node" node
mkdir -m 1777 checkout/.cache home tmp
cd checkout
for file in "$config" node_modules/vitest/vitest.mjs; do
  if ! "$@" test -r "$file"; then
    echo "User ${UID} cannot read $file. Clone the repository and install the packages with umask 022." >&2
    exit 1
  fi
done
status=0
"$@" env -i PATH="$PATH" HOME="$root/home" TMPDIR="$root/tmp" NODE_ENV=test "$root/node" node_modules/vitest/vitest.mjs run \\
  --config "$config" --configLoader runner >&2 || status=$?
cat "$root/tmp/report.json"
exit "$status"
`;

/** Runs a command without input. Resolves with its exit code and its output. */
async function run([file = '', ...args]: string[], options: SpawnOptions = {}) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close').then(
      ([code]: (number | null)[]) => code,
      (error: Error) => error.message,
    ),
  ]);
  return { stdout, stderr, code };
}

/**
 * Runs the tests as an ordinary user.
 * @throws Error with the end of the output if there is no report
 */
async function runTests(): Promise<{ report: Report; code: unknown; stderr: string }> {
  // Not os.tmpdir(), which other users may not be able to enter.
  const root = mkdtempSync('/tmp/ordinary-user-');
  try {
    const args = [root, checkout, process.execPath, inCheckout('ordinary-user.config.ts'), ...asOrdinaryUser];
    const command = [...contained, 'sh', '-c', SCRIPT, 'sh', ...args];
    const { stdout, stderr, code } = await run(command, { timeout: 600_000, killSignal: 'SIGKILL' });
    if (!stdout) throw new Error(`The tests did not run as user ${UID} (${code}).\n${stderr.slice(-4000)}`);
    return { report: JSON.parse(stdout), code, stderr };
  } finally {
    rmdirSync(root);
  }
}

/** Why the second run is unnecessary or impossible; null if it must run. */
async function reasonToSkip(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'The other tests of this folder already run as an ordinary user.';
  if (!(await hasBubblewrap())) return 'bubblewrap is not installed.';
  const { code, stderr } = await run([...contained, ...asOrdinaryUser, 'unshare', '--user', 'true']);
  return code === 0 ? null : `Ordinary users cannot make namespaces on this machine (${code}): ${stderr.trim()}`;
}

const reason = await reasonToSkip();

if (reason !== null) {
  it('runs the tests of this folder as an ordinary user', ({ skip }) => skip(reason));
} else {
  const { report, code, stderr } = await runTests();

  for (const file of new Set(report.tests.map(({ file }) => file))) {
    describe(`${file} as an ordinary user`, () => {
      for (const { name, state, note } of report.tests.filter((test) => test.file === file)) {
        it(name, ({ skip }) => {
          if (state === 'failed') throw new Error(note);
          if (state !== 'passed') skip(note);
        });
      }
    });
  }

  it('runs tests as an ordinary user without an error outside of a test', () => {
    expect(report.errors).toEqual([]);
    expect(report.tests).not.toEqual([]);
    const failed = report.tests.some(({ state }) => state === 'failed');
    expect(code, stderr.slice(-4000)).toBe(failed ? 1 : 0);
  });
}
