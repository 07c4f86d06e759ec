import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { HomeSaver } from './homes/home-saver.ts';

/** Steps around the end of an instance. The caller first ends its row in the database. */
export interface InstanceShutdown {
  /** Blocks access to an instance whose row has ended. Its process may still run, here or on another runner. */
  onEnd(label: string, reason: string): void;
  /** Saves the home of an instance of this runner, closes its terminals with the reason, and stops its process. */
  stop(ref: string): Promise<void>;
}

export function createInstanceShutdown(deps: {
  runtime: () => Promise<LabRuntime>;
  homes: Pick<HomeSaver, 'finish'>;
  /** Removes an instance from the gateway's cache. */
  forget: (label: string) => void;
}): InstanceShutdown {
  /** Reasons by label until the last save is done. Labels of other runners stay until the map is cleared. */
  const reasons = new Map<string, string>();

  return {
    onEnd(label, reason) {
      deps.forget(label);
      if (reasons.size > 2_000) reasons.clear();
      reasons.set(label, reason);
    },

    async stop(ref) {
      const label = await deps.homes.finish(ref);
      const reason = label === undefined ? undefined : reasons.get(label);
      if (label !== undefined) reasons.delete(label);
      await (await deps.runtime()).stop(ref, reason);
    },
  };
}
