import { randomUUID } from 'node:crypto';
import type { SignedIn, Training } from '@hexpedition/contract';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatformWithPaddle } from './support/paddle-platform.ts';

/** A plan bought, changed, cancelled and failed through the UI, with the sandbox in place of Paddle. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatformWithPaddle>>;
const axe = new AxeOnce();

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatformWithPaddle()]);
});
afterAll(async () => {
  await platform?.end();
});

const checkoutOf = (page: Page): FrameLocator => page.frameLocator('iframe[title*="heckout"]');

async function lessonOf(slug: string): Promise<string> {
  const training = (await (await fetch(`${platform.url}/api/training/${slug}`)).json()) as Training;
  return `/courses/${slug}/${training.start?.chapter}/${training.start?.subchapter}`;
}

const lock = (page: Page) => page.getByText('Requires the Specialization tier');

interface Choice {
  plan: 'Foundational' | 'Specialization';
  cycle: 'Monthly' | 'Yearly';
}

/** Chooses a plan on the page and opens its checkout. */
async function orderPlan(page: Page, { plan, cycle }: Choice): Promise<FrameLocator> {
  await page.getByRole('radio', { name: cycle }).check();
  await page.getByRole('button', { name: `: ${plan}, ${cycle.toLowerCase()}` }).click();
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel('Postcode').fill('10115');
  await page.getByLabel('Email for receipts').fill(`${randomUUID()}@example.org`);
  await page.getByRole('button', { name: `Get ${plan}` }).click();
  return checkoutOf(page);
}

async function pay(checkout: FrameLocator, card = 'Succeeds', { country = 'DE' } = {}): Promise<void> {
  await checkout.getByLabel('Country').selectOption(country);
  await checkout.getByLabel(card, { exact: false }).first().check();
  await checkout.getByRole('button', { name: 'Pay' }).click();
}

it('a learner buys a plan, upgrades it, which unlocks a lesson in another tab, cancels, resumes, and fixes a failed renewal', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const learner = await signUp(platform);
  const lesson = await lessonOf('block-ciphers');
  const policies = new Map<string, string>();
  context.on('response', async (response) => {
    if (response.request().isNavigationRequest() && response.frame().parentFrame() === null) {
      policies.set(new URL(response.url()).pathname, (await response.allHeaders())['content-security-policy'] ?? '');
    }
  });
  await openAs(page, platform, learner, lesson);
  await lock(page).waitFor();
  expect(errors).toEqual([]);

  // The page reports a blocked Paddle script, and loads it on the next try.
  const tab = await context.newPage();
  await tab.goto(page.url());
  await platform.sandbox.setScript('fail');
  await tab
    .getByRole('link', { name: /^Specialization unlocks it, from / })
    .first()
    .click();
  await tab.getByText('Could not load the checkout').waitFor();
  expect(new URL(tab.url()).search).toContain('plan=specialization');
  await tab.getByText('$190.00').first().waitFor();
  await platform.sandbox.setScript('ok');
  await tab.getByRole('button', { name: 'Try again' }).click();
  await tab.getByRole('button', { name: 'Get Specialization' }).waitFor();
  expect(await findingsInBothThemes(tab, axe)).toEqual([]);
  errors.length = 0;

  const checkout = await orderPlan(tab, { plan: 'Foundational', cycle: 'Yearly' });
  await pay(checkout, 'Declined');
  await checkout
    .getByRole('alert')
    .filter({ hasText: /declined/i })
    .waitFor();
  await pay(checkout);
  await tab.getByText('Foundational is active').waitFor();
  await lock(page).waitFor();

  await tab.getByRole('button', { name: ': Specialization, yearly' }).click();
  const upgrade = tab.getByRole('button', { name: /^Upgrade for / });
  await upgrade.waitFor();
  const sum = (await upgrade.innerText()).replace('Upgrade for ', '');
  expect(await findingsInBothThemes(tab, axe)).toEqual([]);
  await upgrade.click();
  await tab.getByText('Specialization is active').waitFor();
  await lock(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(2_000);
  await tab.getByRole('heading', { name: 'Specialization, yearly' }).first().waitFor();

  await tab.getByRole('button', { name: 'Cancel renewal' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Cancel renewal' }).click();
  await tab.getByText(/^Ends on /).waitFor();
  await tab.getByRole('button', { name: 'Undo cancellation' }).click();
  await tab.getByText(/^Renews on /).waitFor();
  expect(await findingsInBothThemes(tab, axe)).toEqual([]);

  const main = tab.getByRole('main');
  await main.getByRole('link', { name: /^Invoices/ }).click();
  await main.getByText(sum).first().waitFor();
  expect(await findingsInBothThemes(tab, axe)).toEqual([]);
  const saving = tab.waitForEvent('download');
  await tab.getByRole('button', { name: /PDF/ }).first().click();
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);

  // Only the subscription pages, which share one document, allow the checkout's hosts.
  const menu = tab.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Leaderboard' }).click();
  await tab.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor();
  expect(await tab.evaluate(() => 'PaddleBillingV1' in window)).toBe(false);
  const host = new URL(platform.controlUrl).host;
  expect([...policies.keys()]).not.toContain('/subscription/payments');
  for (const [path, allows] of [
    [lesson, false],
    ['/subscription', true],
    ['/leaderboard', false],
  ] as const) {
    // The headers of a response arrive after its event.
    await expect.poll(() => [path, policies.get(path)?.includes(host)]).toEqual([path, allows]);
  }

  // The renewal fails: the lessons stay open.
  const subscription = () => subscriptionOf(learner);
  await platform.sandbox.failNextCharge((await subscription()).id);
  await platform.sandbox.advanceTime(366 * 86_400_000);
  await expect.poll(async () => (await subscription()).status).toBe('past_due');
  await menu.getByRole('link', { name: 'Subscription' }).first().click();
  await tab.getByText('Your card was declined').waitFor();
  await tab.getByText(/Your plan stays active until/).waitFor();
  expect(await findingsInBothThemes(tab, axe)).toEqual([]);
  await tab.getByRole('button', { name: 'Change card' }).click();
  await tab.waitForURL(/:\d+\/portal/);
  expect(errors).toEqual([]);
  await context.close();
});

async function subscriptionOf({ token }: SignedIn) {
  const headers = { authorization: `Bearer ${token.access}` };
  const answer = await fetch(`${platform.url}/api/account/paddle/subscription`, { headers });
  return ((await answer.json()) as { subscription: { id: string; status: string } }).subscription;
}
