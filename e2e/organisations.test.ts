import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from '../apps/server/src/features/accounts/provider/testing.ts';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { holdBack, newVisitor, openBrowser, settled } from './support/browser.ts';
import { logIn, openAs, password, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';
import { freePort, temporaryFolder } from './support/server.ts';

/**
 * A site that belongs to organisations: a university whose provider logs its students in, and a company that sponsors
 * courses. The learner uses every other sign-in method on the way.
 */

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 48">
  <path d="M24 4l18 10v20L24 44 6 34V14z" fill="#f2a900"/><path d="M60 12h112v8H60zm0 16h84v8H60z" fill="#1f3a5f"/></svg>`;

const partners = `
company:
  name: Harbour Works
  continent: mobile
  colour: amber
  logo: logo.svg
  link: https://harbour.example.org/learn
  text: Courses for **everybody** who works at the quay.
  trainings: [mobile-traffic-and-storage, android-apps, not-there]
`;

/** `--hue-amber` of the themes. */
const amber = { dark: 'rgb(242, 184, 75)', light: 'rgb(138, 92, 0)' };

let browser: Browser;
let provider: TestProvider;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  const port = await freePort();
  const client = { clientId: 'hexpedition', clientSecret: 'kept between the two' };
  const redirectUri = `http://localhost:${port}/api/account/provider/callback`;
  [browser, provider, folder] = await Promise.all([
    openBrowser(),
    startTestProvider({ ...client, redirectUri }),
    temporaryFolder(),
  ]);
  await writeFile(join(folder.path, 'logo.svg'), logo);
  await writeFile(join(folder.path, 'partners.yaml'), partners);
  platform = await startPlatform(
    {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_NAME: 'Harbour University',
      PARTNERS_FILE: join(folder.path, 'partners.yaml'),
      COMPANY_DOMAIN: 'harbour.example',
    },
    port,
  );
});
afterAll(async () => {
  await platform?.end();
  await provider?.stop();
  await folder?.remove();
});

const menu = (page: Page, username: string) => page.getByRole('button', { name: `Your menu, ${username}` });

async function confirmPassword(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: action }).click();
}

async function logOut(page: Page, username: string): Promise<void> {
  await menu(page, username).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByText('You are logged out').waitFor();
}

/** Adds a virtual device that creates passkeys and confirms every request. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it('a new user comes from the provider, and a learner uses a passkey, two factors and the provider', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await addAuthenticator(context, page);
  const viaProvider = page.getByRole('button', { name: 'Continue with Harbour University' });
  const viaPasskey = page.getByRole('button', { name: /passkey/i });
  provider.person = { sub: 'professor', preferred_username: 'professor' };
  await page.goto(`${platform.url}/login?next=/leaderboard`);
  await viaProvider.click();
  await menu(page, 'professor').waitFor();
  await page.waitForURL(`${platform.url}/leaderboard`);
  await logOut(page, 'professor');

  // An account with a password, an authenticator app, a passkey and the provider.
  provider.person = { sub: 'student', preferred_username: 'student' };
  await context.clearCookies();
  const learner = await signUp(platform);
  const { username } = learner.user;
  await openAs(page, platform, learner, '/account');
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  await confirmPassword(page, 'Continue');
  const secret = (
    await page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7 ]{30,}$/ })
      .innerText()
  ).replace(/\s/g, '');
  const app = new TOTP({ secret });
  await page.getByLabel('Code from your app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Code from your app').and(page.locator('[aria-invalid=true]')).waitFor();
  await page.getByLabel('Code from your app').fill(app.generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('with 10 recovery codes left').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmPassword(page, 'Continue');
  await page.getByLabel('Name', { exact: true }).fill('Ship’s computer');
  await page.getByRole('button', { name: 'Save passkey' }).click();
  await page.getByText('Passkey “Ship’s computer” added.').waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await confirmPassword(page, 'Go to Harbour University');
  await page.getByRole('button', { name: 'Disconnect' }).waitFor();
  await logOut(page, username);

  await page.goto(`${platform.url}/login?next=/account`);
  await viaPasskey.click();
  await page.getByRole('button', { name: 'Remove the passkey Ship’s computer' }).click();
  await confirmPassword(page, 'Remove');
  await page.getByText('You have no passkeys yet.').waitFor();
  // Except for the wrong code.
  expect(errors.splice(0).filter((error) => !error.includes('400'))).toEqual([]);
  await logOut(page, username);

  // The app's next code, because the one that switched it on is used up.
  await page.goto(`${platform.url}/login?${new URLSearchParams({ next: '/labs?difficulty=easy' })}`);
  await viaPasskey.click();
  await page.getByText('This passkey opens no account').waitFor();
  await logIn(page, username, password);
  await page.getByLabel('Six digits').fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await menu(page, username).waitFor();
  await page.waitForURL(`${platform.url}/labs?difficulty=easy`);
  await logOut(page, username);

  await page.goto(`${platform.url}/login`);
  await viaProvider.click();
  await menu(page, username).waitFor();
  // The address of another site is ignored, also with a session.
  await page.goto(`${platform.url}/login?${new URLSearchParams({ next: '/\t/evil.example' })}`);
  await page.waitForURL(`${platform.url}/`);
  await context.close();
});

it('logs the unknown names in the partners file', () => {
  expect(platform.output()).toContain(
    'company.trainings names the course \\"not-there\\", which does not exist or is hidden.',
  );
});

const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Harbour Works' });

it('a member opens the company’s page from the menu, and the map and the courses name the company', async () => {
  const { page, context, errors } = await newVisitor(browser);
  // Nobody else sees them.
  await page.goto(`${platform.url}/google-cam`);
  await page.getByText('The page could not be found.').waitFor();
  expect(await page.title()).toBe('Not Found · Hexpedition');
  expect(await entry(page).count()).toBe(0);
  await settled(page);

  // An unconfirmed address is enough.
  const own = await signUp(platform, { email: 'ada@crane.harbour.example' });
  await openAs(page, platform, own, '/');
  await entry(page).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Works' }).waitFor();
  await expect.poll(() => page.title()).toBe('Harbour Works · Hexpedition');
  await page.getByText('who works at the quay').waitFor();
  const picture = page.locator('img[src^="/partners/logo-"]');
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(180);
  await page.getByRole('link', { name: 'Harbour Works at harbour.example.org' }).waitFor();
  await page.getByRole('region', { name: 'Sponsored courses' }).getByRole('listitem').first().waitFor();
  expect(await findingsInBothThemes(page, new AxeOnce())).toEqual([]);

  // The page opens by its address, and the menu has the entry before any script has loaded.
  const send = await holdBack(context, '**/assets/*.js');
  await page.goto(page.url(), { waitUntil: 'commit' });
  await entry(page).waitFor();
  // The fonts move the entry as well.
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await document.fonts.ready;
  });
  const before = await entry(page).boundingBox();
  send();
  await page.getByRole('heading', { level: 1, name: 'Harbour Works' }).waitFor();
  await settled(page);
  expect(await entry(page).boundingBox()).toEqual(before);

  for (const path of ['/courses/mobile-traffic-and-storage', '/map/mobile/mobile-traffic-and-storage']) {
    await page.goto(platform.url + path);
    const sponsor = page.getByRole('main').getByRole('link', { name: 'Harbour Works' });
    await sponsor.waitFor();
    expect(await sponsor.getAttribute('href')).toBe('https://harbour.example.org/learn');
    await settled(page);
  }

  // The coast of the sponsored continent has the sponsor's colour and logo, whatever colour the map gives the
  // continent.
  const strokeOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).stroke);
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    const ring = page.locator('svg[role=group] > g > path[data-hue=amber]');
    const plate = page.locator('svg[role=group] g[data-hue=amber]:has(> image[href^="/partners/logo-"]) > rect');
    expect([theme, await strokeOf(ring), await strokeOf(plate)]).toEqual([theme, amber[theme], amber[theme]]);
  }
  expect(errors).toEqual([]);
  await context.close();
});
