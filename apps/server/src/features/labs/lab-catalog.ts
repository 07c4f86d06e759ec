import { join } from 'node:path';
import { type LabRuntime, type LoadedLab, loadLab, type PreparedLab } from '@hexpedition/lab-runtime';

export type LabCatalog = ReturnType<typeof createLabCatalog>;

/** Provides the labs on disk. Each version is built for the runtime when it is first needed. */
export function createLabCatalog(folder: string, runtime: () => Promise<LabRuntime>) {
  const prepared = new Map<string, Promise<PreparedLab>>();
  return {
    folder,
    /**
     * @returns the current version of the lab on disk, with its build
     * @throws ManifestError, LabBuildError
     */
    async prepare(slug: string): Promise<{ lab: LoadedLab; build: PreparedLab }> {
      const lab = await loadLab(join(folder, slug));
      const key = `${slug}@${lab.version}`;
      let build = prepared.get(key);
      if (!build) {
        build = runtime().then((driver) => driver.prepare(lab));
        prepared.set(key, build);
        build.catch(() => prepared.delete(key));
      }
      return { lab, build: await build };
    },
  };
}
