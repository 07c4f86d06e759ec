import { setTimeout as sleep } from 'node:timers/promises';
import { type CompareOptions, compare, type Side } from '../compare.ts';
import type { Child } from '../machine/children.ts';
import { getOk } from '../machine/http.ts';
import type { Platform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { withRole } from '../machine/role.ts';
import type { BarePage } from '../roles/bare-page.ts';

/** The request headers for each encoding of an answer. */
export const encodings: Record<string, Record<string, string>> = {
  identity: {},
  brotli: { 'accept-encoding': 'gzip, deflate, br, zstd' },
};

/** Compares an answer of the platform with a server that only sends the same bytes. */
export async function compareBytes(
  generator: Child,
  platform: Platform,
  path: string,
  headers: Record<string, string>,
  options: CompareOptions,
) {
  const answer = await readStored(platform.port, path, headers);
  return withRole('bare-page', async (bare) => {
    const port = await freePort();
    await bare.ask<void>({ port, headers: ownHeaders(answer.headers), body: answer.body } satisfies BarePage);
    const requests = [{ path, headers }];
    const sides: Side[] = [
      { name: 'Hexpedition', port: platform.port, requests, pids: () => [platform.pid] },
      { name: 'bare Node', port, requests, pids: () => [bare.pid] },
    ];
    return compare(generator, sides, options);
  });
}

/** Reads an answer until it is the stored one, compressed if the request accepts it. */
async function readStored(port: number, path: string, headers: Record<string, string>) {
  for (let n = 0; n < 50; n++) {
    await getOk(port, path, headers);
    const answer = await getOk(port, path, headers);
    if (!headers['accept-encoding'] || answer.headers['content-encoding']) return answer;
    await sleep(100);
  }
  throw new Error(`GET ${path} is not compressed.`);
}

/** Drops the headers that Node itself adds to every response. */
function ownHeaders({ date: _, connection: __, 'keep-alive': ___, ...headers }: Record<string, string>) {
  return headers;
}
