import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkLab,
  createEmbeddedRuntime,
  findLabs,
  type LoadedLab,
  loadLab,
  type Target,
  visitLab,
} from '@hexpedition/lab-runtime';
import { skipUnlessStartable } from '@hexpedition/lab-runtime/embedded/testing';
import { afterAll, describe, expect, it } from 'vitest';

/*
 * Labs prove themselves: the exploit of each has to find its flags, an ordinary visit must not, and its cure has to
 * close the hole and nothing else.
 */

const cacheDir = mkdtempSync(join(tmpdir(), 'labs-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
afterAll(async () => {
  await runtime.close();
  rmSync(cacheDir, { recursive: true });
});

/** Every page that links lead to, with the cookies that were set, up to fifty. */
async function visit(target: Target): Promise<string> {
  const seen = new Set<string>();
  const queue = ['/'];
  let cookie = '';
  let text = '';
  for (let path = queue.pop(); path !== undefined && seen.size < 50; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await target.fetch(path, { headers: { cookie } });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const page = await response.text();
    text += JSON.stringify([...response.headers]) + page;
    for (const match of page.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      queue.push((match[1] ?? '/').replaceAll('&#38;', '&'));
  }
  return text;
}

/** What a lab's socket says to somebody who says nothing. */
async function listen(target: Target): Promise<string> {
  const connection = target.connect();
  let text = '';
  connection.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await sleep(300);
  return text;
}

async function look(lab: LoadedLab): Promise<string> {
  const started = await runtime.start({
    lab: await runtime.prepare(lab),
    flags: Object.fromEntries(lab.manifest.flags.map(({ id }) => [id, `flag{this-is-${id}}`])),
  });
  try {
    return await visitLab(runtime, lab, started, lab.manifest.serves === 'http' ? visit : listen);
  } finally {
    await runtime.stop(started.ref);
  }
}

const folders = await findLabs(import.meta.dirname);

describe.each(folders.map((dir) => [basename(dir), dir]))('%s', (_, dir) => {
  it('is solved by its exploit, and closed by its cure', async ({ skip }) => {
    const { manifest } = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), manifest.repair ? 'code-exec' : manifest.risk, skip);
    const { checks } = await checkLab(runtime, dir, cacheDir);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(checks).toHaveLength(manifest.flags.length + (manifest.repair ? 4 : 0));
  }, 120_000);

  it('shows no flag to somebody who only looks', async ({ skip }) => {
    const lab = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), lab.manifest.risk, skip);
    expect(await look(lab)).not.toContain('flag{this-is-');
  });

  it('does not give itself away in its briefing', async () => {
    const { briefing, manifest } = await loadLab(dir);
    expect(briefing).not.toMatch(/IDOR|injection|ownership|eval|new Function/i);
    for (const { id } of manifest.flags) {
      const costs = manifest.hints.filter((hint) => hint.flag === id).map((hint) => hint.cost);
      expect(costs).toEqual([...costs].sort((a, b) => a - b));
    }
  });

  it('does not point to its hole in the sources that are to be repaired', async () => {
    const { manifest } = await loadLab(dir);
    for (const name of manifest.repair?.files ?? []) {
      expect(await readFile(join(dir, name), 'utf8')).not.toMatch(/the hole|vulnerab|insecure|TODO|FIXME/i);
    }
  });
});
