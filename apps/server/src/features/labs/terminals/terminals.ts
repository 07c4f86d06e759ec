import { type LabRuntime, NoWorkspace, type TerminalSize } from '@hexpedition/lab-runtime';
import { createMeter, type Meter } from './meter.ts';
import { createShell, type Saved, type Shell } from './shell.ts';

/**
 * Bytes a second that the shells of one instance may show, and those of all. A browser draws no more than that; what is
 * above it waits in the shell.
 */
const ofOne = { perSecond: 2 * 1024 * 1024, burst: 512 * 1024 };
const ofAll = { perSecond: 32 * 1024 * 1024, burst: 8 * 1024 * 1024 };

interface Bench {
  shells: Map<number, Promise<Shell>>;
  meter: Meter;
  /** Said in the first shell that is opened. */
  notice: string | null;
  /** Why the instance has ended; null while it has not. */
  over: string | null;
}

/** An instance as terminals know it. */
export interface OpenInstance {
  label: string;
  ref: string;
}

export type Terminals = ReturnType<typeof createTerminals>;

/** The shells that are open, of all instances of this process. */
export function createTerminals(runtime: () => Promise<LabRuntime>) {
  /** By the instance's label. */
  const benches = new Map<string, Bench>();
  const meterOfAll = createMeter(ofAll);

  function benchOf(label: string): Bench {
    const bench = benches.get(label) ?? { shells: new Map(), meter: createMeter(ofOne), notice: null, over: null };
    benches.set(label, bench);
    return bench;
  }

  async function open({ ref }: OpenInstance, bench: Bench, number: number, size: TerminalSize): Promise<Shell> {
    const terminal = await (await runtime()).openTerminal(ref, size);
    const shell = createShell(terminal, {
      meters: [bench.meter, meterOfAll],
      onEnd: () => bench.shells.delete(number),
    });
    if (bench.over !== null) {
      shell.end(bench.over);
      throw new NoWorkspace(bench.over);
    }
    if (bench.notice) shell.tell(bench.notice);
    bench.notice = null;
    return shell;
  }

  function each(label: string, use: (shell: Shell) => void): void {
    for (const shell of benches.get(label)?.shells.values() ?? []) {
      // One that fails to open says so to whoever opens it.
      shell.then(use, () => {});
    }
  }

  return {
    /**
     * The shell with this number; opens it when there is none.
     * @throws NoWorkspace, WorkspaceFull
     */
    async shell(instance: OpenInstance, number: number, size: TerminalSize): Promise<Shell> {
      const bench = benchOf(instance.label);
      if (bench.over !== null) throw new NoWorkspace(bench.over);
      let shell = bench.shells.get(number);
      if (!shell) {
        shell = open(instance, bench, number, size);
        bench.shells.set(number, shell);
        shell.catch(() => bench.shells.delete(number));
      }
      return shell;
    },

    /** Says something in the shells that are open, or in the first that will be. */
    tell(label: string, text: string): void {
      const bench = benchOf(label);
      if (bench.over !== null) return;
      if (bench.shells.size === 0) bench.notice = text;
      each(label, (shell) => shell.tell(text));
    },

    saved: (label: string, saved: Saved): void =>
      each(label, (shell) => shell.onScreen((screen) => screen.saved(saved))),

    /** Ends the shells of an instance, and tells whoever looks why. */
    end(label: string, reason: string): void {
      const bench = benches.get(label);
      if (!bench) return;
      bench.over = reason;
      each(label, (shell) => shell.end(reason));
      benches.delete(label);
    },
  };
}
