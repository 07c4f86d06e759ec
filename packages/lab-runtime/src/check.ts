import { loadExploit } from './bundle.ts';
import { type Exploit, type Target, withTarget } from './exploit.ts';
import { throughGateway } from './gateway/visitor.ts';
import { type LoadedLab, loadLab } from './lab.ts';
import { freshFlags, type RepairRun, runRepair } from './repair/run-repair.ts';
import { shellOf } from './repair/workspace-shell.ts';
import { IsolationUnavailable, type LabRuntime, requireIsolation, type Started } from './runtime.ts';
import { workspaceProblem } from './tools.ts';

export interface CheckReport {
  slug: string;
  /** The flags in the order of the manifest, then the repair. */
  checks: Check[];
  /** How long it took until the lab answered, in milliseconds. */
  startMs: number;
}

export interface Check {
  /** Id of a flag or of the repair. */
  id: string;
  ok: boolean;
  what: string;
}

/**
 * Proves a lab: starts it with flags that nobody has seen before, and its exploit has to find them, through a gateway where the
 * lab answers a browser. Of a repair, the lab's own source has to pass the tests and fall to the exploit, and the cure has to
 * pass the tests and stand.
 * @throws ManifestError, LabBuildError, IsolationUnavailable, StartFailed, and what the exploit throws
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
  const flags = freshFlags(lab);
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
  else if (lab.cure.size > 0) checks.push(await checkCure(runtime, lab, exploit));
  return { slug: lab.manifest.slug, checks, startMs };
}

/** Gives `use` what a learner reaches of an instance: its pages through a gateway, its socket, its shell. */
export function visitLab<T>(
  runtime: LabRuntime,
  { manifest }: LoadedLab,
  { ref, endpoint }: Started,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const direct = (fetch?: Target['fetch']) =>
    withTarget(
      endpoint,
      (target) => use(fetch ? { ...target, fetch } : target),
      manifest.workspace && shellOf(runtime, ref),
    );
  return manifest.serves === 'http' ? throughGateway(endpoint, direct) : direct();
}

function compare(id: string, flag: string, found: string | undefined): Check {
  if (found === undefined) return { id, ok: false, what: 'not found' };
  return found === flag ? { id, ok: true, what: 'found' } : { id, ok: false, what: `wrong: ${found.slice(0, 80)}` };
}

/** A lab that asks for no repair has a cure all the same. The exploit meets it as it is, and finds nothing or gives up. */
async function checkCure(runtime: LabRuntime, lab: LoadedLab, exploit: Exploit): Promise<Check> {
  const flags = freshFlags(lab);
  const started = await runtime.start({ lab: await runtime.prepare({ ...lab, instead: lab.cure }), flags });
  try {
    const found = await visitLab(runtime, lab, started, exploit).catch(() => ({}) as Record<string, string>);
    const open = Object.keys(flags).filter((id) => found[id] === flags[id]);
    const what = open.length > 0 ? `against the cure, the exploit still finds ${open.join(', ')}` : 'the cure stands';
    return { id: 'cure', ok: open.length === 0, what };
  } finally {
    await runtime.stop(started.ref);
  }
}

async function checkRepair(runtime: LabRuntime, lab: LoadedLab, cacheDir: string): Promise<Check[]> {
  const { id = '', files = [] } = lab.manifest.repair ?? {};
  const cure = Object.fromEntries(files.map((name) => [name, lab.cure.get(name)?.toString('utf8') ?? '']));
  const original = await runRepair(runtime, lab, {}, { cacheDir });
  const cured = await runRepair(runtime, lab, cure, { cacheDir });
  return [
    { id, ...passes('the lab as it is', original) },
    { id, ok: original.exploit === 'works', what: `against the lab as it is, the exploit ${said(original)}` },
    { id, ...passes('the cure', cured) },
    { id, ok: cured.exploit === 'fails', what: `against the cure, the exploit ${said(cured)}` },
  ];
}

function passes(what: string, { buildError, tests }: RepairRun): Omit<Check, 'id'> {
  if (buildError !== null) return { ok: false, what: `${what} does not build: ${buildError}` };
  const wrong = tests.filter((test) => !test.ok).map(({ name, message }) => `"${name}" (${message})`);
  if (wrong.length > 0) return { ok: false, what: `${what} fails ${wrong.join(', ')}` };
  return { ok: tests.length > 0, what: `${what} passes ${tests.length} tests` };
}

const said = ({ exploit }: RepairRun) => (exploit === 'not_run' ? 'came to no end' : exploit);
