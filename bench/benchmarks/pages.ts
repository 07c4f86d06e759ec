import { type CompareOptions, compare, type Side } from '../compare.ts';
import type { Child } from '../machine/children.ts';
import { getOk } from '../machine/http.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { withRole } from '../machine/role.ts';
import { loadNow, printTable, sideRows, warnings, writeReport } from '../report.ts';
import type { BarePage } from '../roles/bare-page.ts';
import { describeOptions, readCompareOptions } from './compare-options.ts';
import { findLessonPath } from './course-paths.ts';

const encodings: Record<string, Record<string, string>> = {
  identity: {},
  brotli: { 'accept-encoding': 'gzip, deflate, br, zstd' },
};

export async function run(args: string[]): Promise<void> {
  const options = readCompareOptions(args);
  const loadBefore = loadNow();
  const cases = await withDataDir((dataDir) =>
    withPlatform({ dataDir }, (platform) =>
      withRole('generator', async (generator) => {
        const results = [];
        for (const path of ['/map', await findLessonPath(platform.port)]) {
          for (const [encoding, headers] of Object.entries(encodings)) {
            results.push({
              page: `${path} ${encoding}`,
              sides: await comparePage(generator, platform, path, headers, options),
            });
          }
        }
        return results;
      }),
    ),
  );
  const rows = cases.flatMap(({ page, sides }) => sideRows(page, sides));
  printTable(`Cached pages. ${describeOptions(options)}`, rows);
  for (const line of new Set(cases.flatMap(({ sides }) => warnings(sides)))) console.log(`\n${line}`);
  writeReport('pages', { options, loadBefore, cases });
}

async function comparePage(
  generator: Child,
  platform: Platform,
  path: string,
  headers: Record<string, string>,
  options: CompareOptions,
) {
  const page = await getOk(platform.port, path, headers);
  return withRole('bare-page', async (bare) => {
    const port = await freePort();
    await bare.ask<void>({ port, headers: ownHeaders(page.headers), body: page.body } satisfies BarePage);
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
