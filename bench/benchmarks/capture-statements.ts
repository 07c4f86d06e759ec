import type { Request } from '../load-generator.ts';
import { getOk } from '../machine/http.ts';
import { type Platform, withPlatform } from '../machine/platform.ts';
import type { Statement } from '../roles/capture.ts';

/**
 * Returns the statements, with their parameters, that the real server runs for each of these requests. Statements that
 * it sends in parallel are one group. A second server on the same data records its own database driver, so that the
 * server under test runs without a listener.
 */
export async function captureStatements(dataDir: string, requests: Request[]): Promise<Statement[][][]> {
  return withPlatform({ dataDir, waitFor: '/readyz', role: 'capture' }, async (platform) => {
    // Sends enough requests at once that the pool opens all its connections: opening one later would separate
    // statements.
    await Promise.all(Array.from({ length: 20 }, () => ask(platform, requests[0] as Request)));
    const captured: Statement[][][] = [];
    for (const request of requests) captured.push(await captureOne(platform, request));
    return captured;
  });
}

/** Repeats a request until two captures in a row are equal, because a background job may run statements in between. */
async function captureOne(platform: Platform, request: Request): Promise<Statement[][]> {
  let before: string | undefined;
  for (let tries = 0; tries < 10; tries++) {
    await platform.ask<Statement[][]>('forget what was before');
    await ask(platform, request);
    const groups = await platform.ask<Statement[][]>('what ran?');
    const now = JSON.stringify(groups);
    if (now === before && groups.length > 0) return groups;
    before = now;
  }
  throw new Error(`${request.path} does not run the same statements on every request.`);
}

const ask = (platform: Platform, { path, headers }: Request) => getOk(platform.port, path, headers);
