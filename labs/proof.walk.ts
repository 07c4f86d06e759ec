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
 * For each lab: the exploit must find the flags, an ordinary visit must not, and the reference solution must close the
 * hole and nothing else, and no false fix may be accepted.
 */

const cacheDir = mkdtempSync(join(tmpdir(), 'labs-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
afterAll(async () => {
  await runtime.close();
  rmSync(cacheDir, { recursive: true });
});

/** The responses to an ordinary visitor. */
interface Visit {
  text: string;
  /** Path → status. */
  pages: Map<string, number>;
}

/**
 * Follows links from the first page, up to fifty pages, with the cookies that the lab sets. Reloads a page that asks for
 * it, as a lab does while it starts.
 */
async function visit(target: Target): Promise<Visit> {
  const pages = new Map<string, number>();
  const queue = ['/'];
  let cookie = '';
  let text = '';
  for (let path = queue.pop(); path !== undefined && pages.size < 50; path = queue.pop()) {
    if (pages.has(path)) continue;
    let response = await target.fetch(path, { headers: { cookie } });
    while (response.headers.has('refresh')) {
      await response.text();
      await sleep(100);
      response = await target.fetch(path, { headers: { cookie } });
    }
    pages.set(path, response.status);
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const page = await response.text();
    text += JSON.stringify([...response.headers]) + page;
    for (const match of page.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      queue.push((match[1] ?? '/').replaceAll('&#38;', '&'));
  }
  await disconnectEarly(target, text);
  return { text, pages };
}

/** Sends half of each form and disconnects, then sends a malformed address. The lab must keep running. */
async function disconnectEarly(target: Target, page: string): Promise<void> {
  for (const action of new Set(['/', ...[...page.matchAll(/action="(\/[^"]*)"/g)].map((match) => match[1])])) {
    const connection = target.connect().on('error', () => {});
    connection.write(`POST ${action} HTTP/1.1\r\nHost: lab\r\nContent-Length: 100\r\n`);
    connection.write('Content-Type: application/x-www-form-urlencoded\r\n\r\nhalf=');
    await sleep(20);
    connection.destroy();
  }
  const malformed = target.connect().on('error', () => {});
  malformed.write('GET //[ HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n');
  expect(await readAll(malformed)).toMatch(/^(HTTP\/1\.1 [234]|$)/);
  expect((await target.fetch('/')).status).toBeLessThan(500);
}

/** Reads what a lab's socket sends to a client that sends nothing: waits 3 s for the first byte and 300 ms for the rest. */
async function readGreeting(target: Target): Promise<Visit> {
  const connection = target.connect();
  await once(connection, 'readable', { signal: AbortSignal.timeout(3_000) }).catch(() => {});
  return { text: await readAll(connection, AbortSignal.timeout(300)), pages: new Map() };
}

/** Reads a connection until it closes or the signal is aborted. */
async function readAll(connection: Duplex, signal = AbortSignal.timeout(10_000)): Promise<string> {
  let text = '';
  connection.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  await once(connection, 'close', { signal }).catch(() => {});
  connection.destroy();
  return text;
}

async function visitInstance(lab: Parameters<typeof runtime.prepare>[0] & LoadedLab): Promise<Visit> {
  const started = await runtime.start({
    lab: await runtime.prepare(lab),
    flags: Object.fromEntries(lab.manifest.flags.map(({ id }) => [id, `flag{this-is-${id}}`])),
  });
  try {
    return await visitLab(runtime, lab, started, lab.manifest.serves === 'http' ? visit : readGreeting);
  } finally {
    await runtime.stop(started.ref);
  }
}

const folders = await findLabs(import.meta.dirname);

describe.each(folders.map((dir) => [basename(dir), dir]))('%s', (_, dir) => {
  it('falls to its exploit, and its reference solution does not; each false fix is refused', async ({ skip }) => {
    const { manifest, falseFixes } = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), manifest.repair ? 'code-exec' : manifest.risk, skip);
    const { checks } = await checkLab(runtime, dir, cacheDir);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(checks).toHaveLength(manifest.flags.length + (manifest.repair ? 4 : 1) + falseFixes.length);
  }, 300_000);

  it('shows no flag to an ordinary visitor and survives early disconnects, also with the reference solution', async ({
    skip,
  }) => {
    const lab = await loadLab(dir);
    await skipUnlessStartable(runtime.capabilities(), lab.manifest.risk, skip);
    const { text, pages } = await visitInstance(lab);
    expect(text).not.toContain('flag{this-is-');
    // The exploit also fails on a solution that is broken, so the visitor must still see the same pages
    const solved = await visitInstance({ ...lab, overrides: lab.solution });
    expect(solved.text === '').toBe(text === '');
    const lost = [...pages].filter(([path, status]) => status < 400 && (solved.pages.get(path) ?? 200) >= 400);
    expect(lost).toEqual([]);
    expect(solved.pages.size).toBeGreaterThanOrEqual(pages.size / 2);
  });
});
