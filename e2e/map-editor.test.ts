import type { Hex } from '@hexpedition/hexkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
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
  namesOn,
  namesOnDraft,
  openEditor,
  pixelOf,
  saved,
  showAllWith,
  tester,
  waitUntilStill,
} from './support/map-editor.ts';
import { startPlatform } from './support/platform.ts';

/** Authors edit the maps by mouse. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let bay: Hex;
beforeAll(async () => {
  [browser, platform, bay] = await Promise.all([openBrowser(), startPlatform(), freeSea()]);
});
afterAll(async () => {
  await platform?.end();
});

const near = (q: number, r: number): Hex => ({ q: bay.q + q, r: bay.r + r });
const moved = ['xor', 'rsa', 'block-ciphers'];

it('draws a continent, places three courses, links them, fixes mistakes, publishes and rolls back', async () => {
  const captain = await author(platform, 'cartographer');
  const { page, errors, context } = await openEditor(browser, platform, captain);
  await page.getByRole('button', { name: 'Fit' }).click();
  await waitUntilStill(page);

  // Removes three courses from the map. They wait in the tray.
  for (const slug of moved) {
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

  // Two more mistakes are listed and undone. `map-editor-mistakes.test.ts` makes each kind.
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

  // Publishes to beta: only a beta tester sees the change.
  const live = (await draftOf(platform, captain)).live?.pk;
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The continent far-bay is new').waitFor();
  await page.getByRole('button', { name: 'Publish to beta' }).click();
  await page.getByText('The map is live for accounts with beta access.').waitFor();
  expect(await namesOn(platform, 'beta', captain.token.access)).toContain('Far Bay');
  expect(await namesOn(platform, '2')).not.toContain('Far Bay');
  const learner = await signUp(platform);
  expect((await fetch(`${platform.url}/api/config/hexmapbeta`)).status).toBe(404);
  const [visitor, guest] = await Promise.all([newVisitor(browser), newVisitor(browser)]);
  await openAs(visitor.page, platform, learner, '/map');
  await openAs(guest.page, platform, await tester(platform), '/map');
  await guest.page.locator('svg [data-ref="continent:far-bay"]').waitFor();
  await guest.page.getByRole('navigation').getByRole('link', { name: 'Far Bay' }).first().click();
  await guest.page.waitForURL('**/map/far-bay');
  expect(guest.errors).toEqual([]);
  await guest.context.close();
  await visitor.page.locator('[data-live]').waitFor();
  expect(await visitor.page.getByRole('link', { name: /Far Bay/ }).count()).toBe(0);
  await visitor.page.goto(`${platform.url}/courses/xor`);
  await visitor.page.getByRole('main').getByRole('link', { name: 'Map / Cryptography' }).waitFor();

  // Publishes to all users, and rolls back.
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish to everyone' }).click();
  await page.getByText('The map is live for everyone.').waitFor();
  await visitor.page.goto(`${platform.url}/map/far-bay`);
  await visitor.page.locator('svg [data-ref="continent:far-bay"]').waitFor();
  // The page of the moved course links to its new place, and its old address redirects there.
  await visitor.page.goto(`${platform.url}/courses/xor`);
  await visitor.page.getByRole('main').getByRole('link', { name: 'Map / Far Bay' }).waitFor();
  await visitor.page.goto(`${platform.url}/map/cryptography/xor`);
  await visitor.page.waitForURL('**/map/far-bay/xor');
  await visitor.context.close();
  await page.getByRole('link', { name: 'History' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: `map ${live}` })
    .getByRole('button', { name: 'Restore this version' })
    .first()
    .click();
  await page.getByText('The earlier map is live again.').waitFor();
  expect(await namesOn(platform, '2')).not.toContain('Far Bay');
  expect(await namesOnDraft(platform, captain)).toContain('Far Bay');
  expect(errors).toEqual([]);
  await context.close();
  // A page closed with its browser cannot report that its author left, so the next test would still see the author
  // here.
  const headers = { authorization: `Bearer ${captain.token.access}` };
  expect((await fetch(`${platform.url}/api/admin/map/hexmap/presence`, { method: 'DELETE', headers })).status).toBe(
    200,
  );
});

it('edits by two authors at the same time are all kept, and the authors resolve conflicts', async () => {
  const [one, two] = await Promise.all([author(platform, 'first-mate'), author(platform, 'second-mate')]);
  const [left, right] = await Promise.all([openEditor(browser, platform, one), openEditor(browser, platform, two)]);
  // Each author sees the other one and the place that the other one edits.
  await right.page.mouse.move(640, 420);
  const otherAuthors = left.page.getByRole('list', { name: 'Other authors' });
  await otherAuthors.getByRole('button', { name: 'second-mate' }).waitFor();
  await left.page.getByRole('application').getByText('second-mate').waitFor();
  await left.page
    .getByRole('status')
    .filter({ hasText: /second-mate joined/ })
    .waitFor();
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
  await expect.poll(() => namesOnDraft(platform, one)).toContain('Traces');
  await right.page.locator('aside').getByRole('button', { name: 'Traces' }).waitFor();
  // From here on the left author gets no presence updates until saving.
  await left.page.route('**/api/admin/map/hexmap/presence', (route) => route.abort());
  // Different fields: merged without a question.
  await rename(right.page, 'Mobile', 'Pockets');
  await expect.poll(() => namesOnDraft(platform, one)).toEqual(expect.arrayContaining(['Traces', 'Pockets']));
  expect(await right.page.getByRole('dialog').count()).toBe(0);
  // The same field: shows both versions.
  await rename(right.page, 'Pockets', 'Hands');
  await expect.poll(() => namesOnDraft(platform, one)).toContain('Hands');
  await rename(left.page, 'Mobile', 'Phones');
  const dialog = left.page.getByRole('dialog');
  await dialog.getByText('second-mate changed the same items').waitFor();
  await dialog.getByText('Mine: name Phones').waitFor();
  await dialog.getByText('Theirs: name Hands').click();
  await dialog.getByRole('button', { name: 'Apply selection' }).click();
  await saved(left.page);
  const names = await namesOnDraft(platform, one);
  expect(names).toEqual(expect.arrayContaining(['Traces', 'Hands']));
  expect(names).not.toContain('Phones');
  await left.page.unroute('**/api/admin/map/hexmap/presence');
  await right.context.close();
  await otherAuthors.waitFor({ state: 'detached' });
  await left.context.close();
});
