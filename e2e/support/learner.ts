import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Page } from 'playwright-core';
import { runOn } from '../../apps/server/src/testing/test-postgres.ts';

export const password = 'lantern gravel otter 9';

interface Init {
  method: string;
  headers: Record<string, string>;
  body: string;
}
type Ask = (url: string, init?: Init) => Promise<Response>;

/**
 * Solves the proof of work as the browser's worker does.
 * @returns the value of the header X-POW
 */
async function proveWork(platform: { url: string }, path: string, ask: Ask): Promise<string> {
  const query = new URLSearchParams({ method: 'POST', path });
  const challenge = (await (await ask(`${platform.url}/api/account/pow?${query}`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
}

/** Signs up a new learner through the API, with the proof of work. */
export async function signUp(
  platform: { url: string },
  body: Record<string, string> = {},
  ask: Ask = fetch,
): Promise<SignedIn> {
  const response = await ask(`${platform.url}/api/account/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pow': await proveWork(platform, '/api/account/signup', ask) },
    body: JSON.stringify({ username: `e2e${randomBytes(4).toString('hex')}`, password, ...body }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json() as Promise<SignedIn>;
}

/** Signs up a superuser. The operator's command that creates one takes almost a second; `author` runs it. */
export async function signUpSuperuser(
  platform: { url: string; databaseUrl: string },
  username?: string,
): Promise<SignedIn> {
  const { token, user } = await signUp(platform, username ? { username } : {});
  await runOn(platform.databaseUrl, `update users set is_superuser = true where pk = ${user.pk}`);
  return { token, user: { ...user, is_superuser: true } };
}

/** Opens a page of the platform in a browser that has this session. */
export async function openAs(
  page: Page,
  platform: { url: string },
  { token, user }: SignedIn,
  path = '/',
): Promise<void> {
  // A page of the same origin without scripts.
  await page.goto(`${platform.url}/robots.txt`);
  await page.evaluate(
    ([storedToken, storedUser]) => {
      localStorage.setItem('token', storedToken);
      localStorage.setItem('user', storedUser);
      // As the log-in does. Without it, the first page at `/` would load twice.
      // biome-ignore lint/suspicious/noDocumentCookie: the platform sets it in the same way
      document.cookie = 'member=1; path=/';
    },
    [JSON.stringify(token), JSON.stringify(user)] as const,
  );
  await page.goto(platform.url + path);
}

export const storedToken = (page: Page): Promise<SignedIn['token']> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? '{}'));

/** Logs in through the form of the log-in page. */
export async function logIn(page: Page, username: string, word: string): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
