import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Hexmap, MapDraft, SignedIn } from '@hexpedition/contract';
import { decodeRuns, type Hex, isNear, parseMapDocument, ring, toPixel } from '@hexpedition/hexkit';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { projectRoot } from '../../apps/server/src/platform/paths.ts';
import { runOn } from '../../apps/server/src/testing/test-postgres.ts';
import { password, signUp } from './learner.ts';
import type { Platform } from './platform.ts';

/** Helpers for the tests of the map editor: accounts, drafts on the server, and hexes on the screen. */

/** Returns a hex with six rings of sea around it, near the middle of the map. */
export async function freeSea(): Promise<Hex> {
  const map = parseMapDocument(JSON.parse(await readFile(join(projectRoot, 'curriculum/map.json'), 'utf8')));
  const land = new Set(map.continents.flatMap(({ cells }) => [...decodeRuns(cells)]));
  for (let radius = 0; radius < 60; radius++) {
    const hex = ring({ q: 0, r: 0 }, radius).find((one) => !isNear(land, one, 6));
    if (hex) return hex;
  }
  throw new Error('The map has no free sea.');
}

async function logIn({ url }: Platform, username: string, word: string | undefined): Promise<SignedIn> {
  const answer = await fetch(`${url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: word }),
  });
  return answer.json() as Promise<SignedIn>;
}

/** Creates a superuser with the operator's command and logs in. */
export async function author(platform: Platform, name: string): Promise<SignedIn> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/cli-admin.js', 'superuser', name], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: platform.databaseUrl },
  });
  return logIn(platform, name, /Password: (\S+)/.exec(stdout)?.[1]);
}

/** Signs up a learner who tests beta features. */
export async function tester(platform: Platform): Promise<SignedIn> {
  const { user } = await signUp(platform);
  await runOn(platform.databaseUrl, `update users set beta_access = true where username = '${user.username}'`);
  return logIn(platform, user.username, password);
}

const fetchJson = async <T>(platform: Platform, path: string, token?: string): Promise<T> => {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return (await (await fetch(platform.url + path, { headers })).json()) as T;
};

/** Names of the continents on a version of the map. */
export const namesOn = async (platform: Platform, version: '2' | 'beta', token?: string): Promise<string[]> =>
  (await fetchJson<Hexmap>(platform, `/api/config/hexmap${version}`, token)).continents.map(({ name }) => name);

export const draftOf = (platform: Platform, { token }: SignedIn): Promise<MapDraft> =>
  fetchJson(platform, '/api/admin/map/hexmap', token.access);

export const namesOnDraft = async (platform: Platform, session: SignedIn): Promise<string[]> =>
  (await draftOf(platform, session)).document.continents.map(({ name }) => name);

/** Path of the map that the page of a course links to, in the server's HTML. */
export async function mapLinkOf(platform: Platform, course: string): Promise<string | undefined> {
  const html = await (await fetch(`${platform.url}/courses/${course}`)).text();
  const main = html.slice(html.indexOf('<main'));
  return /<a\b[^>]* href="([^"]*)"[^>]*>(?:<[^>]*>|\s)*Map\b/.exec(main)?.[1];
}

/** Waits until the server has saved the changes. */
export const saved = (page: Page) => page.locator('[data-state=saved]').waitFor();

/** Waits until the map is still: the next frame draws what was requested, and the one after it must be the same. */
export async function waitUntilStill(page: Page): Promise<void> {
  const world = page.locator('[role=application] > div > div').first();
  await world.evaluate(async (element) => {
    const frames = async () => {
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      const { x, y } = element.getBoundingClientRect();
      return `${getComputedStyle(element).transform} ${x} ${y}`;
    };
    for (let last = '', now = await frames(); now !== last; now = await frames()) last = now;
  });
}

export interface Pixel {
  x: number;
  y: number;
}

/** Returns the position of a hex on the screen. */
export async function pixelOf(page: Page, hex: Hex): Promise<Pixel> {
  const { x, y } = toPixel(hex);
  const scene = page.locator('[role=application] svg[role=group]');
  return scene.evaluate(
    (svg: SVGSVGElement, at) => {
      const { x: left, y: top } = new DOMPoint(at.x, at.y).matrixTransform(svg.getScreenCTM() ?? undefined);
      return { x: left, y: top };
    },
    { x, y },
  );
}

/** Shows the whole map, and enough sea that nothing over the canvas covers this hex. */
export async function showAllWith(page: Page, hex: Hex): Promise<void> {
  await page.getByRole('button', { name: 'Fit' }).click();
  await waitUntilStill(page);
  const stage = await page.getByRole('application').boundingBox();
  if (!stage) throw new Error('There is no canvas.');
  const isFree = ({ x, y }: Pixel) =>
    x > stage.x + 60 && x < stage.x + stage.width - 220 && y > stage.y + 60 && y < stage.y + stage.height - 90;
  while (!isFree(await pixelOf(page, hex))) {
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await waitUntilStill(page);
  }
}

export async function clickHex(page: Page, hex: Hex): Promise<void> {
  await waitUntilStill(page);
  const { x, y } = await pixelOf(page, hex);
  await page.mouse.click(x, y);
}

export async function drag(page: Page, from: Pixel, to: Pixel): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

export const dragHex = async (page: Page, from: Hex, to: Hex): Promise<void> =>
  drag(page, await pixelOf(page, from), await pixelOf(page, to));

/** The errors, without the warnings: a new continent and its courses are not in the curriculum, which is a warning. */
export const errorsOf = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('aside ol > li[data-severity=error]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-code')));

/** Codes of the problems in the order of the author's list. */
export const problemsOf = (page: Page): Promise<(string | null)[]> =>
  page.locator('aside ol > li').evaluateAll((items) => items.map((item) => item.getAttribute('data-code')));

/** Checks that the editor has moved to a problem: its numbered mark is on the hex, in the middle of the canvas. */
export async function expectMark(page: Page, hex: Hex, number: number): Promise<void> {
  const mark = page.locator('[role=application] g[data-severity]:has(circle)');
  const picture = page.locator('[role=application] svg:has(> g > g[data-severity] > circle)');
  const state = async () => {
    const [text, isSeen, box, stage, at] = await Promise.all([
      mark.locator('text').textContent(),
      picture.isVisible(),
      mark.locator('path').boundingBox(),
      page.getByRole('application').boundingBox(),
      pixelOf(page, hex),
    ]);
    const centre = centreOf(box);
    return { text, isSeen, onHex: isClose(centre, at), inMiddle: isClose(centre, centreOf(stage)) };
  };
  await expect.poll(state).toEqual({ text: String(number), isSeen: true, onHex: true, inMiddle: true });
}

const isClose = (a: Pixel, b: Pixel) => Math.hypot(a.x - b.x, a.y - b.y) < 3;
const centreOf = (box: { x: number; y: number; width: number; height: number } | null): Pixel =>
  box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: Number.NaN, y: Number.NaN };
