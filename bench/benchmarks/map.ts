import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Hexmap, MapDocument } from '@hexpedition/contract';
import { decodeRuns, hexOf, toPixel } from '@hexpedition/hexkit';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { projectRoot } from '../../apps/server/src/platform/paths.ts';
import { iconPaths } from '../../apps/web/src/ui/icon-paths.ts';
import { launch } from '../../e2e/support/browser.ts';
import { addMap, generateMap } from '../fill/generated-map.ts';
import { withDataDir, withPlatform } from '../machine/platform.ts';
import { freePort } from '../machine/port.ts';
import { everyFrame, type Motion, measureMotion, screen, waitForText } from '../motion.ts';
import { readNumbers } from '../options.ts';
import type { FlowMap } from '../react-flow/page.tsx';
import { kilobytes, loadNow, number, printTable, writeReport } from '../report.ts';
import { median } from '../statistics.ts';

const sizes = [500, 2_000, 5_000];
const slowdowns = [1, 4];

interface Side {
  name: string;
  url: string;
  /** Expression that is true in the page as soon as it follows the pointer. */
  ready: string;
  /** Zooms out to all land. */
  fit: (page: Page) => Promise<void>;
}

interface Round {
  firstPaint: number;
  ready: number;
  pan: Motion;
  zoom: Motion;
}

/**
 * Compares the course map with the same map in React Flow, in a real browser: how smoothly it moves and how soon it is
 * shown.
 */
export async function run(args: string[]): Promise<void> {
  const { rounds, seconds } = readNumbers(args, {
    rounds: { min: 1, max: 50, fallback: 3 },
    seconds: { min: 1, max: 60, fallback: 4 },
  });
  const loadBefore = loadNow();
  const measured: { hexes: number; slowdown: number; side: string; html: number; rounds: Round[] }[] = [];
  await withDataDir((dataDir) =>
    withPlatform({ dataDir }, async ({ port }) => {
      for (const hexes of sizes) {
        const document = generateMap(hexes, 1);
        const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
        await addMap(db, document, 1).finally(close);
        const url = `http://127.0.0.1:${port}/map`;
        const compiled = (await (await fetch(`http://127.0.0.1:${port}/api/config/hexmap2`)).json()) as Hexmap;
        await waitForText(url, `/map/bench-0`);
        await withReactFlow(document, compiled, async (flowUrl) => {
          const sides = [ours(url), reactFlow(flowUrl)];
          for (const slowdown of slowdowns) {
            const results = sides.map(() => [] as Round[]);
            for (let round = 0; round < rounds; round++) {
              for (const [i, side] of sides.entries()) results[i]?.push(await measure(side, slowdown, seconds));
            }
            for (const [i, side] of sides.entries()) {
              const html = await (await fetch(side.url)).text();
              measured.push({
                hexes,
                slowdown,
                side: side.name,
                html: gzipSync(html).length,
                rounds: results[i] ?? [],
              });
            }
          }
        });
      }
    }),
  );
  printTable(
    `All land on a screen of ${screen.width} × ${screen.height}; medians of ${rounds} rounds of ${seconds} s.`,
    measured.map(({ hexes, slowdown, side, html, rounds: each }) => {
      const of = (pick: (round: Round) => number, digits = 0) => number(median(each.map(pick)), digits);
      return {
        hexes: number(hexes),
        'CPU slowed': `${slowdown}x`,
        drawn: side,
        'pan fps': of(({ pan }) => pan.fps, 1),
        'CPU ms/frame': of(({ pan }) => pan.cpu, 1),
        'zoom fps': of(({ zoom }) => zoom.fps, 1),
        'CPU ms/frame ': of(({ zoom }) => zoom.cpu, 1),
        'first paint ms': of(({ firstPaint }) => firstPaint),
        'ready ms': of(({ ready }) => ready),
        'HTML KB (gzip)': kilobytes(html),
      };
    }),
  );
  writeReport('map', { rounds, seconds, loadBefore, measured });
}

/** Serves the page that draws a map with React Flow, and calls `use` with its address. */
async function withReactFlow<T>(document: MapDocument, compiled: Hexmap, use: (url: string) => Promise<T>): Promise<T> {
  const html = await pageOf(flowMapOf(document, compiled));
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html; charset=utf-8').end(html));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function flowMapOf(document: MapDocument, { continents, paths }: Hexmap): FlowMap {
  const hexes = document.continents.flatMap(({ cells, colour }) =>
    [...decodeRuns(cells)].map((key) => ({ ...toPixel(hexOf(key)), colour })),
  );
  const trainings = continents.flatMap(({ trainings: all, colour }) =>
    all.map(({ slug, x, y, icon }) => {
      const sign = iconPaths[icon as keyof typeof iconPaths];
      return { ref: `training:${slug}`, x, y, colour, name: slug, sign };
    }),
  );
  const edges = paths.flatMap((path) => path.edges.map(({ from, to, d }) => ({ from, to, d })));
  return { hexes, trainings, edges };
}

/** The page is one response, so that the comparison excludes the network. */
async function pageOf(map: FlowMap): Promise<string> {
  const { build } = await import('esbuild');
  const folder = join(projectRoot, 'bench/react-flow');
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.tsx')],
    bundle: true,
    minify: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const styles = [join(projectRoot, 'node_modules/@xyflow/react/dist/style.css'), join(folder, 'page.css')];
  const css = await Promise.all(styles.map((path) => readFile(path, 'utf8')));
  const safe = (text: string) => text.replaceAll('</script', '<\\/script');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>React Flow</title><style>${css.join('\n')}</style>
<div id="root"></div><script type="application/json" id="map">${safe(JSON.stringify(map))}</script>
<script>${safe(outputFiles[0]?.text ?? '')}</script></html>`;
}

const ours = (url: string): Side => ({
  name: 'Hexpedition',
  url,
  ready: 'document.querySelector("[data-live]") !== null',
  fit: (page) => page.getByRole('button', { name: 'Fit', exact: true }).click(),
});

const reactFlow = (url: string): Side => ({
  name: 'React Flow',
  url,
  ready: 'document.documentElement?.dataset.ready !== undefined',
  fit: async () => {},
});

async function measure(side: Side, slowdown: number, seconds: number): Promise<Round> {
  const browser = await launch();
  try {
    const page = await (await browser.newContext({ viewport: screen })).newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(`(function look() {
      if (${side.ready}) window.readyAt = performance.now();
      else requestAnimationFrame(look);
    })()`);
    await page.goto(side.url, { waitUntil: 'load' });
    await page.waitForFunction(() => 'readyAt' in window, undefined, { timeout: 120_000 });
    const [ready, firstPaint] = await page.evaluate(() => [
      Number((window as unknown as { readyAt: number }).readyAt),
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ]);
    await side.fit(page);
    await page.waitForTimeout(2_000);
    return {
      ready: ready ?? Number.NaN,
      firstPaint: firstPaint ?? Number.NaN,
      pan: await measureMotion(browser, page, () => pan(page, seconds)),
      zoom: await measureMotion(browser, page, () => zoom(page, seconds)),
    };
  } finally {
    await browser.close();
  }
}

const middle = { x: 900, y: 450 };

/** Drags the map in a circle, one turn in two seconds. */
async function pan(page: Page, seconds: number): Promise<void> {
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await everyFrame(seconds, (time) => {
    const angle = time * Math.PI;
    return page.mouse.move(middle.x + 220 * Math.sin(angle), middle.y + 160 * (1 - Math.cos(angle)));
  });
  await page.mouse.up();
}

/** Zooms in with the wheel for three quarters of a second, and out again. */
async function zoom(page: Page, seconds: number): Promise<void> {
  await page.mouse.move(middle.x, middle.y);
  await everyFrame(seconds, (time) => page.mouse.wheel(0, time % 1.5 < 0.75 ? -30 : 30));
}
