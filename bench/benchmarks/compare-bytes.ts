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
  const answer = await getOk(platform.port, path, headers);
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

/** Drops the headers that Node itself adds to every response. */
function ownHeaders({ date: _, connection: __, 'keep-alive': ___, ...headers }: Record<string, string>) {
  return headers;
}
