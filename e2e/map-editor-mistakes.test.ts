import type { MapDocument } from '@hexpedition/contract';
import { decodeRuns, type Hex, hexOf, keyOf, nodesOf } from '@hexpedition/hexkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import {
  author,
  clickHex,
  draftOf,
  dragHex,
  expectMark,
  freeSea,
  openEditor,
  problemsOf,
  showAllWith,
} from './support/map-editor.ts';
import { type OwnPlatform, startPlatform } from './support/platform.ts';

/** An author makes mistakes with the tools of the editor. `problems-panel.test.tsx` makes every kind of mistake. */

let platform: OwnPlatform;
/** Open sea. */
let bay: Hex;
beforeAll(async () => {
  [platform, bay] = await Promise.all([startPlatform(), freeSea()]);
});
afterAll(() => platform?.end());

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

it('mistakes made with the tools are listed by number, F8 leads to their hexes, and undo removes them', async () => {
  const browser = await openBrowser();
  const session = await author(platform, 'cabin-hand');
  const map = (await draftOf(platform, session)).document;
  const { page, context, errors } = await openEditor(browser, platform, session);
  await showAllWith(page, bay);
  expect(await problemsOf(page)).toEqual([]);
  const undo = page.getByRole('button', { name: /^Undo: / });

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
  while (await undo.isVisible()) await undo.click();
  await expect.poll(() => problemsOf(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
