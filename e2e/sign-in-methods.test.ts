import { TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from '../apps/server/src/features/accounts/provider/testing.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { logIn, openAs, password, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';
import { freePort } from './support/server.ts';

/** Every sign-in method except the password alone: an authenticator app, recovery codes, a passkey, and a provider. */

let browser: Browser;
let provider: TestProvider;
let platform: Awaited<ReturnType<typeof startPlatform>>;

beforeAll(async () => {
  const port = await freePort();
  const client = { clientId: 'hexpedition', clientSecret: 'kept between the two' };
  const redirectUri = `http://localhost:${port}/api/account/provider/callback`;
  [browser, provider] = await Promise.all([openBrowser(), startTestProvider({ ...client, redirectUri })]);
  platform = await startPlatform(
    {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_NAME: 'Harbour University',
    },
    port,
  );
});
afterAll(async () => {
  await platform?.end();
  await provider?.stop();
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

it('a new user comes from the provider, and a learner uses a passkey, two factors, a recovery code and the provider', async () => {
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
  expect(errors).toEqual([]);
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
  await logIn(page, username, password);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await menu(page, username).waitFor();
  await logOut(page, username);

  await page.goto(`${platform.url}/login`);
  await viaProvider.click();
  await menu(page, username).waitFor();
  // The address of another site is ignored, also with a session.
  await page.goto(`${platform.url}/login?${new URLSearchParams({ next: '/\t/evil.example' })}`);
  await page.waitForURL(`${platform.url}/`);
  await context.close();
});
