import { getOk } from '../machine/http.ts';
import { withDataDir, withPlatform } from '../machine/platform.ts';
import { readNumbers } from '../options.ts';
import { kilobytes, printTable, writeReport } from '../report.ts';
import { findLessonPath } from './course-paths.ts';
import { followImports, readFirstLoad } from './first-load.ts';

/** Bytes that the server sends to a browser without compression, with gzip, or with brotli. */
interface Sizes {
  files: number;
  raw: number;
  gzip: number;
  brotli: number;
}

const accepts = { raw: 'identity', gzip: 'gzip', brotli: 'gzip, deflate, br, zstd' } as const;

export async function run(args: string[]): Promise<void> {
  readNumbers(args, {});
  const pages = await withDataDir((dataDir) =>
    withPlatform({ dataDir, waitFor: '/readyz' }, async ({ port }) => {
      const results = [];
      for (const path of ['/map', await findLessonPath(port)]) results.push(await measurePage(port, path));
      return results;
    }),
  );
  const rows = pages.flatMap(({ path, ...parts }) =>
    (['javascript', 'css', 'html'] as const).map((part, index) => ({
      page: index === 0 ? path : '',
      part,
      files: String(parts[part].files),
      'raw kB': kilobytes(parts[part].raw),
      'gzip kB': kilobytes(parts[part].gzip),
      'brotli kB': kilobytes(parts[part].brotli),
    })),
  );
  printTable('First load, in thousands of bytes as sent (response bodies without headers).', rows);
  writeReport('bundle', { pages });
}

async function measurePage(port: number, path: string) {
  const text = async (address: string) =>
    (await getOk(port, address, { 'accept-encoding': accepts.raw })).body.toString();
  const { scripts, styles } = readFirstLoad(await text(path));
  const all = await followImports(scripts, text);
  return {
    path,
    /** Scripts that the page does not name itself, so that a browser finds them one round trip later. */
    notPreloaded: all.filter((script) => !scripts.includes(script)),
    javascript: await sizes(port, all),
    css: await sizes(port, styles),
    html: await sizes(port, [path]),
  };
}

async function sizes(port: number, paths: string[]): Promise<Sizes> {
  const total: Sizes = { files: paths.length, raw: 0, gzip: 0, brotli: 0 };
  for (const path of paths) {
    for (const [name, accept] of Object.entries(accepts)) {
      const { body } = await getOk(port, path, { 'accept-encoding': accept });
      total[name as keyof typeof accepts] += body.length;
    }
  }
  return total;
}
