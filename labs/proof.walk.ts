import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
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

/** What an ordinary visitor comes to see. */
interface Visit {
  text: string;
  /** Path → status. */
  pages: Map<string, number>;
}

/** Every page that links lead to, with the cookies that were set, up to fifty. */
async function visit(target: Target): Promise<Visit> {
  const pages = new Map<string, number>();
  const queue = ['/'];
  let cookie = '';
  let text = '';
  for (let path = queue.pop(); path !== undefined && pages.size < 50; path = queue.pop()) {
    if (pages.has(path)) continue;
    const response = await target.fetch(path, { headers: { cookie } });
    pages.set(path, response.status);
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const page = await response.text();
    text += JSON.stringify([...response.headers]) + page;
    for (const match of page.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      queue.push((match[1] ?? '/').replaceAll('&#38;', '&'));
  }
  await hangUp(target, text);
  return { text, pages };
}

/** Forms are sent by half, and whoever sends them hangs up. The lab has to go on. */
async function hangUp(target: Target, page: string): Promise<void> {
  for (const action of new Set(['/', ...[...page.matchAll(/action="(\/[^"]*)"/g)].map((match) => match[1])])) {
    const connection = target.connect().on('error', () => {});
    connection.write(`POST ${action} HTTP/1.1\r\nHost: lab\r\nContent-Length: 100\r\n`);
    connection.write('Content-Type: application/x-www-form-urlencoded\r\n\r\nhalf=');
    await sleep(20);
    connection.destroy();
  }
  const strange = target.connect().on('error', () => {});
  strange.write('GET //[ HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n');
  expect(await heard(strange)).toMatch(/^(HTTP\/1\.1 [234]|$)/);
  expect((await target.fetch('/')).status).toBeLessThan(500);
}

/** What a lab's socket says to somebody who says nothing: a while for its first word, and a moment for the rest. */
async function listen(target: Target): Promise<Visit> {
  const connection = target.connect();
  await once(connection, 'readable', { signal: AbortSignal.timeout(3_000) }).catch(() => {});
  return { text: await heard(connection, AbortSignal.timeout(300)), pages: new Map() };
}

/** What is said on a connection until it ends or the signal comes. */
async function heard(connection: Duplex, signal = AbortSignal.timeout(10_000)): Promise<string> {
  let text = '';
  connection.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await once(connection, 'close', { signal }).catch(() => {});
  connection.destroy();
  return text;
}

async function look(lab: Parameters<typeof runtime.prepare>[0] & LoadedLab): Promise<Visit> {
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
    expect(checks).toHaveLength(manifest.flags.length + (manifest.repair ? 4 : 1));
  }, 120_000);

  it('shows no flag to somebody who only looks, goes on when somebody hangs up, and does so with its cure', async ({
    skip,
  }) => {
    const lab = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), lab.manifest.risk, skip);
    const { text, pages } = await look(lab);
    expect(text).not.toContain('flag{this-is-');
    // The exploit fails against a cure that is broken as well. What a visitor could see has to be there still.
    const cured = await look({ ...lab, instead: lab.cure });
    expect(cured.text === '').toBe(text === '');
    const lost = [...pages].filter(([path, status]) => status < 400 && (cured.pages.get(path) ?? 200) >= 400);
    expect(lost).toEqual([]);
    expect(cured.pages.size).toBeGreaterThanOrEqual(pages.size / 2);
  });
});
