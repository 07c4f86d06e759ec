import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { LabBuildError } from '../build-error.ts';
import { bundleRunner } from '../bundle.ts';
import type { LoadedLab } from '../lab.ts';
import { type Endpoint, type LabRuntime, type PreparedLab, type StartedInstance, StartFailed } from '../runtime.ts';
import type { TestResult } from './runner-messages.ts';
import { runCommand } from './runner-process.ts';
import { workspaceShell } from './workspace-shell.ts';

/** Results of the tests and the exploit of a lab for a copy of it. */
export interface RepairRun {
  /** Output of the compiler; null if the copy was built. */
  buildError: string | null;
  tests: TestResult[];
  /** `works`: it found at least one flag. `not_run`: there is no result. */
  exploit: 'works' | 'fails' | 'not_run';
  /** Every test passes and the exploit fails. */
  repaired: boolean;
}

export interface RepairLimits {
  /** Milliseconds that one test may take. */
  test: number;
  exploit: number;
  /** Milliseconds for the whole run, including building and starting. */
  whole: number;
}

/** Milliseconds that an answer may take after the attack, and that a connection must last. */
const maxAnswerMs = 5_000;
const minConnectionMs = 500;

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
    return { buildError: sanitize(error.message, 8_000), tests: [], exploit: 'not_run', repaired: false };
  }
  const run = { runtime, lab, copy, runner, limits, deadline, signal };
  try {
    const { tests, isCutShort } = await runTests(run);
    if (isCutShort) return { buildError: null, tests, exploit: 'not_run', repaired: false };
    const { exploit, ...more } = await runExploit(run);
    if (more.problem) tests.push(more.problem);
    const passed = tests.length > 0 && tests.every((test) => test.ok);
    return { buildError: null, tests, exploit, repaired: passed && exploit === 'fails' };
  } catch (error) {
    if (!(error instanceof StartFailed)) throw error;
    const message = `The program did not start.\n${error.output.slice(-2_000)}`.trim();
    return { buildError: null, tests: [failedTest('starts', message)], exploit: 'not_run', repaired: false };
  } finally {
    await runtime.discard(copy);
  }
}

interface Run {
  runtime: LabRuntime;
  lab: LoadedLab;
  copy: PreparedLab;
  /** The script that runs tests and exploit. */
  runner: string;
  limits: RepairLimits;
  deadline: number;
  signal: AbortSignal | undefined;
}

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

async function runExploit(run: Run): Promise<{ exploit: RepairRun['exploit']; problem?: TestResult }> {
  return withInstance(run, async ({ endpoint, ref }, flags) => {
    let found: Record<string, string> | undefined;
    let isTooLate = false;
    const { ended } = await runCommand(
      run.runner,
      { type: 'exploit', endpoint, limit: run.limits.exploit },
      {
        deadline: run.deadline,
        signal: run.signal,
        shell: workspaceShell(run.runtime, ref),
        onReport: (report) => {
          if (report.kind === 'found') found = report.flags;
          if (report.kind === 'failed') isTooLate = report.isTooLate;
        },
      },
    );
    if (found && Object.entries(found).some(([id, flag]) => flags[id] === flag)) return { exploit: 'works' };
    // A copy that only makes the exploit wait has closed nothing
    if (ended !== null || isTooLate) {
      return {
        exploit: 'not_run',
        problem: failedTest('answers the exploit in time', ended ?? 'It did not finish.'),
      };
    }
    const answers = run.copy.serves === 'http' ? await answersHttp(endpoint) : await keepsConnection(endpoint);
    const state = await run.runtime.inspect(ref);
    if (answers && state?.state === 'running') return { exploit: 'fails' };
    const message = `The exploit found no flag, but the program ended. ${state?.reason ?? ''}`.trim();
    return { exploit: 'fails', problem: failedTest('keeps running under attack', message) };
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

const address = (endpoint: Endpoint) =>
  endpoint.kind === 'unix' ? { path: endpoint.path } : { port: endpoint.port, host: endpoint.host };

/**
 * Returns whether the program answers a request. A connection alone proves nothing: for a moment after the program has
 * ended, the processes around it hold its listening socket open.
 */
function answersHttp(endpoint: Endpoint): Promise<boolean> {
  return new Promise((resolve) => {
    const { path: socketPath, ...host } = { path: undefined, ...address(endpoint) };
    const asked = request({ ...(socketPath ? { socketPath } : host), path: '/', timeout: maxAnswerMs, agent: false });
    asked.once('response', (response) => {
      response.destroy();
      resolve(true);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(false));
    asked.once('close', () => resolve(false));
    asked.end();
  });
}

/** Returns whether the program accepts a connection and keeps it, for labs with an unknown protocol. */
function keepsConnection(endpoint: Endpoint): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address(endpoint));
    const timer = setTimeout(() => {
      resolve(socket.readyState === 'open');
      socket.destroy();
    }, minConnectionMs);
    socket.once('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/** Returns flag id → new random flag. */
export const randomFlags = (lab: LoadedLab): Record<string, string> =>
  Object.fromEntries(lab.manifest.flags.map(({ id }) => [id, `flag{${randomBytes(13).toString('hex')}}`]));

const failedTest = (name: string, message: string): TestResult => ({
  name,
  ok: false,
  ms: 0,
  message: sanitize(message),
});

const sanitizeResult = (result: TestResult): TestResult => ({
  ...result,
  message: result.message === null ? null : sanitize(result.message),
});

/**
 * Removes NUL and lone surrogates, which the database cannot store, and limits the length. Learners read the result.
 */
function sanitize(text: string, maxLength = 2_500): string {
  return text
    .slice(0, maxLength)
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\ufffd');
}
