import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance, Lab, SignedIn } from '@hexpedition/contract';
import type { Browser, Page, Response } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import { AxeOnce, overflowOf } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';
import { projectRoot } from './support/server.ts';

/** Every shipped lab: its page with briefing and write-up, and the pages that the lab itself links to. */

const widths = [1440, 390];
/** Maximum number of pages to check per lab. */
const maxPages = 12;

let browser: Browser;
let platform: Platform;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const labs = join(projectRoot, 'labs');
const slugs = readdirSync(labs).filter((name) => existsSync(join(labs, name, 'lab.yaml')));

/** Signs up a learner who may open every lab and has solved this one. */
async function signUpSolver(slug: string): Promise<SignedIn> {
  const learner = await signUp(platform);
  const { pk } = learner.user;
  await runOn(platform.databaseUrl, `update users set is_superuser = true where pk = ${pk}`);
  await runOn(
    platform.databaseUrl,
    `insert into solves (user_pk, flag_pk, points, solved_at) select ${pk}, flags.pk, flags.points, now()
     from flags join labs on labs.pk = flags.lab_pk where labs.slug = '${slug}'`,
  );
  return learner;
}

/** Problems of the current page in both widths. */
async function checkPage(page: Page, axe: AxeOnce): Promise<string[]> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const found = await axe.findings(page, width === widths.at(-1));
    findings.push(...found.map((finding) => `${new URL(page.url()).pathname} at ${width}: ${finding}`));
    findings.push(...(await overflowOf(page)));
  }
  return findings;
}

/** Polls until a condition holds. `expect.poll` supports only one test at a time, and these tests run concurrently. */
async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isSo()); await sleep(500))
    if (Date.now() > deadline) throw new Error(`Timed out after a minute: ${what}.`);
}

/**
 * Enters a lab and waits until its first page no longer reloads itself.
 * @returns the address of the first page
 */
async function enter(page: Page, url: string): Promise<string> {
  let last: Response | undefined;
  const remember = (response: Response) => {
    if (response.request().isNavigationRequest()) last = response;
  };
  page.on('response', remember);
  const isReady = () => last?.ok() === true && last.headers().refresh === undefined;
  await Promise.all([
    // Until then, a reload may still interrupt the next navigation.
    page.waitForEvent('load', { predicate: isReady, timeout: 60_000 }),
    page.goto(url, { waitUntil: 'commit' }),
  ]);
  page.off('response', remember);
  return new URL('/', page.url()).href;
}

async function checkLabPages(page: Page, slug: string, { token }: SignedIn): Promise<string[]> {
  const call = async <T>(act: string, method = 'POST'): Promise<T> => {
    const headers = { authorization: `Bearer ${token.access}` };
    const answer = await fetch(`${platform.url}/api/lab/${slug}/${act}`, { method, headers });
    if (!answer.ok) throw new Error(`${act}: ${await answer.text()}`);
    return answer.json() as Promise<T>;
  };
  await call('start');
  const status = async () => (await call<{ instance: Instance | null }>('instance', 'GET')).instance?.status;
  await waitUntil(`${slug} runs`, async () => (await status()) === 'running');
  const axe = new AxeOnce();
  const findings: string[] = [];
  const { url } = await call<{ url: string }>('enter');
  const first = await enter(page, url);
  const seen = new Set<string>();
  for (let next: string | undefined = '/'; next !== undefined && seen.size < maxPages; ) {
    seen.add(next);
    await page.goto(new URL(next, first).href);
    await settled(page);
    // A JSON answer of the lab's API is not a page.
    const isPage = await page.evaluate(() => document.contentType === 'text/html');
    if (isPage) findings.push(...(await checkPage(page, axe)));
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
    // A download is not a page, and would never settle.
    next = links.find((link) => !seen.has(link) && !/\.\w{2,4}($|\?)/.test(link));
  }
  await call('stop');
  return findings;
}

it.concurrent.each(slugs)('%s and its write-up load without an error and have no axe findings', async (slug) => {
  const lab = (await (await fetch(`${platform.url}/api/lab/${slug}`)).json()) as Lab;
  const learner = await signUpSolver(slug);
  const { page, context, errors } = await newVisitor(browser, { theme: 'dark', width: widths[0] });
  await openAs(page, platform, learner, `/lab/${slug}`);
  await settled(page);
  const axe = new AxeOnce();
  const findings = await checkPage(page, axe);
  await page.getByRole('button', { name: 'Read the write-up' }).first().click();
  await page.getByRole('heading', { name: 'Write-up' }).waitFor();
  await settled(page);
  findings.push(...(await checkPage(page, axe)));
  if (lab.serves === 'http') findings.push(...(await checkLabPages(page, slug, learner)));
  await context.close();
  expect([...errors, ...findings]).toEqual([]);
});
