import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasTool } from './has-tool.ts';
import type { BoxTools } from './sandbox.ts';
import { createStreams } from './streams.ts';
import { findUserland, type Userland } from './userland.ts';
import { launchWorkspace } from './workspace.ts';
import { toolboxProblem, workspaceCommand } from './workspace-box.ts';

export interface WorkspaceProbeResult {
  /** Undefined without a sandbox. */
  userland: Userland | undefined;
  /** Why no workspace can start, as a sentence for the operator; null if one can. */
  problem: string | null;
}

/** Programs that the platform itself runs in a workspace, and their Debian packages. */
const NEEDED = { bash: 'bash', script: 'bsdutils', stty: 'coreutils', tar: 'tar', gzip: 'gzip', find: 'findutils' };

/** Checks from inside whether the box isolates. */
const CHECK = `
touch /x /usr/x /etc/x /run/streams/x /dev/shm/x /proc/1/x 2>/dev/null && exit 1
touch ~/x /tmp/x || exit 1
[ "$(ls -A /home /run /proc/1)" = "$(printf '/home:\\nlearner\\n\\n/proc/1:\\n\\n/run:\\nstreams\\nsupervisor')" ] || exit 1
[ "$(id -u)" != 0 ] && printf holds`;

/** Finds out whether a workspace can start by starting one. */
export async function probeWorkspace(tools: BoxTools, runDir: string, uid: number): Promise<WorkspaceProbeResult> {
  const userland = await findUserland(runDir);
  try {
    const missing = Object.entries(NEEDED).find(([name]) => !hasTool(name));
    if (missing) throw new Error(`${missing[0]} is not installed (it is in the package ${missing[1]})`);
    const problem = toolboxProblem(tools);
    if (problem) throw new Error(problem);
    const dir = join(runDir, 'probe-workspace');
    await mkdir(join(dir, 'empty'), { recursive: true });
    const streams = createStreams(join(dir, 'streams'));
    const box = {
      slug: 'probe',
      uid,
      enter: [],
      homeBytes: 1024 * 1024,
      lab: null,
      material: null,
      isNew: true,
      socket: null,
    };
    const command = workspaceCommand(tools, userland, {
      ...box,
      streams: join(dir, 'streams'),
      empty: join(dir, 'empty'),
    });
    const workspace = launchWorkspace(command, streams);
    try {
      await workspace.ready;
      const { stream } = await workspace.run(CHECK);
      const output = Buffer.concat(await stream.toArray()).toString();
      if (output !== 'holds') throw new Error(`it does not isolate: ${output}`.trim());
    } finally {
      workspace.kill();
      await workspace.exited;
      await rm(dir, { recursive: true, force: true });
    }
    return { userland, problem: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { userland, problem: `Workspaces could not be started: ${why}.` };
  }
}
