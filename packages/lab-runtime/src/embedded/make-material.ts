import { setTimeout as sleep } from 'node:timers/promises';
import { unpack } from './homes.ts';
import { closed, kill, launch } from './launch.ts';
import type { SandboxCommand } from './sandbox.ts';
import { keepTail } from './tail.ts';
import type { Workspace } from './workspace.ts';
import { MATERIAL } from './workspace-box.ts';

/** A program that makes an instance's material, and puts it into the workspace. */
export interface Maker {
  pid: number | undefined;
  /** Resolves with how it ended. */
  gone: Promise<string>;
  kill(): void;
  /** Rejects with what went wrong. */
  fill(workspace: Workspace, timeoutMs: number): Promise<void>;
}

export function launchMaker(command: SandboxCommand): Maker {
  const child = launch(command, 'ignore', {});
  const said = keepTail([child.stderr]);
  const gone = closed(child);
  return {
    pid: child.pid,
    gone,
    kill: () => kill(child),
    fill: async (workspace, timeoutMs) => {
      if (!child.stdout) throw new Error('The program that makes the material could not be started.');
      const late = sleep(timeoutMs, 'it took too long', { ref: false });
      const unpacked = unpack(workspace, MATERIAL, child.stdout);
      const how = await Promise.race([gone, late]);
      if (how !== 'exit code 0') throw new Error(`The material was not made (${how}). ${said()}`.trim());
      if ((await unpacked) !== 0) throw new Error('The material does not fit into the workspace.');
    },
  };
}
