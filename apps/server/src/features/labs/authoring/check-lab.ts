import { randomBytes } from 'node:crypto';
import { type LabRuntime, loadExploit, loadLab, withTarget } from '@hexpedition/lab-runtime';

export interface CheckReport {
  slug: string;
  /** In the order of the manifest. */
  flags: { id: string; ok: boolean; what: string }[];
  /** How long it took until the lab answered, in milliseconds. */
  startMs: number;
}

/**
 * Starts a lab with flags that nobody has seen before, runs its exploit, and compares.
 * @throws ManifestError, LabBuildError, IsolationUnavailable, StartFailed, and what the exploit throws
 */
export async function checkLab(runtime: LabRuntime, dir: string, cacheDir: string): Promise<CheckReport> {
  const lab = await loadLab(dir);
  const exploit = await loadExploit(dir, cacheDir);
  const build = await runtime.prepare(lab);
  const planted = Object.fromEntries(
    lab.manifest.flags.map(({ id }) => [id, `flag{${randomBytes(13).toString('hex')}}`]),
  );
  const before = performance.now();
  const { ref, endpoint } = await runtime.start({ lab: build, flags: planted });
  const startMs = Math.round(performance.now() - before);
  try {
    const found = await withTarget(endpoint, exploit);
    const flags = Object.entries(planted).map(([id, flag]) => ({
      id,
      ok: found[id] === flag,
      what: found[id] === undefined ? 'not found' : found[id] === flag ? 'found' : `wrong: ${found[id].slice(0, 80)}`,
    }));
    return { slug: lab.manifest.slug, flags, startMs };
  } finally {
    await runtime.stop(ref);
  }
}
