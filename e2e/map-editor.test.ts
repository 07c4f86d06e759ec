import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Hexmap, MapDraft, SignedIn } from '@hexpedition/contract';
import { decodeRuns, type Hex, isNear, parseMapDocument, ring, toPixel } from '@hexpedition/hexkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../apps/server/src/platform/paths.ts';
import { runOn } from '../apps/server/src/testing/postgres.ts';
import { AxeOnce, axeFindings, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, password, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

/** Authors at work on the maps, by mouse and by keyboard alone. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let bay: Hex;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
  bay = await freeSea();
});
afterAll(async () => {
  await platform?.end();
});

/** A hex with six rings of sea around it, near the middle of the chart. */
async function freeSea(): Promise<Hex> {
  const map = parseMapDocument(JSON.parse(await readFile(join(projectRoot, 'curriculum/map.json'), 'utf8')));
  const land = new Set(map.continents.flatMap(({ cells }) => [...decodeRuns(cells)]));
  for (let radius = 0; radius < 60; radius++) {
    const hex = ring({ q: 0, r: 0 }, radius).find((one) => !isNear(land, one, 6));
    if (hex) return hex;
  }
  throw new Error('There is no sea.');
}

/** A superuser's session, made by the operator's command. */
async function author(name: string): Promise<SignedIn> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/cli-admin.js', 'superuser', name], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: platform.databaseUrl },
  });
  const password = /Password: (\S+)/.exec(stdout)?.[1];
  const answer = await fetch(`${platform.url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password }),
  });
  return answer.json() as Promise<SignedIn>;
}

/** The session of a learner who tries what is in beta. */
async function tester(): Promise<SignedIn> {
  const { user } = await signUp(platform);
  await runOn(platform.databaseUrl, `update users set beta_access = true where username = '${user.username}'`);
  const answer = await fetch(`${platform.url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user.username, password }),
  });
  return answer.json() as Promise<SignedIn>;
}

async function openEditor(session: SignedIn, path = '/admin/map/hexmap') {
  const visitor = await newVisitor(browser, { width: 1440, height: 900 });
  await openAs(visitor.page, platform, session, path);
  await visitor.page.locator('[role=application][data-live]').waitFor();
  return visitor;
}

/** Where a hex is on the screen. */
async function pixelOf(page: Page, hex: Hex) {
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

const still = async (page: Page) => {
  const camera = () =>
    page
      .locator('[role=application] > div > div')
      .first()
      .evaluate((world) => getComputedStyle(world).transform);
  let last = '';
  await expect
    .poll(async () => {
      const now = await camera();
      const same = now === last;
      last = now;
      return same;
    })
    .toBe(true);
};
const saved = (page: Page) => page.locator('[data-state=saved]').waitFor();
const click = async (page: Page, hex: Hex) => {
  const { x, y } = await pixelOf(page, hex);
  await page.mouse.click(x, y);
};
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}
const near = (q: number, r: number): Hex => ({ q: bay.q + q, r: bay.r + r });
const liveMap = async (version = '2', token?: string): Promise<Hexmap> => {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return (await (await fetch(`${platform.url}/api/config/hexmap${version}`, { headers })).json()) as Hexmap;
};
const draftOf = async (session: SignedIn): Promise<MapDraft> => {
  const headers = { authorization: `Bearer ${session.token.access}` };
  return (await (await fetch(`${platform.url}/api/admin/map/hexmap`, { headers })).json()) as MapDraft;
};
const faults = (page: Page) => page.locator('aside ol > li').allTextContents();
const moved = ['xor', 'rsa', 'block-ciphers'];

describe('an author with a mouse', () => {
  it('draws a continent, places three courses, links them, makes mistakes, publishes and goes back', async () => {
    const captain = await author('cartographer');
    const { page, errors, context } = await openEditor(captain);
    await page.getByRole('button', { name: 'Fit' }).click();
    await still(page);

    // Three courses come off the map, and wait in the tray.
    for (const slug of moved) {
      const box = await page.locator(`svg [data-ref="training:${slug}"]`).boundingBox();
      if (!box) throw new Error(`${slug} is not on the map.`);
      await page.mouse.click(box.x + box.width / 2, box.y + 4);
      await page.getByRole('button', { name: 'Take it off the map' }).click();
      await page.locator(`svg [data-ref="training:${slug}"]`).waitFor({ state: 'detached' });
    }
    const tray = page.getByRole('region', { name: 'Not on the map' });
    expect(await tray.getByRole('listitem').count()).toBe(3);
    // A tray that holds more than fits beside the inspector scrolls, and moves nothing out of the window.
    await page.setViewportSize({ width: 1024, height: 900 });
    const inspector = await page.getByRole('complementary').last().boundingBox();
    expect((inspector?.x ?? 0) + (inspector?.width ?? 0)).toBe(1024);
    await page.setViewportSize({ width: 1440, height: 900 });

    // A continent of its own, where the sea is free.
    const stage = await page.getByRole('application').boundingBox();
    const isSeen = async () => {
      const { x, y } = await pixelOf(page, near(0, 6));
      return (
        !!stage &&
        x > stage.x + 60 &&
        x < stage.x + stage.width - 220 &&
        y > stage.y + 60 &&
        y < stage.y + stage.height - 90
      );
    };
    while (!(await isSeen())) {
      await page.getByRole('button', { name: 'Zoom out' }).click();
      await still(page);
    }
    await page.getByRole('button', { name: /^Paint/ }).click();
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByLabel('Name').fill('Far Bay');
    await page.getByRole('button', { name: 'Make it, and paint' }).click();
    await page.getByRole('radio', { name: '19' }).check();
    await drag(page, await pixelOf(page, near(-2, 0)), await pixelOf(page, near(2, 0)));
    await page.locator('svg a[data-ref="continent:far-bay"]').waitFor();

    // Dragged from the tray onto it.
    await page.keyboard.press('v');
    for (const [i, hex] of [near(-2, 0), near(0, 0), near(2, 0)].entries()) {
      const card = await tray.getByRole('listitem').first().boundingBox();
      if (!card) throw new Error('The tray is empty.');
      await drag(page, { x: card.x + 40, y: card.y + 20 }, await pixelOf(page, hex));
      await expect.poll(() => tray.getByRole('listitem').count()).toBe(2 - i);
    }

    // And linked, the last one with its own beginning: a circle, which is a fault.
    await page.keyboard.press('p');
    const stops = [near(-2, 0), near(0, 0), near(2, 0), near(-2, 0)];
    for (const [i, hex] of stops.slice(0, -1).entries()) {
      await click(page, hex);
      await click(page, stops[i + 1] ?? hex);
    }
    await expect.poll(() => faults(page)).toEqual([expect.stringMatching(/The paths lead from .* back to itself/)]);
    await page.getByRole('button', { name: /^Undo: Lead to/ }).click();
    await expect.poll(() => faults(page)).toEqual([]);

    // Each other mistake is named, and taken back.
    await page.keyboard.press('e');
    await page.getByRole('radio', { name: '1', exact: true }).check();
    await click(page, near(0, 0));
    await expect.poll(() => faults(page)).toEqual([expect.stringContaining('does not lie on the land of Far Bay')]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => faults(page)).toEqual([]);
    await page.keyboard.press('b');
    const island = await pixelOf(page, near(0, 5));
    await drag(page, island, { x: island.x + 3, y: island.y });
    await expect.poll(() => faults(page)).toEqual([expect.stringContaining('Far Bay falls into 2 parts')]);
    await page.getByRole('button', { name: 'Publish' }).click();
    expect(await page.getByRole('button', { name: 'Publish to everybody' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    // A press on the fault leads there, and its mend settles it.
    await page.keyboard.press('F8');
    await still(page);
    expect(await page.locator('[role=application] svg:has(> g > g[data-severity=error])').isVisible()).toBe(true);
    const [mark, hex] = await Promise.all([
      page.locator('[role=application] g[data-severity=error]').boundingBox(),
      pixelOf(page, near(0, 5)),
    ]);
    expect(
      Math.hypot((mark?.x ?? 0) + (mark?.width ?? 0) / 2 - hex.x, (mark?.y ?? 0) + (mark?.height ?? 0) / 2 - hex.y),
    ).toBeLessThan(3);
    await page.getByRole('button', { name: 'Erase the 1 hex' }).click();
    await expect.poll(() => faults(page)).toEqual([]);
    await saved(page);

    // To beta: a tester sees it, and nobody else.
    const live = (await draftOf(captain)).live?.pk;
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The continent far-bay is new').waitFor();
    await page.getByRole('button', { name: 'Publish to beta' }).click();
    await page.getByText('Accounts with beta access see this map now.').waitFor();
    expect((await liveMap('beta', captain.token.access)).continents.map(({ name }) => name)).toContain('Far Bay');
    expect((await liveMap()).continents.map(({ name }) => name)).not.toContain('Far Bay');
    const learner = await signUp(platform);
    expect((await fetch(`${platform.url}/api/config/hexmapbeta`)).status).toBe(404);
    const [visitor, guest] = await Promise.all([newVisitor(browser), newVisitor(browser)]);
    await openAs(visitor.page, platform, learner, '/map');
    await openAs(guest.page, platform, await tester(), '/map');
    await guest.page.locator('svg [data-ref="continent:far-bay"]').waitFor();
    await guest.page.getByRole('navigation').getByRole('link', { name: 'Far Bay' }).first().click();
    await guest.page.waitForURL('**/map/far-bay');
    expect(guest.errors).toEqual([]);
    await guest.context.close();
    await visitor.page.locator('[data-live]').waitFor();
    expect(await visitor.page.getByRole('link', { name: /Far Bay/ }).count()).toBe(0);

    // To everybody, and back.
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish to everybody' }).click();
    await page.getByText('Everybody sees this map now.').waitFor();
    await visitor.page.goto(`${platform.url}/map/far-bay`);
    await visitor.page.locator('svg [data-ref="continent:far-bay"]').waitFor();
    await visitor.context.close();
    await page.getByRole('link', { name: 'History' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: `map ${live}` })
      .getByRole('button', { name: 'Go back to this' })
      .first()
      .click();
    await page.getByText('Everybody sees the earlier map again.').waitFor();
    expect((await liveMap()).continents.map(({ name }) => name)).not.toContain('Far Bay');
    expect((await draftOf(captain)).document.continents.map(({ name }) => name)).toContain('Far Bay');
    expect(errors).toEqual([]);
    await context.close();
  });
});

it('two authors at once lose nothing, and decide what clashes', async () => {
  const [one, two] = await Promise.all([author('first-mate'), author('second-mate')]);
  const [left, right] = await Promise.all([openEditor(one), openEditor(two)]);
  // Each sees the other, and where the other is at work.
  await right.page.mouse.move(640, 420);
  const company = left.page.getByRole('list', { name: 'Also here' });
  await company.getByRole('button', { name: 'second-mate' }).waitFor();
  await left.page.getByRole('application').getByText('second-mate').waitFor();
  await left.page.getByRole('status').filter({ hasText: 'second-mate is here too.' }).waitFor();
  expect(await axeFindings(left.page)).toEqual([]);
  const rename = async (page: Page, from: string, to: string) => {
    const back = page.locator('aside').getByRole('button', { name: 'All continents' });
    if (await back.isVisible()) await back.click();
    await page.locator('aside').getByRole('button', { name: from }).first().click();
    await page.getByLabel('Name', { exact: true }).fill(to);
    await page.getByLabel('Name', { exact: true }).press('Enter');
  };
  await rename(left.page, 'Forensics', 'Traces');
  await saved(left.page);
  await expect.poll(async () => (await draftOf(one)).document.continents.map(({ name }) => name)).toContain('Traces');
  await right.page.locator('aside').getByRole('button', { name: 'Traces' }).waitFor();
  // From here on the left one hears nothing of the other until it saves.
  await left.page.route('**/api/admin/map/hexmap/here', (route) => route.abort());
  // Another thing: merged without a word.
  await rename(right.page, 'Mobile', 'Pockets');
  await expect
    .poll(async () => (await draftOf(one)).document.continents.map(({ name }) => name))
    .toEqual(expect.arrayContaining(['Traces', 'Pockets']));
  expect(await right.page.getByRole('dialog').count()).toBe(0);
  // The same thing: both sides are shown.
  await rename(right.page, 'Pockets', 'Hands');
  await expect.poll(async () => (await draftOf(one)).document.continents.map(({ name }) => name)).toContain('Hands');
  await rename(left.page, 'Mobile', 'Phones');
  const dialog = left.page.getByRole('dialog');
  await dialog.getByText('second-mate has changed the same').waitFor();
  await dialog.getByText('Mine: name Phones').waitFor();
  await dialog.getByText('Theirs: name Hands').click();
  await dialog.getByRole('button', { name: 'Use this choice' }).click();
  await saved(left.page);
  const names = (await draftOf(one)).document.continents.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Traces', 'Hands']));
  expect(names).not.toContain('Phones');
  await left.page.unroute('**/api/admin/map/hexmap/here');
  await right.context.close();
  await company.waitFor({ state: 'detached' });
  await left.context.close();
});

it('all of it goes by keyboard alone', async () => {
  const pilot = await author('pilot');
  const { page, context } = await openEditor(pilot);
  const before = (await draftOf(pilot)).document;
  const start = before.continents.flatMap(({ trainings }) => trainings).find(({ slug }) => slug === 'http');
  if (!start) throw new Error('There is no http.');
  const canvas = page.getByRole('application');
  const said = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The list leads to a course, and the canvas begins there.
  await page.locator('aside').getByRole('button', { name: 'Foundations' }).press('Enter');
  await page.locator('aside').getByRole('button', { name: /^HTTP/ }).press('Enter');
  await canvas.focus();
  await press('ArrowLeft', 'ArrowRight');
  await said(`${start.q}, ${start.r}: http`);
  // Picked up, carried, put down, and taken back.
  await press('Enter');
  await said(/is picked up/);
  await press('ArrowLeft', 'Enter');
  await said(`lies at ${start.q - 1}, ${start.r}`);
  await press('Control+z');
  // Paint and erase with Space; the tools by their letters.
  await press('e', ' ');
  await said('Erased.');
  await press('Control+z', 't', ' ');
  await saved(page);
  await expect.poll(async () => (await draftOf(pilot)).document.terrain.length).toBe(before.terrain.length + 1);
  await press('Control+z', 'p', 'ArrowRight', 'Enter');
  await said(/The path begins at http/);
  await press('Escape', 'v');
  // Published by the keyboard too.
  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  await page.getByRole('button', { name: 'Publish to beta' }).press('Enter');
  await page.getByText('Accounts with beta access see this map now.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // A canvas that was hidden at first has its picture when it is shown.
  await page.goto(`${platform.url}/admin/map/hexmap?view=json`);
  const views = page.getByRole('navigation', { name: 'Views' });
  await page.getByRole('textbox').waitFor();
  await views.getByRole('link', { name: 'Map' }).press('Enter');
  await canvas.waitFor();
  await expect.poll(async () => (await pixelOf(page, start)).x).toBeGreaterThan(0);
  expect(await views.locator('[aria-current]').allTextContents()).toEqual(['Map']);
  await context.close();
});

it('axe finds nothing in any view, in both themes, and all of them fit a phone', async () => {
  const session = await author('lookout');
  const findings: string[] = [];
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, context } = await newVisitor(browser, size);
    await openAs(page, platform, session);
    const axe = new AxeOnce();
    for (const view of ['', '/hexmap?view=list', '/hexmap?view=json', '/hexmapYT?view=history', '/features']) {
      await page.goto(`${platform.url}/admin/map${view}`);
      // What each of them has once it stands.
      const sign = view === '/features' ? page.getByRole('textbox') : page.getByRole('navigation', { name: 'Views' });
      await sign.first().waitFor();
      findings.push(...(await findingsInBothThemes(page, axe)));
    }
    await context.close();
  }
  expect(findings).toEqual([]);
});
