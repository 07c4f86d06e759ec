import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { HomeKeeper } from './homes/home-keeper.ts';

/** What has to happen around the end of an instance, whoever ends it. The row in the table ends first. */
export interface Ending {
  /** An instance has ended: nobody gets in any more. Its process may still run, or be another runner's. */
  onEnd(label: string, reason: string): void;
  /** Ends a process of this runner, after its home was saved and those who look were told. */
  stop(ref: string): Promise<void>;
}

export function createEnding(deps: {
  runtime: () => Promise<LabRuntime>;
  homes: Pick<HomeKeeper, 'finish'>;
  terminals: { end: (label: string, reason: string) => void };
  /** The gateway remembers for a moment what runs. */
  forget: (label: string) => void;
}): Ending {
  /** By label, of instances whose last save is under way; those of other runners stay until there are too many. */
  const reasons = new Map<string, string>();

  return {
    onEnd(label, reason) {
      deps.forget(label);
      if (reasons.size > 2_000) reasons.clear();
      reasons.set(label, reason);
    },

    async stop(ref) {
      const label = await deps.homes.finish(ref);
      if (label !== undefined) {
        deps.terminals.end(label, reasons.get(label) ?? 'The lab has ended.');
        reasons.delete(label);
      }
      await (await deps.runtime()).stop(ref);
    },
  };
}
