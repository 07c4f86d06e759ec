import { withDataDir, withPlatform } from '../machine/platform.ts';
import { withRole } from '../machine/role.ts';
import { loadNow, printTable, sideRows, warnings, writeReport } from '../report.ts';
import { compareBytes, encodings } from './compare-bytes.ts';
import { describeOptions, readCompareOptions } from './compare-options.ts';
import { findLessonPath } from './course-paths.ts';

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
              sides: await compareBytes(generator, platform, path, headers, options),
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
