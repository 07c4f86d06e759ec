import { nodesOf } from '@hexpedition/hexkit';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs } from './support/learner.ts';
import { author, draftOf, pixelOf } from './support/map-editor.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Views of the map editor: map, list, JSON, history and feature switches. */

let browser: Browser;
let platform: Platform;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

it('the canvas is drawn when an author opens it after another view', async () => {
  const session = await author(platform, 'stowaway');
  const { page, context } = await newVisitor(browser, { width: 1440, height: 900 });
  await openAs(page, platform, session, '/admin/map/hexmap?view=json');
  const views = page.getByRole('navigation', { name: 'Views' });
  await page.getByRole('textbox').waitFor();
  await views.getByRole('link', { name: 'Map' }).click();
  await page.getByRole('application').waitFor();
  const [course] = nodesOf((await draftOf(platform, session)).document);
  if (!course) throw new Error('The map is empty.');
  await expect.poll(async () => (await pixelOf(page, course)).x).toBeGreaterThan(0);
  expect(await views.locator('[aria-current]').allTextContents()).toEqual(['Map']);
  await context.close();
});

it('every view has no axe findings in either theme, and fits a phone', async () => {
  const session = await author(platform, 'lookout');
  const findings: string[] = [];
  const axe = new AxeOnce();
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, context } = await newVisitor(browser, size);
    await openAs(page, platform, session);
    for (const view of ['', '/hexmap?view=list', '/hexmap?view=json', '/hexmapYT?view=history', '/features']) {
      await page.goto(`${platform.url}/admin/map${view}`);
      // An element that each view shows once it is ready.
      const readyElement =
        view === '/features' ? page.getByRole('textbox') : page.getByRole('navigation', { name: 'Views' });
      await readyElement.first().waitFor();
      findings.push(...(await findingsInBothThemes(page, axe)));
    }
    await context.close();
  }
  expect(findings).toEqual([]);
});
