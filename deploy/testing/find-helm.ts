import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder of the test cluster, which `npm run test:kubernetes` uses; it is outside of the repository. */
export const clusterFolder = (): string =>
  process.env.HEXPEDITION_CLUSTER ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hexpedition-cluster');

/** Returns the path of Helm: from PATH, or as the test cluster has built it. */
export function findHelm(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), join(clusterFolder(), 'bin')];
  return folders.map((folder) => join(folder, 'helm')).find(existsSync);
}
