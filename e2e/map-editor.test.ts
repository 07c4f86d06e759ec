import type { MapDocument, SignedIn } from '@hexpedition/contract';
import { decodeRuns, type Hex, hexOf, keyOf, nodesOf } from '@hexpedition/hexkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, type Visitor } from './support/browser.ts';
import { KeyboardVisitor } from './support/keyboard.ts';
import { openAs, signUp } from './support/learner.ts';
import {
  author,
  clickHex,
  draftOf,
  drag,
  dragHex,
  errorsOf,
  expectMark,
  freeSea,
  mapLinkOf,
  namesOn,
  namesOnDraft,
  pixelOf,
  problemsOf,
  saved,
  showAllWith,
  tester,
  waitUntilStill,
} from './support/map-editor.ts';
import { startPlatform } from './support/platform.ts';

/**
 * One author edits the map by mouse and another one by keyboard. Each author keeps one page for all tests, because
 * opening the editor takes longer than most of what they do there.
 */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let bay: Hex;
let captain: SignedIn;
let pilot: SignedIn;
let mouse: Visitor;
let keys: KeyboardVisitor;
beforeAll(async () => {
  [browser, platform, bay] = await Promise.all([openBrowser(), startPlatform(), freeSea()]);
  [captain, pilot] = await Promise.all([author(platform, 'captain'), author(platform, 'pilot')]);
  mouse = await newVisitor(browser, desktop);
});
afterAll(async () => {
  await mouse?.context.close();
  await platform?.end();
});

const desktop = { width: 1440, height: 900 };
const axe = new AxeOnce();
const near = (q: number, r: number): Hex => ({ q: bay.q + q, r: bay.r + r });
const moved = ['xor', 'rsa', 'block-ciphers'];
const canvas = ['application', 'Map canvas'] as const;
const inspector = ['region', 'Inspector'] as const;
const tray = ['region', 'Not on the map'] as const;
const problems = ['region', 'Problems'] as const;
const publish = ['button', /Publish …$/] as const;
const dialog = ['dialog', /./] as const;

function positionOf(map: MapDocument, slug: string): Hex {
  const found = nodesOf(map).find((node) => node.slug === slug);
  if (!found) throw new Error(`${slug} is not on the map.`);
  return { q: found.q, r: found.r };
}

/** Returns a hex of a continent without a course or lab. */
function freeHexOn(map: MapDocument, continent: string): Hex {
  const taken = new Set(nodesOf(map).map(keyOf));
  const cells = map.continents.find(({ slug }) => slug === continent)?.cells ?? {};
  const key = [...decodeRuns(cells)].find((one) => !taken.has(one));
  if (key === undefined) throw new Error(`There is no free hex on ${continent}.`);
  return hexOf(key);
}

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo: / });

/** Undoes every change of the author, so that the next test starts with the shipped map. */
async function undoAll(page: Page): Promise<void> {
  const undo = undoButton(page);
  while (await undo.isVisible()) await undo.click();
  await expect.poll(() => problemsOf(page)).toEqual([]);
  await saved(page);
}

it('every view has no axe findings and fits a phone, and the canvas is drawn after another view', async () => {
  const { page, errors } = mouse;
  const findings: string[] = [];
  const check = async () => {
    for (const size of [{ width: 390, height: 844 }, desktop]) {
      await page.setViewportSize(size);
      findings.push(...(await findingsInBothThemes(page, axe)));
    }
  };
  const views = page.getByRole('navigation', { name: 'Views' });
  const goTo = (view: string) => views.getByRole('link', { name: view }).click();
  await openAs(page, platform, captain, '/admin/map');
  await page.waitForURL('**/admin/map/hexmap');
  const maps = page.getByRole('navigation', { name: 'Maps' });
  await maps.getByRole('link', { name: 'YouTube Map' }).click();
  await page.getByRole('heading', { name: 'YouTube Map', level: 1 }).waitFor();
  await goTo('History');
  await page.getByRole('heading', { name: 'History', level: 2, exact: true }).waitFor();
  await check();
  await page.goto(`${platform.url}/admin/map/features`);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.getByRole('textbox').first().waitFor();
  await check();

  await page.goto(`${platform.url}/admin/map/hexmap?view=json`);
  await page.getByRole('textbox').waitFor();
  await check();
  await goTo('List');
  await page.waitForURL('**/hexmap?view=list');
  await check();
  await goTo('Map');
  await page.getByRole('application').waitFor();
  const [course] = nodesOf((await draftOf(platform, captain)).document);
  if (!course) throw new Error('The map is empty.');
  await expect.poll(async () => (await pixelOf(page, course)).x).toBeGreaterThan(0);
  expect(await views.locator('[aria-current]').allTextContents()).toEqual(['Map']);
  await check();
  expect(findings).toEqual([]);
  expect(errors).toEqual([]);
});

it('by mouse, an author draws a continent, places three courses, links them and fixes mistakes', async () => {
  const { page, errors } = mouse;
  await page.getByRole('button', { name: 'Fit' }).click();

  // Removes three courses from the map. They wait in the tray.
  for (const slug of moved) {
    // The first card makes the tray higher, which moves the map.
    await waitUntilStill(page);
    const box = await page.locator(`svg [data-ref="training:${slug}"]`).boundingBox();
    if (!box) throw new Error(`${slug} is not on the map.`);
    await page.mouse.click(box.x + box.width / 2, box.y + 4);
    await page.getByRole('button', { name: 'Remove from map' }).click();
    await page.locator(`svg [data-ref="training:${slug}"]`).waitFor({ state: 'detached' });
  }
  const tray = page.getByRole('region', { name: 'Not on the map' });
  expect(await tray.getByRole('listitem').count()).toBe(3);
  // A tray with more cards than fit beside the inspector scrolls, and pushes nothing out of the window.
  await page.setViewportSize({ width: 1024, height: 900 });
  const inspector = await page.getByRole('complementary').last().boundingBox();
  expect((inspector?.x ?? 0) + (inspector?.width ?? 0)).toBe(1024);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Draws a new continent on free sea.
  await showAllWith(page, near(0, 6));
  await page.getByRole('button', { name: /^Paint/ }).click();
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByLabel('Name').fill('Far Bay');
  await page.getByRole('button', { name: 'Create and paint' }).click();
  await page.getByRole('radio', { name: '19' }).check();
  await dragHex(page, near(-2, 0), near(2, 0));
  await page.locator('svg a[data-ref="continent:far-bay"]').waitFor();

  // Drags the courses from the tray to the new continent.
  await page.keyboard.press('v');
  for (const [i, hex] of [near(-2, 0), near(0, 0), near(2, 0)].entries()) {
    const card = await tray.getByRole('listitem').first().boundingBox();
    if (!card) throw new Error('The tray is empty.');
    await drag(page, { x: card.x + 40, y: card.y + 20 }, await pixelOf(page, hex));
    await expect.poll(() => tray.getByRole('listitem').count()).toBe(2 - i);
  }

  // Links them, and the last one to the first: a cycle, which is an error.
  await page.keyboard.press('p');
  const stops = [near(-2, 0), near(0, 0), near(2, 0), near(-2, 0)];
  for (const [i, hex] of stops.slice(0, -1).entries()) {
    await clickHex(page, hex);
    await clickHex(page, stops[i + 1] ?? hex);
  }
  await expect.poll(() => errorsOf(page)).toEqual(['cycle']);
  await page.getByRole('button', { name: /^Undo: Add a path to/ }).click();
  await expect.poll(() => errorsOf(page)).toEqual([]);

  // Two more mistakes are listed and undone. `problems-panel.test.tsx` makes each kind.
  await page.keyboard.press('e');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await clickHex(page, near(0, 0));
  await expect.poll(() => errorsOf(page)).toEqual(['off_continent']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => errorsOf(page)).toEqual([]);
  await page.keyboard.press('b');
  const island = await pixelOf(page, near(0, 5));
  await drag(page, island, { x: island.x + 3, y: island.y });
  await expect.poll(() => errorsOf(page)).toEqual(['split_continent']);
  await page.getByRole('button', { name: 'Publish' }).click();
  expect(await page.getByRole('button', { name: 'Publish to everyone' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  // F8 moves to the problem, and its quick fix resolves it.
  await page.keyboard.press('F8');
  await expectMark(page, near(0, 5), 1);
  await page.getByRole('button', { name: 'Erase 1 hex' }).click();
  await expect.poll(() => errorsOf(page)).toEqual([]);
  // A different continent in the curriculum is a warning, which does not block publishing.
  expect(await page.locator('aside ol > li[data-severity=warning]').allTextContents()).toEqual([
    expect.stringContaining('The curriculum has no courses on Far Bay'),
    ...moved.map(() => expect.stringContaining('belongs to the continent "cryptography" in the curriculum')),
  ]);
  await saved(page);

  await undoAll(page);
  expect(errors).toEqual([]);
});

it('mistakes made with the tools are listed by number, F8 leads to their hexes, and undo removes them', async () => {
  const { page, errors } = mouse;
  const map = (await draftOf(platform, captain)).document;
  await showAllWith(page, bay);
  expect(await problemsOf(page)).toEqual([]);
  const undo = undoButton(page);

  // Each course is at the end of one path and at the start of none, so that a move breaks no path.
  const [leaf, other] = [positionOf(map, 'randomness-and-keys'), positionOf(map, 'block-ciphers')];
  await page.keyboard.press('v');
  await dragHex(page, leaf, other);
  await expect.poll(() => problemsOf(page)).toEqual(['two_on_a_hex']);
  await undo.click();
  await expect.poll(() => problemsOf(page)).toEqual([]);
  const land = freeHexOn(map, 'web');
  await dragHex(page, leaf, land);
  await expect.poll(() => problemsOf(page)).toContain('other_continent');
  await page.keyboard.press('F8');
  // A warning does not block publishing.
  expect(await page.getByText(/^Fix .* to publish\.$/).count()).toBe(0);
  await undo.click();
  await expect.poll(() => problemsOf(page)).toEqual([]);

  await showAllWith(page, bay);
  await dragHex(page, leaf, bay);
  await clickHex(page, positionOf(map, 'first-light'));
  await page.getByRole('checkbox', { name: 'Newcomers start here' }).uncheck();
  await page.keyboard.press('p');
  await clickHex(page, other);
  await clickHex(page, positionOf(map, 'xor'));
  await expect.poll(() => problemsOf(page)).toEqual(['off_continent', 'cycle', 'missing_start']);
  expect(await page.locator('aside ol > li [aria-hidden]').allTextContents()).toEqual(['1', '2', '3']);
  await page.getByText('Fix all errors to publish.').waitFor();
  await page.keyboard.press('F8');
  await expectMark(page, bay, 1);
  await page.keyboard.press('F8');
  await expectMark(page, positionOf(map, 'xor'), 2);
  await undoAll(page);
  expect(errors).toEqual([]);
});

it('edits by two authors at the same time are all kept, and the authors resolve conflicts', async () => {
  const { page, errors, context } = mouse;
  await page.mouse.move(640, 420);
  keys = await KeyboardVisitor.open(browser, platform, pilot, '/admin/map/hexmap');
  // An author sees the other one and the place that the other one edits.
  const otherAuthors = ['list', 'Other authors'] as const;
  await keys.sees(otherAuthors, ['button', 'captain']);
  await keys.reads('captain', canvas);
  await keys.waitForAnnouncement(/captain joined/);
  expect(await keys.axeFindings(axe)).toEqual([]);

  const showContinents = async () => {
    const back = page.locator('aside').getByRole('button', { name: 'All continents' });
    if (await back.isVisible()) await back.click();
  };
  const renameByMouse = async (from: string, to: string) => {
    await showContinents();
    await page.locator('aside').getByRole('button', { name: from }).first().click();
    await page.getByLabel('Name', { exact: true }).fill(to);
    await page.getByLabel('Name', { exact: true }).press('Enter');
  };
  const renameByKeyboard = async (from: string, to: string) => {
    await keys.goToPart(...inspector);
    await keys.enter(inspector, ['button', from]);
    await keys.goTo('Tab', inspector, ['textbox', 'Name']);
    await keys.press('Control+a');
    await keys.type(to);
    await keys.press('Enter');
  };
  const showContinentsByKeyboard = async () => {
    await keys.goToPart(...inspector);
    await keys.goTo('Shift+Tab', inspector, ['button', 'All continents']);
    await keys.press('Enter');
  };
  const names = () => namesOnDraft(platform, pilot);
  await renameByKeyboard('Forensics', 'Traces');
  await showContinentsByKeyboard();
  await expect.poll(names).toContain('Traces');
  await showContinents();
  await page.locator('aside').getByRole('button', { name: 'Traces' }).waitFor();
  const letPresenceThrough = await keys.blockPresence();
  // Different fields: merged without a question.
  await renameByMouse('Mobile', 'Pockets');
  await expect.poll(names).toEqual(expect.arrayContaining(['Traces', 'Pockets']));
  expect(await page.getByRole('dialog').count()).toBe(0);
  // The same field: shows both versions.
  await renameByMouse('Pockets', 'Hands');
  await expect.poll(names).toContain('Hands');
  await renameByKeyboard('Mobile', 'Phones');
  await keys.sees(['dialog', 'captain changed the same items']);
  await keys.goTo('Tab', dialog, ['radio', /^Mine: name Phones/]);
  await keys.press('ArrowDown');
  await keys.sees(dialog, ['radio', /^Theirs: name Hands/]);
  await keys.enter(dialog, ['button', 'Apply selection']);
  await keys.isSaved();
  expect(await names()).toEqual(expect.arrayContaining(['Traces', 'Hands']));
  expect(await names()).not.toContain('Phones');
  // Only now: the dialog opens when the server rejects the rename, and the keys pressed meanwhile would go to it.
  await showContinentsByKeyboard();

  await letPresenceThrough();
  // A page closed with its browser cannot report that its author left.
  await page.goto(`${platform.url}/robots.txt`);
  await keys.isGone(otherAuthors);
  expect(errors).toEqual([]);
  await context.close();
});

it('by keyboard, an author moves a course, erases, draws terrain and starts a path at the cursor', async () => {
  const before = (await draftOf(platform, pilot)).document;
  const course = nodesOf(before).find(({ slug }) => slug === 'http');
  if (!course) throw new Error('There is no http.');
  const { q, r } = course;
  await keys.goToPart(...inspector);
  await keys.enter(inspector, ['button', 'Foundations']);
  await keys.enter(inspector, ['button', /^HTTP/]);
  await keys.goToPart(...canvas);
  await keys.waitForAnnouncement(`${q}, ${r}: http`);
  // Picks the course up, moves it, puts it down and undoes the move.
  await keys.press('Enter');
  await keys.waitForAnnouncement('Picked up');
  await keys.press('ArrowLeft', 'Enter');
  await keys.waitForAnnouncement(`at ${q - 1}, ${r}.`);
  await keys.press('Control+z');
  // Erases the land under the course. The quick fix is next to the problem.
  await keys.moveCursorTo(course);
  await keys.press('e', 'Space');
  await keys.waitForAnnouncement('Erased.');
  await keys.hasErrors('off_continent');
  await keys.press('F8');
  await keys.expectMark(course, 1);
  await keys.goToPart(...problems);
  await keys.enter(problems, ['button', 'Paint land under it']);
  await keys.hasErrors();
  await keys.goToPart(...canvas);
  await keys.press('Control+z', 'Control+z', 't', 'Space');
  await keys.isSaved();
  await expect
    .poll(async () => (await draftOf(platform, pilot)).document.terrain.length)
    .toBe(before.terrain.length + 1);
  await keys.press('Control+z', 'p', 'Enter');
  await keys.waitForAnnouncement('The path starts at http');
  await keys.press('Escape');
  expect(await keys.axeFindings(axe)).toEqual([]);
  await keys.goToPart(...inspector);
  await keys.enter(inspector, ['button', 'All continents']);
  await keys.isSaved();
});

it('by keyboard, an author draws a continent, places two courses, links them, publishes and rolls back', async () => {
  // Removes two courses from the map. They wait in the tray.
  const courses = [/^XOR/, /^RSA/];
  for (const course of courses) {
    await keys.goToPart(...inspector);
    await keys.enter(inspector, ['button', 'Cryptography']);
    await keys.enter(inspector, ['button', course]);
    await keys.goToPart(...canvas);
    await keys.press('Delete');
    await keys.sees(tray, ['button', course]);
  }

  // Draws a new continent on free sea.
  await keys.press('b');
  await keys.goTo('Shift+Tab', ['button', 'New']);
  await keys.press('Enter');
  await keys.type('Far Bay');
  await keys.press('Enter');
  await keys.goTo('Tab', ['radio', '1']);
  await keys.press('ArrowRight', 'ArrowRight');
  await keys.goToPart(...canvas);
  const shores = [near(-2, 0), near(2, 0)];
  for (const hex of shores) {
    await keys.moveCursorTo(hex);
    await keys.press('Space');
    await keys.waitForAnnouncement('Painted.');
  }

  // Places the courses from the tray on the new continent.
  await keys.press('v');
  for (const [i, hex] of shores.entries()) {
    await keys.goToPart(...tray);
    await keys.enter(tray, ['button', courses[i] ?? '']);
    await keys.moveCursorTo(hex);
    await keys.press('Enter');
    await keys.waitForAnnouncement(`at ${hex.q}, ${hex.r}.`);
  }
  expect(await keys.count(tray, ['listitem', ''])).toBe(0);

  // Links them in both directions: a cycle, which is an error.
  await keys.press('p');
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const) {
    await keys.moveCursorTo(shores[from] ?? bay);
    await keys.press('Enter');
    await keys.waitForAnnouncement('The path starts');
    await keys.moveCursorTo(shores[to] ?? bay);
    await keys.press('Enter');
    await keys.waitForAnnouncement('The path ends');
  }
  await keys.hasErrors('cycle');
  await keys.goToPart(...problems);
  await keys.press('Enter');
  await keys.expectMark(near(-2, 0), 1);
  await keys.press('Control+z');
  await keys.hasErrors();
  await keys.isSaved();

  // Publishes to beta: only a beta tester sees the change.
  const live = (await draftOf(platform, pilot)).live?.pk;
  await keys.enter(publish);
  await keys.reads('The continent far-bay is new');
  await keys.enter(dialog, ['button', 'Publish to beta']);
  await keys.reads('The map is live for accounts with beta access.');
  expect(await namesOn(platform, 'beta', pilot.token.access)).toContain('Far Bay');
  expect(await namesOn(platform, '2')).not.toContain('Far Bay');
  const page = async (path: string) => (await fetch(platform.url + path)).text();
  const { token } = await signUp(platform);
  const headers = { authorization: `Bearer ${token.access}` };
  for (const init of [{}, { headers }])
    expect((await fetch(`${platform.url}/api/config/hexmapbeta`, init)).status).toBe(404);
  expect(await page('/map')).not.toContain('/map/far-bay');
  expect(await mapLinkOf(platform, 'xor')).toBe('/map/cryptography');
  const guest = await newVisitor(browser);
  await openAs(guest.page, platform, await tester(platform), '/map');
  await guest.page.locator('svg [data-ref="continent:far-bay"]').waitFor();
  await guest.page.getByRole('navigation').getByRole('link', { name: 'Far Bay' }).first().click();
  await guest.page.waitForURL('**/map/far-bay');
  expect(guest.errors).toEqual([]);
  await guest.context.close();

  // Publishes to all users. The page of a moved course links to its new place, and its old address redirects there.
  await keys.enter(publish);
  await keys.enter(dialog, ['button', 'Publish to everyone']);
  await keys.reads('The map is live for everyone.');
  await expect.poll(() => page('/map')).toContain('href="/map/far-bay"');
  await expect.poll(() => page('/map/far-bay')).toContain('data-ref="continent:far-bay"');
  await expect.poll(() => mapLinkOf(platform, 'xor')).toBe('/map/far-bay');
  await expect
    .poll(async () => (await fetch(`${platform.url}/map/cryptography/xor`)).url)
    .toBe(`${platform.url}/map/far-bay/xor`);

  // Rolls back.
  await keys.enter(['link', 'History']);
  await keys.enter(['listitem', `map ${live}`], ['button', 'Restore this version']);
  await keys.reads('The earlier map is live again.');
  await expect.poll(() => page('/map')).not.toContain('/map/far-bay');
  expect(await namesOn(platform, '2')).not.toContain('Far Bay');
  expect(await namesOnDraft(platform, pilot)).toContain('Far Bay');
  // The server reports a conflict as a 409.
  await keys.end(/409 \(Conflict\)/);
});
