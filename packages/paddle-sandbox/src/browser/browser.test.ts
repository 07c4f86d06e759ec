import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Paddle } from '@paddle/paddle-js';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings, overflowOf } from '../../../../e2e/support/axe.ts';
import { newVisitor, openBrowser } from '../../../../e2e/support/browser.ts';
import { clientToken, prices, startSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

/** Tests the checkout in a real browser. Paddle's own package opens it from a shop's page with a strict CSP. */

let test: TestSandbox;
let shop: Server;
let shopUrl: string;

/** A shop's page, which loads the sandbox's Paddle.js and a script that uses @paddle/paddle-js. */
const shopPage = (sandbox: string) => `<!doctype html><html lang="en"><head><title>Shop</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' ${sandbox};
  style-src 'self'; connect-src 'self' ${sandbox}; frame-src ${sandbox}; img-src data:">
<link rel="icon" href="data:,"><script src="${sandbox}/paddle.js"></script><script src="/shop.js" defer></script></head>
<body><main><h1>Shop</h1><button id="open">Buy</button><button id="behind">Behind</button></main></body></html>`;

const shopScript = `
import { initializePaddle } from '@paddle/paddle-js';
window.seen = [];
window.paddleReady = initializePaddle({
  token: ${JSON.stringify(clientToken)},
  environment: 'sandbox',
  pwCustomer: {},
  eventCallback: (event) => window.seen.push(event),
});
document.getElementById('open').addEventListener('click', async () => {
  const paddle = await window.paddleReady;
  paddle.Checkout.open({
    items: [{ priceId: ${JSON.stringify(prices.foundationalMonthly)}, quantity: 1 }],
    customer: { email: 'ada@example.com', address: { countryCode: 'DE' } },
    customData: { account_pk: 7 },
  });
});`;

beforeAll(async () => {
  const bundle = await build({
    stdin: { contents: shopScript, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'iife',
  });
  shop = createServer((request, response) => {
    const isScript = request.url === '/shop.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? bundle.outputFiles[0]?.text : shopPage(test.url));
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  test = await startSandbox({ shopOrigins: [shopUrl] });
});

afterAll(async () => {
  await test?.close();
  shop?.closeAllConnections();
  shop?.close();
});

const eventsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { name: string; data?: Seen }[] }).seen);
const namesOf = async (page: Page) => (await eventsOf(page)).map(({ name }) => name);

interface Seen {
  transaction_id: string;
  totals: { total: number; tax: number };
  currency_code: string;
  custom_data: object;
  customer: { address: { country_code: string } };
}

const faultsOf = async (page: Page) => [...(await axeFindings(page)), ...(await overflowOf(page))];

const frameOf = (page: Page) => page.frameLocator('iframe');

it('completes a purchase after a declined card and a bank confirmation', async () => {
  const { page, errors, context } = await newVisitor(await openBrowser());
  await page.goto(shopUrl);
  await page.getByRole('button', { name: 'Buy' }).click();
  const checkout = frameOf(page);
  await checkout.getByRole('button', { name: 'Pay €18.00' }).waitFor();
  expect(await checkout.locator('.strip').textContent()).toBe('Sandbox: no money moves');
  await expect.poll(() => namesOf(page)).toEqual(['checkout.loaded', 'checkout.customer.created']);

  await checkout.getByLabel('Country').selectOption('JP');
  await checkout.getByRole('button', { name: 'Pay ¥2,900' }).waitFor();
  await checkout.getByLabel('Country').selectOption('US');
  await checkout.getByLabel('Postcode').fill('10001');
  await checkout.getByLabel('Postcode').blur();
  await checkout.getByRole('button', { name: 'Pay $20.69' }).waitFor();

  await checkout.getByLabel('Declined').check();
  await checkout.getByRole('button', { name: /Pay/ }).click();
  await checkout.getByRole('alert').getByText('The card was declined.').waitFor();

  await checkout.getByLabel('Requires bank confirmation').check();
  await checkout.getByRole('button', { name: /Pay/ }).click();
  await checkout.getByRole('button', { name: 'Yes, confirm' }).click();
  await checkout.getByRole('heading', { name: 'Paid' }).waitFor();
  await checkout.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => page.locator('iframe').count()).toBe(0);

  const events = await eventsOf(page);
  const names = events.map(({ name }) => name).filter((name) => name !== 'checkout.customer.updated');
  expect(names).toEqual([
    'checkout.loaded',
    'checkout.customer.created',
    'checkout.payment.initiated',
    'checkout.payment.failed',
    'checkout.payment.initiated',
    'checkout.completed',
    'checkout.closed',
  ]);
  expect(events.find(({ name }) => name === 'checkout.completed')?.data).toMatchObject({
    status: 'completed',
    currency_code: 'USD',
    custom_data: { account_pk: 7 },
    totals: { total: 20.69, tax: 1.69 },
    customer: { email: 'ada@example.com', address: { country_code: 'US', postal_code: '10001' } },
    payment: { method_details: { type: 'card', card: { last4: '3220' } } },
  });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('open');
  const { subscriptions } = await test.control.overview();
  expect(subscriptions.map(({ status, custom_data }) => [status, custom_data])).toEqual([
    ['active', { account_pk: 7 }],
  ]);
  expect(errors).toEqual([]);
  await context.close();
});

it('keeps the focus in the checkout, and closes it with Escape', async () => {
  const { page, errors, context } = await newVisitor(await openBrowser());
  await page.goto(shopUrl);
  await page.getByRole('button', { name: 'Buy' }).focus();
  await page.keyboard.press('Enter');
  await frameOf(page)
    .getByRole('button', { name: /^Pay €/ })
    .waitFor();
  // The checkout is fully visible: neither the page behind nor the focus guards take space.
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 480, height: 800 });
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') === null)).toBe(true);
  }
  await frameOf(page).getByLabel('Postcode').focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('open');
  expect((await namesOf(page)).at(-1)).toBe('checkout.closed');
  expect(errors).toEqual([]);
  await context.close();
});

it('changes the items of an open checkout, and shows prices and previews', async () => {
  const { page, errors, context } = await newVisitor(await openBrowser());
  await page.goto(shopUrl);
  await page.getByRole('button', { name: 'Buy' }).click();
  await frameOf(page).getByRole('button', { name: 'Pay €18.00' }).waitFor();
  const shown = await page.evaluate(async (priceId) => {
    const paddle = window.PaddleBillingV1;
    paddle?.Checkout.updateItems([{ priceId, quantity: 1 }]);
    const request = { items: [{ priceId, quantity: 1 }], address: { countryCode: 'GB' } };
    const preview = await paddle?.PricePreview(request);
    const bill = await paddle?.TransactionPreview(request);
    return [preview?.data.details.lineItems[0]?.formattedTotals.total, bill?.data.details.totals.grandTotal];
  }, prices.specializationMonthly);
  expect(shown).toEqual(['£33.00', '3300']);
  await frameOf(page).getByRole('button', { name: 'Pay €37.00' }).waitFor();
  await expect.poll(() => namesOf(page)).toContain('checkout.items.updated');
  expect(errors).toEqual([]);
  await context.close();
});

it('emits checkout.error if a checkout cannot be opened', async () => {
  const { page, context } = await newVisitor(await openBrowser());
  await page.goto(shopUrl);
  await test.control.setApi('down');
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect.poll(() => eventsOf(page)).toMatchObject([{ name: 'checkout.error', code: 'service_unavailable' }]);
  await test.control.setApi('ok');
  expect(await page.locator('iframe').count()).toBe(0);
  await context.close();
});

it('lets the shop close the checkout from the completed event', async () => {
  const { page, errors, context } = await newVisitor(await openBrowser());
  await page.goto(shopUrl);
  await page.evaluate(async () => {
    const { seen, paddleReady } = window as unknown as { seen: object[]; paddleReady: Promise<Paddle> };
    const paddle = await paddleReady;
    paddle.Update({
      eventCallback: (event) => {
        seen.push(event);
        if (event.name === ('checkout.completed' as typeof event.name)) paddle.Checkout.close();
      },
    });
  });
  await page.getByRole('button', { name: 'Buy' }).click();
  await frameOf(page)
    .getByRole('button', { name: /^Pay €/ })
    .click();
  await expect.poll(async () => (await namesOf(page)).slice(-2)).toEqual(['checkout.completed', 'checkout.closed']);
  expect(await page.locator('iframe').count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('ignores messages of other pages, and cannot be embedded by other sites', async () => {
  const { page, context } = await newVisitor(await openBrowser());
  await page.goto(shopUrl);
  await page.getByRole('button', { name: 'Buy' }).click();
  await frameOf(page)
    .getByRole('button', { name: /^Pay €/ })
    .waitFor();
  await page.evaluate(() => window.postMessage({ paddleSandbox: true, name: 'checkout.completed', data: {} }, '*'));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await namesOf(page)).not.toContain('checkout.completed');
  const policy = (await fetch((await page.locator('iframe').getAttribute('src')) ?? '')).headers;
  expect(policy.get('content-security-policy')?.split('; ')).toContain(`frame-ancestors ${test.shop.url} ${shopUrl}`);
  await context.close();
});

it.each(['dark', 'light'] as const)('has no axe violations at 390 pixels and wider: %s', async (theme) => {
  const { page, errors, context } = await newVisitor(await openBrowser(), { width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: theme });
  const { checkoutId } = await test.buy({ priceId: prices.foundationalMonthly, card: 'declined' });
  const { customers, subscriptions } = await test.control.overview();
  const portal = await fetch(`${test.url}/customers/${customers[0]?.id}/portal-sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${test.apiKey}` },
  });
  const { data } = (await portal.json()) as { data: { urls: { general: { overview: string } } } };
  const pages = [`${test.url}/checkout/${checkoutId}`, test.sandbox.controlUrl(), data.urls.general.overview];
  for (const address of pages) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    if (!address.includes('/checkout/')) continue;
    const pay = page.getByRole('button', { name: /^Pay / });
    await pay.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel('Declined').check();
    await pay.click();
    await page.getByText('The card was declined.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel('Requires bank confirmation').check();
    await pay.click();
    await page.getByRole('heading', { name: 'Confirm with your bank' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Yes, confirm' }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  }
  expect(subscriptions.length).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await context.close();
});

it('lets customers cancel, keep and change their card in the portal', async () => {
  const { page, errors, context } = await newVisitor(await openBrowser());
  const { transactionId } = await test.buy({
    priceId: prices.foundationalYearly,
    customer: { email: 'b@example.com' },
  });
  const { transactions } = await test.control.overview();
  const bought = transactions.find(({ id }) => id === transactionId);
  const subscription = await fetch(`${test.url}/subscriptions/${bought?.subscription_id}`, {
    headers: { authorization: `Bearer ${test.apiKey}` },
  });
  const { data } = (await subscription.json()) as { data: { management_urls: { cancel: string } } };
  await page.goto(data.management_urls.cancel);
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
  await page.getByText(/Ends on/).waitFor();
  await page.getByRole('button', { name: 'Keep the subscription' }).click();
  await page.getByText(/Next bill on/).waitFor();
  await page.getByLabel('Another test card').selectOption('fails_later');
  await page.getByRole('button', { name: 'Change the card' }).click();
  await page.getByText('Card •••• 3184').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('advances time with a button of the control page', async () => {
  const { page, errors, context } = await newVisitor(await openBrowser());
  await page.goto(test.sandbox.controlUrl());
  expect(new URL(page.url()).pathname).toBe('/');
  const before = (await test.control.overview()).transactions.length;
  await page.getByRole('button', { name: 'To the next billing' }).click();
  await expect.poll(async () => (await test.control.overview()).transactions.length).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'The API is down' }).click();
  await expect.poll(async () => (await test.control.overview()).switches.api).toBe('down');
  await page.getByRole('button', { name: 'The API works' }).click();
  await expect.poll(async () => (await test.control.overview()).switches.api).toBe('ok');
  expect(errors).toEqual([]);
  await context.close();
});
