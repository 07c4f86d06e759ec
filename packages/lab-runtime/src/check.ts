import { loadExploit } from './bundle.ts';
import { type Exploit, type Target, withTarget } from './exploit.ts';
import type { FalseFix } from './false-fixes.ts';
import { throughGateway } from './gateway/through-gateway.ts';
import { type LoadedLab, loadLab } from './lab.ts';
import type { RepairRun } from './repair/repair-run.ts';
import { randomFlags, runRepair, STARTS } from './repair/run-repair.ts';
import { workspaceShell } from './repair/workspace-shell.ts';
import { IsolationUnavailable, type LabRuntime, requireIsolation, type StartedInstance } from './runtime.ts';
import { workspaceProblem } from './workspace-problem.ts';

export interface CheckReport {
  slug: string;
  /** The flags in the order of the manifest, then the repair or the reference solution, then the false fixes. */
  checks: Check[];
  falseFixes: { total: number; refused: number };
  /** Milliseconds until the lab answered. */
  startMs: number;
}

export interface Check {
  /** Id of a flag or of the repair, or `solution`. */
  id: string;
  ok: boolean;
  what: string;
}

/**
 * Checks a lab: starts it with new random flags and runs its exploit, which must find them. A lab that serves HTTP is attacked
 * through a gateway. If the lab has a repair, its own source must pass the tests and fall to the exploit, and the reference
 * solution must pass the tests and block the exploit. The judge of repairs must refuse each false fix.
 * @throws ManifestError, LabBuildError, IsolationUnavailable, StartFailed, and errors of the exploit
 */
export async function checkLab(runtime: LabRuntime, dir: string, cacheDir: string): Promise<CheckReport> {
  const lab = await loadLab(dir);
  const { repair, risk, workspace } = lab.manifest;
  requireIsolation(runtime.capabilities(), risk);
  if (repair) requireIsolation(runtime.capabilities(), 'code-exec');
  const problem = workspace && workspaceProblem(runtime.capabilities(), workspace.tools);
  if (problem) throw new IsolationUnavailable(problem);
  const exploit = await loadExploit(dir, cacheDir);
  const build = await runtime.prepare(lab);
  const flags = randomFlags(lab);
  const before = performance.now();
  const started = await runtime.start({ lab: build, flags });
  const startMs = Math.round(performance.now() - before);
  const checks: Check[] = [];
  try {
    const found = await visitLab(runtime, lab, started, exploit);
    for (const [id, flag] of Object.entries(flags)) checks.push(compare(id, flag, found[id]));
  } finally {
    await runtime.stop(started.ref);
  }
  if (repair) checks.push(...(await checkRepair(runtime, lab, cacheDir)));
  else if (lab.solution.size > 0) checks.push(await checkSolution(runtime, lab, exploit));
  const falseFixes: Check[] = [];
  for (const falseFix of lab.falseFixes) falseFixes.push(await checkFalseFix(runtime, lab, falseFix, cacheDir));
  return {
    slug: lab.manifest.slug,
    checks: [...checks, ...falseFixes],
    falseFixes: { total: falseFixes.length, refused: falseFixes.filter(({ ok }) => ok).length },
    startMs,
  };
}

/** Calls `use` with what a learner reaches of an instance: its pages through a gateway, its socket and its shell. */
export function visitLab<T>(
  runtime: LabRuntime,
  { manifest }: LoadedLab,
  { ref, endpoint }: StartedInstance,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const direct = (fetch?: Target['fetch']) =>
    withTarget(
      endpoint,
      (target) => use(fetch ? { ...target, fetch } : target),
      manifest.workspace && workspaceShell(runtime, ref),
    );
  return manifest.serves === 'http' ? throughGateway(endpoint, direct) : direct();
}

function compare(id: string, flag: string, found: string | undefined): Check {
  if (found === undefined) return { id, ok: false, what: 'not found' };
  return found === flag ? { id, ok: true, what: 'found' } : { id, ok: false, what: `wrong: ${found.slice(0, 80)}` };
}

/** Attacks the reference solution of a lab without a repair: the exploit must find no flag, or throw. */
async function checkSolution(runtime: LabRuntime, lab: LoadedLab, exploit: Exploit): Promise<Check> {
  const flags = randomFlags(lab);
  const started = await runtime.start({ lab: await runtime.prepare({ ...lab, overrides: lab.solution }), flags });
  try {
    const found = await visitLab(runtime, lab, started, exploit).catch(() => ({}) as Record<string, string>);
    const open = Object.keys(flags).filter((id) => found[id] === flags[id]);
    const what =
      open.length > 0
        ? `the exploit still finds ${open.join(', ')} in the reference solution`
        : 'the exploit fails on the reference solution';
    return { id: 'solution', ok: open.length === 0, what };
  } finally {
    await runtime.stop(started.ref);
  }
}

async function checkRepair(runtime: LabRuntime, lab: LoadedLab, cacheDir: string): Promise<Check[]> {
  const { id = '' } = lab.manifest.repair ?? {};
  const solution = Object.fromEntries([...lab.solution].map(([name, content]) => [name, content.toString('utf8')]));
  const original = await runRepair(runtime, lab, {}, { cacheDir });
  const solved = await runRepair(runtime, lab, solution, { cacheDir });
  return [
    { id, ...testCheck('the original source', original) },
    { id, ok: original.exploit === 'works', what: `the exploit ${outcomeOf(original)} on the original source` },
    { id, ...testCheck('the reference solution', solved) },
    { id, ok: solved.exploit === 'fails', what: `the exploit ${outcomeOf(solved)} on the reference solution` },
  ];
}

/** Judges a change that does not fix the vulnerability. It must build and start: otherwise its refusal proves nothing. */
async function checkFalseFix(
  runtime: LabRuntime,
  lab: LoadedLab,
  { name, files }: FalseFix,
  cacheDir: string,
): Promise<Check> {
  const run = await runRepair(runtime, lab, files, { cacheDir });
  const failed = run.tests.filter((test) => !test.ok);
  const answer = (ok: boolean, what: string) => ({
    id: lab.manifest.repair?.id ?? '',
    ok,
    what: `false fix ${name} ${what}`,
  });
  if (run.buildError !== null) return answer(false, `does not build: ${run.buildError}`);
  if (failed.some((test) => test.name === STARTS)) return answer(false, `does not start: ${failed[0]?.message}`);
  if (run.repaired) return answer(false, `is accepted (the exploit says: ${run.exploitError})`);
  const rules = failed.map((test) => `"${test.name}" fails`);
  if (run.exploit === 'works')
    rules.unshift(`the exploit works${run.exploitError === null ? '' : ` (${run.exploitError})`}`);
  return answer(true, `is refused: ${rules.join(', ')}`);
}

function testCheck(what: string, { buildError, tests }: RepairRun): Omit<Check, 'id'> {
  if (buildError !== null) return { ok: false, what: `${what} does not build: ${buildError}` };
  const wrong = tests.filter((test) => !test.ok).map(({ name, message }) => `"${name}" (${message})`);
  if (wrong.length > 0) return { ok: false, what: `${what} fails ${wrong.join(', ')}` };
  return { ok: tests.length > 0, what: `${what} passes ${tests.length} tests` };
}

const outcomeOf = ({ exploit, exploitError }: RepairRun) =>
  exploit === 'not_run' ? `has no result (${exploitError})` : exploit;
