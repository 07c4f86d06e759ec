import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  createEmbeddedRuntime,
  findLabs,
  type LoadedLab,
  loadExploit,
  loadLab,
  type Target,
  withTarget,
} from '@hexpedition/lab-runtime';
import { skipUnlessStartable } from '@hexpedition/lab-runtime/embedded/testing';
import { afterAll, describe, expect, it } from 'vitest';

/*
 * Labs prove themselves: each is started with flags that nobody has seen before, its exploit has to find them, and an
 * ordinary visit must not.
 */

const cacheDir = mkdtempSync(join(tmpdir(), 'labs-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
afterAll(async () => {
  await runtime.close();
  rmSync(cacheDir, { recursive: true });
});

async function withLab<T>(lab: LoadedLab, use: (target: Target, flags: Record<string, string>) => Promise<T>) {
  const flags = Object.fromEntries(
    lab.manifest.flags.map(({ id }) => [id, `flag{${randomBytes(13).toString('hex')}}`]),
  );
  const started = await runtime.start({ lab: await runtime.prepare(lab), flags });
  try {
    return await withTarget(started.endpoint, (target) => use(target, flags));
  } finally {
    await runtime.stop(started.ref);
  }
}

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

const folders = await findLabs(import.meta.dirname);

describe.each(folders.map((dir) => [basename(dir), dir]))('%s', (_, dir) => {
  it('is solved by its exploit, and by nothing less', async ({ skip }) => {
    const lab = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), lab.manifest.risk, skip);
    const exploit = await loadExploit(dir, cacheDir);
    await withLab(lab, async (target, flags) => {
      const pages = await visit(target);
      for (const flag of Object.values(flags)) expect(pages).not.toContain(flag);
      expect(await exploit(target)).toEqual(flags);
    });
  });

  it('does not give itself away in its briefing', async () => {
    const { briefing, manifest } = await loadLab(dir);
    expect(briefing).not.toMatch(/IDOR|injection|ownership|eval|new Function/i);
    expect(manifest.hints.map((hint) => hint.cost)).toEqual(
      [...manifest.hints.map((hint) => hint.cost)].sort((a, b) => a - b),
    );
  });
});
