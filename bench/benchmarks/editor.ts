import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { SignedIn } from '@hexpedition/contract';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import { launch } from '../../e2e/support/browser.ts';
import { openAs } from '../../e2e/support/learner.ts';
import { addMap, generateMap } from '../fill/generated-map.ts';
import { thisProgram } from '../machine/children.ts';
import { ownSettings, withDataDir, withPlatform } from '../machine/platform.ts';
import { everyFrame, type Motion, measureMotion, screen, waitForText } from '../motion.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, writeReport } from '../report.ts';
import { median } from '../statistics.ts';

const sizes = [500, 2_000, 5_000];

interface Round {
  /** Dragging the map, for comparison. */
  pan: Motion;
  /** One long stroke of the brush. */
  paint: Motion;
  /** Milliseconds from the end of a short stroke until the new map is shown: a median. */
  shown: number;
  /** The longest time that the page did not respond during short strokes, in milliseconds. */
  pause: number;
}

/** Measures editing a large map: how smoothly the brush follows the pointer, and how soon the map is redrawn. */
export async function run(args: string[]): Promise<void> {
  const { rounds, seconds } = readNumbers(args, {
    rounds: { min: 1, max: 50, fallback: 3 },
    seconds: { min: 1, max: 60, fallback: 4 },
  });
  const loadBefore = loadNow();
  const measured: { hexes: number; rounds: Round[] }[] = [];
  await withDataDir((dataDir) =>
    withPlatform({ dataDir }, async ({ port }) => {
      const url = `http://127.0.0.1:${port}`;
      const author = await createAuthor(url, dataDir);
      for (const hexes of sizes) {
        const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
        await addMap(db, generateMap(hexes, 1), 1).finally(close);
        await waitForText(`${url}/map`, '/map/bench-0');
        const each: Round[] = [];
        for (let round = 0; round < rounds; round++) each.push(await measure(url, author, seconds));
        measured.push({ hexes, rounds: each });
      }
    }),
  );
  printTable(
    `The map editor on a screen of ${screen.width} × ${screen.height}; medians of ${rounds} rounds of ${seconds} s.`,
    measured.map(({ hexes, rounds: each }) => {
      const of = (pick: (round: Round) => number, digits = 0) => number(median(each.map(pick)), digits);
      return {
        hexes: number(hexes),
        'drag: fps': of(({ pan }) => pan.fps, 1),
        'paint: fps': of(({ paint }) => paint.fps, 1),
        'CPU ms/frame': of(({ paint }) => paint.cpu, 1),
        'redrawn after ms': of(({ shown }) => shown),
        'longest pause ms': of(({ pause }) => pause),
      };
    }),
  );
  writeReport('editor', { rounds, seconds, loadBefore, measured });
}

/** Creates a superuser with the operator's command and logs in. */
async function createAuthor(url: string, dataDir: string): Promise<SignedIn> {
  const command = [join(dirname(thisProgram), 'cli-admin.js'), 'superuser', 'author'];
  const env = { ...process.env, ...ownSettings, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  const password = /Password: (\S+)/.exec(stdout)?.[1];
  const answer = await fetch(`${url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'author', password }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<SignedIn>;
}

async function measure(url: string, author: SignedIn, seconds: number): Promise<Round> {
  const browser = await launch();
  try {
    const page = await (await browser.newContext({ viewport: screen })).newPage();
    // Saving is blocked, so each round starts with the same map.
    await page.route('**/api/config/*/edit', (route) => route.abort());
    await openAs(page, { url }, author, '/admin/map/hexmap');
    await page.locator('[role=application][data-live]').waitFor();
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.waitForTimeout(2_000);
    const pan = await measureMotion(browser, page, () => moveInCircle(page, seconds));
    await page.keyboard.press('b');
    // Near other land a stroke would change nothing.
    await page.getByRole('checkbox', { name: /hexes of sea/ }).uncheck();
    await page.evaluate(watchPauses);
    const paint = await measureMotion(browser, page, () => moveInCircle(page, seconds));
    const shown = await drawShortStrokes(page);
    const pause = await page.evaluate(() => (window as unknown as { longest: number }).longest);
    return { pan, paint, shown, pause };
  } finally {
    await browser.close();
  }
}

/** Start of the circle, whose lowest point is still above the tray. */
const top = { x: 540, y: 300 };

/** Moves the pressed pointer in a circle, one turn in two seconds. */
async function moveInCircle(page: Page, seconds: number): Promise<void> {
  await page.mouse.move(top.x, top.y);
  await page.mouse.down();
  await everyFrame(seconds, (time) => {
    const angle = time * Math.PI;
    return page.mouse.move(top.x + 200 * Math.sin(angle), top.y + 150 * (1 - Math.cos(angle)));
  });
  await page.mouse.up();
}

/**
 * Draws ten short strokes in a column outside of the circle and of the painted continent: each changes a coast.
 * @returns milliseconds until the map shows a stroke, a median
 */
async function drawShortStrokes(page: Page): Promise<number> {
  const times: number[] = [];
  for (let stroke = 0; stroke < 10; stroke++) {
    const y = 260 + stroke * 40;
    await page.mouse.move(900, y);
    await page.mouse.down();
    await page.mouse.move(925, y, { steps: 4 });
    await page.evaluate(watchScene);
    await page.mouse.up();
    times.push(await page.evaluate(() => (window as unknown as { drawn: Promise<number> }).drawn));
  }
  return median(times);
}

/** Runs inside the page. Records the longest time that the page did not respond. */
function watchPauses(): void {
  const recorded = Object.assign(window, { longest: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) recorded.longest = Math.max(recorded.longest, duration);
  }).observe({ type: 'longtask' });
}

/** Runs inside the page. Measures from the release of the pointer to the first frame with a changed coast. */
function watchScene(): void {
  const scene = document.querySelector('[role=application] svg');
  if (!scene) throw new Error('The canvas has no SVG.');
  const released = new Promise<number>((resolve) =>
    window.addEventListener('pointerup', () => resolve(performance.now()), { once: true, capture: true }),
  );
  const changed = new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error('The stroke changed no coast.')), 20_000);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    void released.then(() => observer.observe(scene, { subtree: true, attributeFilter: ['d'], childList: true }));
  });
  const drawn = Promise.all([released, changed]).then(
    ([since]) =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since))),
      ),
  );
  Object.assign(window, { drawn });
}
