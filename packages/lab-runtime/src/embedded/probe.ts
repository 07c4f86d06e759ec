import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Capabilities } from '../runtime.ts';
import { type Cgroups, findCgroups } from './cgroup.ts';
import { throttleAdvice } from './cpu-throttle.ts';
import { hasTool } from './has-tool.ts';
import { closed, kill, launch } from './launch.ts';
import { boxMounts, findMounter, type Mounter } from './mounts.ts';
import { probeWorkspace } from './probe-workspace.ts';
import {
  type BoxTools,
  boxCommand,
  FD,
  findToolbox,
  namespaces,
  type SandboxCommand,
  sandboxCommand,
  type Toolbox,
} from './sandbox.ts';
import { keepTail } from './tail.ts';
import type { Userland } from './userland.ts';

export interface ProbeResult {
  capabilities: Capabilities;
  /** Undefined without a sandbox. */
  tools: Toolbox | undefined;
  /** Undefined if instances cannot have cgroups. */
  cgroups: Cgroups | undefined;
  /** Undefined without a sandbox. */
  userland: Userland | undefined;
}

/** Capabilities of a machine without workspaces. */
export const noWorkspace = (problem: string) => ({ problem, has: () => false });

/** Checks from inside whether the box isolates: no network but loopback, no privilege, nothing writable but /tmp. */
const CHECK = `
import { writeFileSync, readdirSync } from 'node:fs';
let writable = true;
try { writeFileSync('/lab/x', ''); } catch { writable = false; }
writeFileSync('/tmp/x', '');
const rootless = process.getuid() !== 0;
process.stdout.write(!writable && rootless && !readdirSync('/').includes('home') ? 'holds' : 'leaks');
`;

/**
 * Finds out what can start on this machine by starting it. An installed bwrap proves little, because distributions and
 * containers forbid it in many ways.
 */
export async function probe(
  runDir: string,
  {
    node = process.execPath,
    withoutMounts = false,
  }: { node?: string | undefined; withoutMounts?: boolean | undefined } = {},
): Promise<ProbeResult> {
  if (process.platform === 'win32') {
    const advice = 'Labs need Linux or macOS. On Windows, run Hexpedition inside WSL 2.';
    const workspace = noWorkspace(advice);
    const capabilities = { isolation: 'none', hardLimits: false, advice, workspace } as const;
    return { capabilities, tools: undefined, cgroups: undefined, userland: undefined };
  }
  try {
    if (process.platform !== 'linux') throw new Error('it works on Linux only');
    const programs = await findToolbox(node);
    const { mounter, problem: unlimited } = withoutMounts
      ? { mounter: undefined, problem: 'it is switched off' }
      : await tryMounter(programs, runDir);
    const found = { ...programs, mounter };
    const lab = join(runDir, 'probe');
    await mkdir(lab, { recursive: true, mode: 0o755 });
    await writeFile(join(lab, 'app.mjs'), CHECK, { mode: 0o644 });
    const room = probeWorkspace(found, runDir, firstUid);
    const needed = dataNeeded.get(node) ?? measureData(found, lab);
    dataNeeded.set(node, needed);
    const tools = { ...found, data: (await needed) + HEADROOM };
    const output = await runCheck(tools, lab);
    const { userland, problem } = await room;
    if (output !== 'holds') throw new Error(output);
    const { cgroups, advice: uncounted } = await findCgroups().then(
      (cgroups) => ({ cgroups, advice: [] }),
      (error: Error) => ({ cgroups: undefined, advice: [`Instances have no memory cgroup: ${error.message}.`] }),
    );
    const withoutLimit =
      'The kernel does not limit how many files and terminals a lab has; the platform counts them four times a second';
    const advice =
      [
        ...throttleAdvice(cgroups?.hasCpu ?? false),
        ...uncounted,
        ...(unlimited ? [`${withoutLimit}: ${unlimited}.`] : []),
      ].join(' ') || null;
    const workspace = { problem, has: hasTool };
    const capabilities = { isolation: 'namespaced', hardLimits: true, advice, workspace } as const;
    return { capabilities, tools, cgroups, userland };
  } catch (error) {
    dataNeeded.delete(node);
    const why = error instanceof Error ? error.message : String(error);
    const advice = adviceFor(why);
    const workspace = noWorkspace(advice);
    const capabilities = { isolation: 'process', hardLimits: false, advice, workspace } as const;
    return { capabilities, tools: undefined, cgroups: undefined, userland: undefined };
  }
}

const TRIED_FILES = 100;
/**
 * Checks from inside whether the file system has its limit. It opens no terminal, because others may hold all of the
 * machine's.
 */
const MOUNT_CHECK = `[ "$(stat -f -c %c /tmp)" = ${TRIED_FILES} ] && [ -c /dev/pts/ptmx ] && printf holds`;

/**
 * Finds out whether boxes can have limited file systems by making one: AppArmor may allow only bwrap to make
 * namespaces.
 */
async function tryMounter(
  tools: BoxTools,
  runDir: string,
): Promise<{ mounter: Mounter; problem: null } | { mounter: undefined; problem: string }> {
  try {
    const mounter = await findMounter(runDir, tools.setpriv !== undefined);
    const folder = { path: '/tmp', bytes: MB, files: TRIED_FILES, mode: '1777' } as const;
    const mounts = boxMounts(mounter, [folder], 1);
    const output = await outputOf(
      boxCommand(tools, {
        enter: [],
        mounts,
        options: [
          ...namespaces(tools),
          ...['--die-with-parent', '--seccomp', String(FD.seccomp), '--ro-bind', '/', '/'],
          ...['--dev', '/dev', ...mounts.options],
        ],
        filter: tools.filter,
        inner: ['/bin/sh', '-c', MOUNT_CHECK],
        files: [],
      }),
    );
    return output === 'holds' ? { mounter, problem: null } : { mounter: undefined, problem: output };
  } catch (error) {
    return { mounter: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs the check in a box. Returns its output, or how it ended if it printed nothing. */
function runCheck(tools: Toolbox, lab: string): Promise<string> {
  return outputOf(sandboxCommand(tools, { lab, flags: {}, uid: firstUid, enter: [] }));
}

async function outputOf(command: SandboxCommand): Promise<string> {
  const child = launch(command, 'ignore', {});
  const output = keepTail([child.stdout, child.stderr]);
  const timer = setTimeout(() => kill(child), 10_000);
  const how = await closed(child);
  clearTimeout(timer);
  return output() || how;
}

const MB = 1024 * 1024;
/** Data that a lab may have in addition to Node's own: its heap, and buffers. */
const HEADROOM = 256 * MB;
/** Precision of the measurement. */
const STEP = 64 * MB;

/** Measured once in the life of this process. */
const dataNeeded = new Map<string, Promise<number>>();

/**
 * Returns the smallest RLIMIT_DATA with which this Node starts. It is not what Node uses: since version 24 V8 reserves
 * half a gigabyte for machine code, and the kernel counts it as data.
 * @throws Error with Node's output if it does not start with 4 GB either, so that memory is not the reason
 */
async function measureData(tools: BoxTools, lab: string): Promise<number> {
  let output = '';
  const starts = async (data: number) => {
    output = await runCheck({ ...tools, data }, lab);
    return output === 'holds' || output === 'leaks';
  };
  let enough = 2 * STEP;
  while (!(await starts(enough))) {
    if (enough >= 4096 * MB) throw new Error(output);
    enough *= 2;
  }
  let tooLittle = enough === 2 * STEP ? STEP : enough / 2;
  while (enough - tooLittle > STEP) {
    const middle = (enough + tooLittle) / 2;
    if (await starts(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}

/**
 * First user ID for instances if this process is root: in a range that systemd does not use, below the largest signed
 * 32-bit number. See https://systemd.io/UIDS-GIDS/.
 */
export const firstUid = 1_880_000_000;

function adviceFor(why: string): string {
  const enable =
    process.platform === 'linux'
      ? 'Install bubblewrap 0.7 or newer and allow it to make namespaces (Ubuntu 24.04 needs an AppArmor profile for bwrap; a container needs CAP_SYS_ADMIN or user namespaces).'
      : 'Run Hexpedition on Linux with bubblewrap.';
  return `${enable} The sandbox could not be started: ${why}`;
}
