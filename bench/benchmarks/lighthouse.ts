import lighthouse, { type RunnerResult } from 'lighthouse';
import { launch } from '../../e2e/support/browser.ts';
import { withDataDir, withPlatform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, writeReport } from '../report.ts';
import { median } from '../statistics.ts';
import { findLessonPath } from './course-paths.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Result of a page in one round: scores of 0 to 100, milliseconds, and the layout shift. */
interface Round extends Record<(typeof categories)[number], number> {
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  /** Failed audits in the three categories that must have a full score. */
  failedAudits: string[];
}

/**
 * Runs Lighthouse on the public pages with its mobile default: a slow 4G network and a CPU slowed down four times, both
 * simulated from one unthrottled load.
 */
export async function run(args: string[]): Promise<void> {
  const { rounds } = readNumbers(args, { rounds: { min: 1, max: 50, fallback: 3 } });
  const loadBefore = loadNow();
  const pages = await withDataDir((dataDir) =>
    withPlatform({ dataDir }, async ({ port }) => {
      const paths = ['/', '/map', await findLessonPath(port), '/labs', '/leaderboard'];
      const results = new Map<string, Round[]>(paths.map((path) => [path, []]));
      for (let round = 0; round < rounds; round++) {
        for (const path of paths) results.get(path)?.push(await audit(`http://127.0.0.1:${port}${path}`));
      }
      return [...results].map(([path, each]) => ({ path, ...summary(each), rounds: each }));
    }),
  );
  printTable(
    `Lighthouse, phone, median of ${rounds}: scores of 100, milliseconds of the simulated phone.`,
    pages.map((page) => ({
      page: page.path,
      performance: number(page.performance),
      accessibility: number(page.accessibility),
      'best practices': number(page['best-practices']),
      SEO: number(page.seo),
      'first paint': number(page.firstPaint),
      'largest paint': number(page.largestPaint),
      blocked: number(page.blocked),
      CLS: number(page.shift, 3),
    })),
  );
  for (const { path, rounds: each } of pages) {
    for (const failedAudit of new Set(each.flatMap(({ failedAudits }) => failedAudits)))
      console.log(`  ${path}: ${failedAudit}`);
  }
  writeReport('lighthouse', { loadBefore, pages });
}

function summary(each: Round[]): Omit<Round, 'failedAudits'> {
  const of = (name: keyof Omit<Round, 'failedAudits'>) => median(each.map((one) => one[name]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    blocked: of('blocked'),
    shift: of('shift'),
  };
}

/** The trace sometimes lacks its beginning, which says nothing about the page, so it is repeated. */
async function audit(url: string, triesLeft = 3): Promise<Round> {
  const { lhr } = await load(url);
  if (lhr.runtimeError?.code === 'NO_NAVSTART' && triesLeft > 1) return audit(url, triesLeft - 1);
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  return read(lhr);
}

/** Each page gets a new browser, so that stored data of an earlier page does not help. */
async function load(url: string): Promise<RunnerResult> {
  const port = await freePort();
  const browser = await launch(`--remote-debugging-port=${port}`);
  try {
    const result = await lighthouse(url, { port, output: 'json', onlyCategories: [...categories] });
    if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
    return result;
  } finally {
    await browser.close();
  }
}

function read(lhr: RunnerResult['lhr']): Round {
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const value = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN;
  const failedAudits = categories
    .filter((name) => name !== 'performance')
    .flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id]?.title}`);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    failedAudits,
  };
}
