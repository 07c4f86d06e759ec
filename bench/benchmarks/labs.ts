import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedRuntime, type LabRuntime, loadLab, type PreparedLab } from '@hexpedition/lab-runtime';
import { projectRoot } from '../../apps/server/src/platform/paths.ts';
import { spawnNode } from '../machine/children.ts';
import { untilOk } from '../machine/http.ts';
import { freePort } from '../machine/port.ts';
import { descendants, proportionalBytes } from '../machine/proc.ts';
import { readNumbers } from '../options.ts';
import { loadNow, megabytes, number, printTable, type Row, writeReport } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { plainTerminal } from './plain-terminal.ts';

/** The lab that opens in a browser, and the lab with a workspace. */
const instanceSlug = 'lost-luggage';
const workspaceSlug = 'lamplighter';

export async function run(args: string[]): Promise<void> {
  const options = readNumbers(args, {
    rounds: { min: 1, max: 1_000, fallback: 40 },
    instances: { min: 1, max: 1_000, fallback: 200 },
    workspaces: { min: 1, max: 500, fallback: 50 },
    echoes: { min: 10, max: 10_000, fallback: 400 },
  });
  const loadBefore = loadNow();
  const result = await withRuntime(async (runtime) => {
    const instance = await prepare(runtime, instanceSlug);
    const workspace = await prepare(runtime, workspaceSlug);
    return {
      starts: await timeStarts(runtime, instance, workspace, options.rounds),
      echoes: await timeEchoes(runtime, workspace, options.echoes),
      idleInstances: await measureIdle(runtime, instance, options.instances),
      idleWorkspaces: await measureIdle(runtime, workspace, options.workspaces),
    };
  });
  const { starts, echoes, idleInstances, idleWorkspaces } = result;
  printTable(`Start times, ${options.rounds} alternating rounds.`, [
    timesRow('instance, until its first response', starts.instance),
    timesRow('bare Node server, until its first response', starts.bareServer),
    timesRow('workspace with its program, until the first prompt', starts.workspace),
    timesRow('second terminal in it, until the prompt', starts.terminal),
    timesRow('bash in a plain terminal, until the prompt', starts.plain),
  ]);
  printTable(`Echo of one key, ${options.echoes} alternating keys.`, [
    timesRow('in a workspace', echoes.workspace),
    timesRow('in a plain terminal', echoes.plain),
  ]);
  printTable('Memory of idle instances and workspaces. All processes, shared pages counted once.', [
    idleRow(`${options.instances} instances`, idleInstances, options.instances),
    idleRow(
      `${options.workspaces} workspaces with their programs, one open terminal each`,
      idleWorkspaces,
      options.workspaces,
    ),
  ]);
  writeReport('labs', { options, loadBefore, ...result });
}

function timesRow(what: string, times: number[]): Row {
  const format = (value: number) => number(value, 2);
  return {
    what,
    'median ms': format(median(times)),
    'p99 ms': format(percentile(times, 99)),
    'fastest ms': format(Math.min(...times)),
  };
}

interface IdleCost {
  bytes: number | undefined;
  /** Wall and CPU milliseconds for listing all instances with the resources that each uses. */
  sweep: { ms: number; cpuMs: number };
}

const idleRow = (what: string, { bytes, sweep }: IdleCost, count: number): Row => ({
  what,
  MB: megabytes(bytes),
  'MB each': megabytes(bytes === undefined ? undefined : bytes / count),
  'sweep ms': number(sweep.ms),
  'sweep CPU ms': number(sweep.cpuMs),
});

async function withRuntime<T>(use: (runtime: LabRuntime) => Promise<T>): Promise<T> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'hexpedition-bench-labs-'));
  const runtime = await createEmbeddedRuntime({ cacheDir });
  try {
    return await use(runtime);
  } finally {
    await runtime.close();
    await rm(cacheDir, { recursive: true, force: true });
  }
}

async function prepare(runtime: LabRuntime, slug: string): Promise<LabWithFlags> {
  const lab = await loadLab(join(projectRoot, 'labs', slug));
  const flags = Object.fromEntries(lab.manifest.flags.map(({ id }) => [id, `flag{bench-${id}}`]));
  return { ...(await runtime.prepare(lab)), flags };
}

/** A lab with placeholder flags. */
interface LabWithFlags extends PreparedLab {
  flags: Record<string, string>;
}

const start = (runtime: LabRuntime, lab: LabWithFlags) => runtime.start({ lab, flags: lab.flags, home: null });

async function timeStarts(runtime: LabRuntime, instance: LabWithFlags, workspace: LabWithFlags, rounds: number) {
  const times = {
    instance: [] as number[],
    bareServer: [] as number[],
    workspace: [] as number[],
    terminal: [] as number[],
    plain: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    let since = performance.now();
    const startedInstance = await start(runtime, instance);
    times.instance.push(performance.now() - since);
    await runtime.stop(startedInstance.ref);

    times.bareServer.push(await timeBareServer());

    since = performance.now();
    const startedWorkspace = await start(runtime, workspace);
    await openPrompt(runtime, startedWorkspace.ref);
    times.workspace.push(performance.now() - since);
    since = performance.now();
    await openPrompt(runtime, startedWorkspace.ref);
    times.terminal.push(performance.now() - since);
    await runtime.stop(startedWorkspace.ref);

    since = performance.now();
    const plain = await plainTerminal();
    await waitForOutput(plain.stream, prompts);
    times.plain.push(performance.now() - since);
    await plain.end();
  }
  return times;
}

async function timeBareServer(): Promise<number> {
  const port = await freePort();
  const since = performance.now();
  const code = `require('http').createServer((_, r) => r.end('ok')).listen(${port}, '127.0.0.1')`;
  const child = spawnNode({ args: ['-e', code] });
  try {
    return await untilOk(port, '/', since, child.isAlive);
  } finally {
    await child.stop();
  }
}

/** Prompt of a learner, and of root when root runs the benchmark. */
const prompts = /[$#] /;

const size = { columns: 100, rows: 30 };

/** Opens a terminal and waits for its prompt. */
async function openPrompt(runtime: LabRuntime, ref: string) {
  const { stream } = await runtime.attachShell(ref, 1, { size, from: null });
  await waitForOutput(stream, prompts);
  return stream;
}

/** Resolves when new output matches the text. */
function waitForOutput(stream: NodeJS.ReadableStream, text: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const onData = (chunk: Buffer) => {
      seen += chunk.toString('latin1');
      if (text.test(seen)) done(resolve);
    };
    const onEnd = () => done(() => reject(new Error(`The terminal ended before it showed ${text}: ${seen}`)));
    const done = (settle: () => void) => {
      stream.off('data', onData).off('end', onEnd);
      settle();
    };
    stream.on('data', onData).on('end', onEnd);
  });
}

async function timeEchoes(runtime: LabRuntime, lab: LabWithFlags, count: number) {
  const { ref } = await start(runtime, lab);
  const inside = await openPrompt(runtime, ref);
  const plain = await plainTerminal();
  await waitForOutput(plain.stream, prompts);
  // `cat` echoes nothing itself: the terminal does, in both.
  for (const stream of [inside, plain.stream]) {
    stream.write('exec cat\n');
    await waitForOutput(stream, /cat\r\n/);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const times = { workspace: [] as number[], plain: [] as number[] };
  for (let key = 0; key < count; key++) {
    for (const [name, stream] of [
      ['workspace', inside],
      ['plain', plain.stream],
    ] as const) {
      const since = performance.now();
      const echoed = once(stream, 'data');
      // A line without an end would be full after 4,096 keys.
      stream.write('x');
      await echoed;
      times[name].push(performance.now() - since);
    }
  }
  await plain.end();
  await runtime.stop(ref);
  return times;
}

async function measureIdle(runtime: LabRuntime, lab: LabWithFlags, count: number): Promise<IdleCost> {
  const before = proportionalBytes(descendants(process.pid)) ?? 0;
  const refs: string[] = [];
  while (refs.length < count) {
    const { ref } = await start(runtime, lab);
    refs.push(ref);
    if (lab.workspace) await openPrompt(runtime, ref);
  }
  // New instances still do some startup work.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const after = proportionalBytes(descendants(process.pid));
  const since = performance.now();
  const cpu = process.cpuUsage();
  await runtime.list();
  for (const ref of refs) await runtime.stats(ref);
  const { user, system } = process.cpuUsage(cpu);
  const sweep = { ms: performance.now() - since, cpuMs: (user + system) / 1_000 };
  await Promise.all(refs.map((ref) => runtime.stop(ref)));
  return { bytes: after === undefined ? undefined : after - before, sweep };
}
