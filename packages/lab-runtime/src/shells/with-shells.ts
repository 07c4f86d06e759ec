import { type LabDriver, type LabRuntime, NoWorkspace } from '../runtime.ts';
import { createRateMeter, type RateMeter } from './rate-meter.ts';
import { createShell, type Shell } from './shell.ts';
import type { Shells, TerminalSize } from './shells.ts';

/**
 * Output limits in bytes per second, for the shells of one instance and of all instances. A browser cannot draw more. Output
 * above the limit blocks the shell.
 */
const instanceLimit = { perSecond: 2 * 1024 * 1024, burst: 512 * 1024 };
const totalLimit = { perSecond: 32 * 1024 * 1024, burst: 8 * 1024 * 1024 };

const defaultEndText = 'The lab has ended.';

/** The shells of one instance, by their numbers. */
interface WorkspaceShells {
  open: Map<number, Shell>;
  opening: Map<number, Promise<Shell>>;
  meter: RateMeter;
  /** Message for the first shell that opens. */
  notice: string | null;
  /** Why the instance ends; null while it runs. */
  endText: string | null;
}

/** Adds shells to a driver, which makes it a complete runtime. */
export function withShells({ openTerminal, ...driver }: LabDriver): LabRuntime {
  /** By the reference of the instance. Only instances with a workspace. */
  const workspaces = new Map<string, WorkspaceShells>();
  const totalMeter = createRateMeter(totalLimit);

  async function openShell(ref: string, workspace: WorkspaceShells, number: number, size: TerminalSize) {
    const terminal = await openTerminal(ref, size);
    const shell = createShell(terminal, {
      meters: [workspace.meter, totalMeter],
      onEnd: () => workspace.open.delete(number),
    });
    if (workspace.endText !== null) {
      shell.end(workspace.endText);
      throw new NoWorkspace(workspace.endText);
    }
    workspace.open.set(number, shell);
    if (workspace.notice) shell.print(workspace.notice);
    workspace.notice = null;
    return shell;
  }

  /** Opens a shell; callers that open the same one at the same time share it. */
  function openOnce(ref: string, workspace: WorkspaceShells, number: number, size: TerminalSize): Promise<Shell> {
    const current = workspace.opening.get(number);
    if (current) return current;
    const opening = openShell(ref, workspace, number, size).finally(() => workspace.opening.delete(number));
    workspace.opening.set(number, opening);
    return opening;
  }

  function endShells(workspace: WorkspaceShells, text: string): void {
    workspace.endText ??= text;
    for (const shell of [...workspace.open.values()]) shell.end(workspace.endText);
  }

  const shells: Shells = {
    async attachShell(ref, number, { size, from }) {
      const workspace = workspaces.get(ref);
      if (!workspace || workspace.endText !== null) {
        throw new NoWorkspace('This instance has no running workspace.');
      }
      const shell = workspace.open.get(number) ?? (await openOnce(ref, workspace, number, size));
      return shell.attach(size, from);
    },
    closeShell: async (ref, number) => workspaces.get(ref)?.open.get(number)?.close(),
    async printInShells(ref, text) {
      const workspace = workspaces.get(ref);
      if (!workspace || workspace.endText !== null) return;
      if (workspace.open.size === 0) workspace.notice = text;
      for (const shell of workspace.open.values()) shell.print(text);
    },
  };

  return {
    ...driver,
    ...shells,
    async start(spec) {
      const started = await driver.start(spec);
      if (spec.lab.workspace) {
        const meter = createRateMeter(instanceLimit);
        workspaces.set(started.ref, { open: new Map(), opening: new Map(), meter, notice: null, endText: null });
      }
      return started;
    },
    async stop(ref, text = defaultEndText) {
      const workspace = workspaces.get(ref);
      if (workspace) endShells(workspace, text);
      await driver.stop(ref);
      workspaces.delete(ref);
    },
    async close() {
      for (const workspace of workspaces.values()) endShells(workspace, defaultEndText);
      await driver.close();
      workspaces.clear();
    },
  };
}
