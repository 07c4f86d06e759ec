import { randomUUID } from 'node:crypto';
import type { SignedIn, Training } from '@hexpedition/contract';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatformWithPaddle } from './support/paddle-platform.ts';

/** Plans bought, changed, cancelled and failed through the UI, with the sandbox in place of Paddle. */

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

it('a learner buys a plan from a locked lesson, which unlocks in another tab', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, await signUp(platform), await lessonOf('block-ciphers'));
  await lock(page).waitFor();
  const tab = await context.newPage();
  await tab.goto(page.url());
  await tab
    .getByRole('link', { name: /^Specialization unlocks it, from / })
    .first()
    .click();
  await tab.getByRole('heading', { name: 'Subscription', level: 1 }).waitFor();
  expect(new URL(tab.url()).search).toContain('plan=specialization');
  expect(await findingsInBothThemes(tab, axe)).toEqual([]);

  const checkout = await orderPlan(tab, { plan: 'Specialization', cycle: 'Monthly' });
  await pay(checkout, 'Declined');
  await checkout
    .getByRole('alert')
    .filter({ hasText: /declined/i })
    .waitFor();
  await pay(checkout);
  await tab.getByText('Specialization is active').waitFor();
  await lock(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(2_000);
  await tab.getByRole('heading', { name: 'Specialization, monthly' }).first().waitFor();
  expect(await findingsInBothThemes(tab, axe)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

/** Signs up a learner who buys a plan through the UI, and keeps the page open. */
async function subscriber(choice: Choice, card?: string) {
  const visitor = await newVisitor(browser);
  const learner = await signUp(platform);
  await openAs(visitor.page, platform, learner, '/subscription');
  await pay(await orderPlan(visitor.page, choice), card);
  await visitor.page.getByText(`${choice.plan} is active`).waitFor();
  return { ...visitor, learner };
}

async function subscriptionOf({ token }: SignedIn) {
  const headers = { authorization: `Bearer ${token.access}` };
  const answer = await fetch(`${platform.url}/api/account/paddle/subscription`, { headers });
  return ((await answer.json()) as { subscription: { id: string; status: string } }).subscription;
}

it('a learner upgrades for the announced amount, cancels, resumes, and downloads the invoice as a PDF', async () => {
  const { page, context, errors } = await subscriber({ plan: 'Foundational', cycle: 'Yearly' });
  await page.getByRole('button', { name: ': Specialization, yearly' }).click();
  const upgrade = page.getByRole('button', { name: /^Upgrade for / });
  await upgrade.waitFor();
  const sum = (await upgrade.innerText()).replace('Upgrade for ', '');
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await upgrade.click();
  await page.getByText('Specialization is active').waitFor();

  await page.getByRole('button', { name: 'Cancel renewal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel renewal' }).click();
  await page.getByText(/^Ends on /).waitFor();
  await page.getByRole('button', { name: 'Undo cancellation' }).click();
  await page.getByText(/^Renews on /).waitFor();

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Invoices/ })
    .click();
  const first = page.getByRole('main').getByText(sum).first();
  await first.waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /PDF/ }).first().click();
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);
  expect(errors).toEqual([]);
  await context.close();
});

it('a failed renewal keeps the lessons open and shows the problem, and another card fixes it', async () => {
  const { page, context, errors, learner } = await subscriber(
    { plan: 'Specialization', cycle: 'Monthly' },
    'Succeeds now, fails at each renewal',
  );
  await platform.sandbox.advanceTime(32 * 86_400_000);
  await expect.poll(async () => (await subscriptionOf(learner)).status).toBe('past_due');
  await page.reload();
  await page.getByText('Your card was declined').waitFor();
  await page.getByText(/Your plan stays active until/).waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('button', { name: 'Change card' }).click();
  await page.waitForURL(/:\d+\/portal/);
  expect(errors).toEqual([]);
  await context.close();
});

it('the page reports a blocked Paddle script or an unavailable API, and everything else keeps working', async () => {
  const { page, context, learner } = await subscriber({ plan: 'Foundational', cycle: 'Monthly' });
  await platform.sandbox.setApi('down');
  try {
    await page.getByRole('button', { name: ': Specialization, monthly' }).click();
    await page
      .getByText(/Paddle/)
      .filter({ hasText: /does not answer|try again/i })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Cancel renewal' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel renewal' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
  } finally {
    await platform.sandbox.setApi('ok');
  }
  expect((await subscriptionOf(learner)).status).toBe('active');
  await context.close();

  const other = await newVisitor(browser);
  await platform.sandbox.setScript('fail');
  try {
    await openAs(other.page, platform, await signUp(platform), '/subscription');
    await other.page.getByText('Could not load the checkout').waitFor();
    await other.page.getByText('$190.00').first().waitFor();
  } finally {
    await platform.sandbox.setScript('ok');
  }
  await other.page.getByRole('button', { name: 'Try again' }).click();
  await other.page.getByRole('button', { name: 'Get Foundational' }).waitFor();
  await other.context.close();
});

it('only the subscription pages allow the checkout’s hosts', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const policies = new Map<string, string>();
  page.on('response', async (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) {
      policies.set(new URL(response.url()).pathname, (await response.allHeaders())['content-security-policy'] ?? '');
    }
  });
  await openAs(page, platform, await signUp(platform), '/map');
  await page.getByRole('navigation').getByRole('link', { name: 'Subscription' }).first().click();
  await page.getByRole('heading', { name: 'Subscription', level: 1 }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Vouchers/ })
    .click();
  await page.getByRole('heading', { name: 'Vouchers', level: 1 }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).first().click();
  await page.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor();
  const host = new URL(platform.controlUrl).host;
  expect(policies.get('/map')).not.toContain(host);
  expect(policies.get('/subscription')).toContain(host);
  expect(policies.get('/leaderboard')).not.toContain(host);
  // The subscription pages share one document.
  expect(policies.has('/subscription/vouchers')).toBe(false);
  expect(await page.evaluate(() => 'PaddleBillingV1' in window)).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});
