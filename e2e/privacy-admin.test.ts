import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUpSuperuser } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

/** A superuser edits the consent manager, a visitor uses it, and the superuser reads the statistics. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let captain: SignedIn;
const axe = new AxeOnce();

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
  captain = await signUpSuperuser(platform, 'captain');
});
afterAll(async () => {
  await platform?.end();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Checks a page on a phone and a desktop, in both themes. */
const checkPage = async (page: Page) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findingsInBothThemes(page, axe)).toEqual([]);
  }
};

it('a superuser changes a text and a service, fixes an error, previews and publishes; a visitor decides, and the decision is counted', async () => {
  const { page, context, errors } = await newVisitor(browser, { width: 1440, height: 900 });
  await openAs(page, platform, captain, '/admin/privacy');
  await page.getByText('No visitors were asked in the last 30 days').waitFor();
  await checkPage(page);
  await page.getByRole('link', { name: 'Edit the configuration' }).click();
  await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();

  // Changes a text, which the preview shows at once.
  await page.getByRole('tab', { name: 'Texts' }).click();
  const notice = page.getByRole('group', { name: 'Notice' });
  await notice.getByRole('textbox', { name: 'Title' }).fill('Ahoy, may we?');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Ahoy, may we?' }).waitFor();
  await checkPage(page);

  // Adds an invalid service: the error list links to the field, and the preview shows the service already.
  await page.getByRole('tab', { name: 'Services' }).click();
  await button(page, 'Add a service').click();
  const name = page.locator('[name="services.2.name"]');
  await name.fill('harbour radio');
  await page.locator('[name="services.2.title"]').fill('Harbour radio');
  await button(page, 'Save draft').click();
  await page.getByText('The draft was not saved: 2 problems to fix').waitFor();
  await checkPage(page);
  await button(page, 'Harbour radio, purposes').press('Enter');
  await page.getByRole('checkbox', { name: 'performance' }).and(page.locator(':visible')).press('Space');
  await button(page, 'Harbour radio, name').press('Enter');
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('harbour-radio');
  await page.keyboard.press('Enter');
  await page.getByText('Draft saved.').waitFor();
  await preview.getByText('Harbour radio').first().waitFor();

  await button(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 2?' });
  await dialog.getByText('Harbour radio was added.', { exact: true }).waitFor();
  await dialog.getByText('English: 1 text changed.').waitFor();
  await dialog.getByText('All visitors have to decide again, because Harbour radio was added.').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
  await page.getByText('Version 2 is published.').waitFor();

  const visitor = await newVisitor(browser, { undecided: true });
  await visitor.page.goto(`${platform.url}/labs`);
  const consentNotice = visitor.page.getByRole('dialog', { name: 'Ahoy, may we?' });
  const submission = visitor.page.waitForResponse(
    (answer) => answer.url().endsWith('/submit') && answer.request().postData()?.includes('"accept"') === true,
  );
  await consentNotice.getByRole('button', { name: 'Accept', exact: true }).click();
  expect((await submission).ok()).toBe(true);
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();

  await page.getByRole('link', { name: 'Rates' }).click();
  await page.getByText('accepted everything, of 1 decision').waitFor();
  const services = page.getByRole('region', { name: 'By service' });
  await services.getByText('1 of 1').first().waitFor();
  expect(await services.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Harbour radio/)]),
  );
  await checkPage(page);
  await page.getByRole('link', { name: 'Receipts' }).click();
  await page.getByText('A visitor accepted everything').waitFor();
  await page.getByText('harbour-radio yes').waitFor();
  await checkPage(page);
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('button', { name: /^Version 1/ }).press('Enter');
  await page.getByText('Harbour radio was added.').waitFor();
  await checkPage(page);
  // The server rejected one draft.
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  await context.close();
});
