import { type LabRuntime, NoWorkspace, type TerminalSize } from '@hexpedition/lab-runtime';
import type { SavedHome } from '../homes/home-files.ts';
import { createRateMeter, type RateMeter } from './rate-meter.ts';
import { createShell, type Shell } from './terminal-shell.ts';

/**
 * Output limits in bytes per second, for the shells of one instance and of all instances. A browser cannot draw more. Output
 * above the limit blocks the shell.
 */
const instanceLimit = { perSecond: 2 * 1024 * 1024, burst: 512 * 1024 };
const totalLimit = { perSecond: 32 * 1024 * 1024, burst: 8 * 1024 * 1024 };

interface InstanceTerminals {
  shells: Map<number, Promise<Shell>>;
  meter: RateMeter;
  /** Message for the first shell that opens. */
  notice: string | null;
  /** Why the instance has ended; null while it runs. */
  endReason: string | null;
}

/** An instance with a workspace. */
export interface WorkspaceInstance {
  label: string;
  ref: string;
}

export type Terminals = ReturnType<typeof createTerminals>;

/** Manages the open shells of all instances of this process. */
export function createTerminals(runtime: () => Promise<LabRuntime>) {
  /** By the label of the instance. */
  const instances = new Map<string, InstanceTerminals>();
  const totalMeter = createRateMeter(totalLimit);

  function terminalsOf(label: string): InstanceTerminals {
    const existing = instances.get(label);
    if (existing) return existing;
    const created = { shells: new Map(), meter: createRateMeter(instanceLimit), notice: null, endReason: null };
    instances.set(label, created);
    return created;
  }

  async function open(
    { ref }: WorkspaceInstance,
    instance: InstanceTerminals,
    number: number,
    size: TerminalSize,
  ): Promise<Shell> {
    const terminal = await (await runtime()).openTerminal(ref, size);
    const shell = createShell(terminal, {
      meters: [instance.meter, totalMeter],
      onEnd: () => instance.shells.delete(number),
    });
    if (instance.endReason !== null) {
      shell.end(instance.endReason);
      throw new NoWorkspace(instance.endReason);
    }
    if (instance.notice) shell.print(instance.notice);
    instance.notice = null;
    return shell;
  }

  function forEachShell(label: string, use: (shell: Shell) => void): void {
    for (const shell of instances.get(label)?.shells.values() ?? []) {
      // The caller that opens a shell handles its failure.
      shell.then(use, () => {});
    }
  }

  return {
    /**
     * Returns the shell with this number, and opens it if necessary.
     * @throws NoWorkspace, WorkspaceFull
     */
    async openShell(workspace: WorkspaceInstance, number: number, size: TerminalSize): Promise<Shell> {
      const instance = terminalsOf(workspace.label);
      if (instance.endReason !== null) throw new NoWorkspace(instance.endReason);
      let shell = instance.shells.get(number);
      if (!shell) {
        shell = open(workspace, instance, number, size);
        instance.shells.set(number, shell);
        shell.catch(() => instance.shells.delete(number));
      }
      return shell;
    },

    /** Prints a message in the open shells, or in the first shell that opens. */
    notify(label: string, text: string): void {
      const instance = terminalsOf(label);
      if (instance.endReason !== null) return;
      if (instance.shells.size === 0) instance.notice = text;
      forEachShell(label, (shell) => shell.print(text));
    },

    onSaved: (label: string, saved: SavedHome): void =>
      forEachShell(label, (shell) => shell.withClient((client) => client.onSaved(saved))),

    /** Ends the shells of an instance with a reason. */
    end(label: string, reason: string): void {
      const instance = instances.get(label);
      if (!instance) return;
      instance.endReason = reason;
      forEachShell(label, (shell) => shell.end(reason));
      instances.delete(label);
    },
  };
}
