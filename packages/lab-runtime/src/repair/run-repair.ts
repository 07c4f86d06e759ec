import { randomBytes } from 'node:crypto';
import { LabBuildError } from '../build-error.ts';
import { bundleRunner } from '../bundle.ts';
import type { LoadedLab } from '../lab.ts';
import { type LabRuntime, type PreparedLab, type StartedInstance, StartFailed } from '../runtime.ts';
import type { RepairLimits, RepairRun, Run } from './repair-run.ts';
import { runExploit } from './run-exploit.ts';
import type { TestResult } from './runner-messages.ts';
import { runCommand } from './runner-process.ts';
import { failedTest, sanitize, sanitizeResult } from './test-results.ts';
import { workspaceShell } from './workspace-shell.ts';

/** Tests that may exceed their time limit. A copy that blocks would otherwise occupy the runner for every test. */
const maxTimeouts = 2;

const defaultLimits: RepairLimits = { test: 5_000, exploit: 20_000, whole: 60_000 };

/**
 * Builds a copy of a lab in which a learner's files replace the lab's. Runs the lab's tests against it, and then its
 * exploit against another instance. The copy can affect nothing but this run.
 * @param files name → text; all other files are the lab's own
 * @param signal cancels the run
 * @throws IsolationUnavailable; LabBuildError if the lab's own tests or exploit do not build; the reason of the signal
 */
export async function runRepair(
  runtime: LabRuntime,
  lab: LoadedLab,
  files: Record<string, string>,
  { cacheDir, limits: given, signal }: { cacheDir: string; limits?: Partial<RepairLimits>; signal?: AbortSignal },
): Promise<RepairRun> {
  const limits = { ...defaultLimits, ...given };
  const deadline = performance.now() + limits.whole;
  const runner = await bundleRunner(lab.dir, cacheDir);
  let copy: PreparedLab;
  try {
    copy = await runtime.prepareRepair(lab, files);
  } catch (error) {
    if (!(error instanceof LabBuildError)) throw error;
    return { ...noResult, buildError: sanitize(error.message, 8_000) };
  }
  const run = { runtime, lab, copy, runner, limits, deadline, signal };
  try {
    const { tests, isCutShort } = await runTests(run);
    if (isCutShort) return { ...noResult, tests };
    const { exploit, exploitError, problem } = await withInstance(run, (started, flags) =>
      runExploit(run, started, flags),
    );
    if (problem) tests.push(problem);
    const passed = tests.length > 0 && tests.every((test) => test.ok);
    return { buildError: null, tests, exploit, exploitError, repaired: passed && exploit === 'fails' };
  } catch (error) {
    if (!(error instanceof StartFailed)) throw error;
    const message = `The program did not start.\n${error.output.slice(-2_000)}`.trim();
    return { ...noResult, tests: [failedTest(STARTS, message)] };
  } finally {
    await runtime.discard(copy);
  }
}

/** Name of the test that fails if the program does not start. */
export const STARTS = 'starts';

const noResult: RepairRun = { buildError: null, tests: [], exploit: 'not_run', exploitError: null, repaired: false };

/** Runs the tests, until `maxTimeouts` of them did not finish. */
async function runTests(run: Run): Promise<{ tests: TestResult[]; isCutShort: boolean }> {
  return withInstance(run, async ({ endpoint, ref }, flags) => {
    const tests: TestResult[] = [];
    for (let timeouts = 0; ; ) {
      let current: { name: string; of: number } | undefined;
      const from = tests.length;
      const { ended } = await runCommand(
        run.runner,
        { type: 'test', endpoint, flags, from, limit: run.limits.test },
        {
          deadline: run.deadline,
          signal: run.signal,
          shell: workspaceShell(run.runtime, ref),
          onReport: (report) => {
            if (report.kind === 'started') current = report;
            if (report.kind !== 'finished') return;
            tests.push(sanitizeResult(report.result));
            if (report.isTooLate) timeouts++;
          },
        },
      );
      // The test that was running has failed, and a new process continues with the next one
      if (ended !== null) {
        tests.push(failedTest(current?.name ?? 'tests', ended));
        timeouts++;
      }
      const isLast = !current || tests.length >= current.of;
      const isCutShort = timeouts >= maxTimeouts;
      if (isCutShort && !isLast) {
        tests.push(failedTest('the other tests', `They did not run, because ${maxTimeouts} tests did not finish.`));
      }
      if (isLast || isCutShort || performance.now() >= run.deadline) return { tests, isCutShort };
    }
  });
}

/**
 * Starts an instance of the copy with new random flags, uses it, and stops it.
 * @throws StartFailed
 */
async function withInstance<T>(
  { runtime, lab, copy, signal }: Run,
  use: (started: StartedInstance, flags: Record<string, string>) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const flags = randomFlags(lab);
  const started = await runtime.start({ lab: copy, flags });
  try {
    const result = await use(started, flags);
    signal?.throwIfAborted();
    return result;
  } finally {
    await runtime.stop(started.ref);
  }
}

/** Returns flag id → new random flag. */
export const randomFlags = (lab: LoadedLab): Record<string, string> =>
  Object.fromEntries(lab.manifest.flags.map(({ id }) => [id, `flag{${randomBytes(13).toString('hex')}}`]));
