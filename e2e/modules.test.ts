import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Module, type SignedIn } from '@hexpedition/contract';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { holdBack, newVisitor, openBrowser, settled } from './support/browser.ts';
import { CurriculumWalk } from './support/curriculum-walk.ts';
import { fixture } from './support/fixture-curriculum.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Every kind of module, on a platform with the test curriculum. */

let browser: Browser;
let platform: Platform;
let learner: SignedIn;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform('fixture')]);
  learner = await signUp(platform);
});

const path = (lesson: string) => `/courses/kinds/modules/${lesson}`;
const lessons: [lesson: string, words: string[]][] = [
  ['film', ['A beacon at night', 'A beacon lights the harbour.', 'How a lighthouse works']],
  ['files', ['A capture of one packet', 'harbour.pcap', '61 bytes', 'SHA-256']],
  ['poll', ['Which browser do you use?', 'Firefox', 'There is no <em>wrong</em> answer.']],
  ['demo', ['A shift cipher to play with', 'sandbox="allow-scripts"']],
  [
    'drill',
    [
      'Two rows of bytes',
      'XOR the <em>two</em>.',
      'Your answer',
      'four bytes in hexadecimal',
      'one round without an account',
    ],
  ],
  ['signs', ['<math', 'How decryption undoes encryption', 'Where a request goes', 'var(--beacon)']],
];

describe('a lesson', () => {
  it.each(lessons)('with %s is rendered by the server', async (lesson, words) => {
    const response = await fetch(platform.url + path(lesson));
    const html = await response.text();
    expect(response.status).toBe(200);
    for (const word of words) expect(html).toContain(word);
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    expect(response.headers.get('content-security-policy')).toContain(
      "frame-src 'self' https://www.youtube-nocookie.com",
    );
  });

  it('of any kind loads without an error, fits the screen and has no axe findings', { timeout: 300_000 }, async () => {
    // Each kind is in one of these lessons or in a shipped one. curriculum.test.ts walks one shipped lesson of each
    // shape.
    expect(await kindsOfModules()).toEqual(Module.options.map(({ shape }) => shape.kind.value).sort());
    const paths = lessons.map(([lesson]) => path(lesson));
    const findings = await new CurriculumWalk(browser, platform).findings(paths);
    // The sandbox blocks the demo that tries to leave its frame, and the browser logs each block as an error of the
    // page.
    const isBlock = (finding: string) => finding.startsWith(platform.url + path('demo'));
    expect(findings.filter((finding) => !isBlock(finding))).toEqual([]);
  });
});

async function kindsOfModules(): Promise<string[]> {
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ kind: string }>('select distinct kind from modules order by kind');
  await client.end();
  return rows.map(({ kind }) => kind);
}

const pollOf = (page: Page, question: string) => page.getByRole('form', { name: question });
const question = 'Which browser do you use?';

it('a poll keeps a choice and a press that were made before its script loaded', async () => {
  const { page, context, errors } = await newVisitor(browser);
  const send = await holdBack(context, '**/assets/poll-module-*.js');
  await page.goto(platform.url + path('poll'));
  await page.locator('html:not([data-starting])').waitFor({ state: 'attached' });
  const several = pollOf(page, 'What have you tried already?');
  const [first, second] = await several.getByRole('checkbox').all();
  await first?.check();
  await second?.check();
  const one = pollOf(page, question);
  await one.getByLabel('Chromium').check();
  await one.getByLabel('Firefox').check();
  // The button is disabled without a choice, also in the server's HTML.
  await one.getByRole('button', { name: 'Answer' }).click({ force: true });
  send();
  await page.getByText('You need an account to answer polls.').waitFor();
  expect(await several.getByRole('checkbox', { checked: true }).count()).toBe(2);
  expect(await one.getByLabel('Firefox').isChecked()).toBe(true);
  await several.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('You need an account to answer polls.').nth(1).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('a learner answers a poll and a drill with own values, and downloads a file', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, learner, path('poll'));
  await settled(page);
  await pollOf(page, question).getByLabel('Chromium').check();
  await pollOf(page, question).getByRole('button', { name: 'Answer' }).click();
  const result = page.getByRole('list', { name: `Answers to: ${question}` });
  await result.waitFor();
  expect(await result.getByRole('listitem').filter({ hasText: 'Chromium' }).textContent()).toContain('Your answer');
  expect(await axeFindings(page)).toEqual([]);

  await openLesson(page, 'drill');
  /** Sum of the two rows. */
  const sum = async () => {
    const rows = await page.getByRole('definition').allTextContents();
    const [a = '', b = ''] = rows.map((text) => text.trim());
    return (BigInt(`0x${a || 0}`) ^ BigInt(`0x${b || 0}`)).toString(16).padStart(8, '0');
  };
  // The server gives the learner other values than the example.
  const sample = /<dd[^>]*>(?:<[^>]+>)*([0-9a-f ]+)</.exec(
    await (await fetch(platform.url + path('drill'))).text(),
  )?.[1];
  expect(sample).toBeTruthy();
  await expect.poll(() => page.getByRole('definition').first().textContent()).not.toContain(sample?.trim());
  await page.getByLabel('Your answer').fill((await sum()).toUpperCase());
  await page.keyboard.press('Enter');
  await page.getByText('Correct. You earned 4 points.').waitFor();
  await page.getByText('Solved', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await openLesson(page, 'files');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download harbour.pcap' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('harbour.pcap');
  const bytes = await readFile(await download.path());
  expect(bytes.equals(await readFile(join(fixture, 'tests/kinds/files/harbour.pcap')))).toBe(true);
  await page.getByRole('button', { name: 'Copy SHA-256 of harbour.pcap' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });

  // Formulas and diagrams do not widen a narrow page: a formula scrolls, and a diagram uses its upright layout.
  await openLesson(page, 'signs');
  await page.setViewportSize({ width: 390, height: 844 });
  const formula = page.locator('.math-block');
  await expect.poll(() => formula.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true);
  await expect.poll(() => formula.getAttribute('tabindex')).toBe('0');
  const diagram = page.locator('.figure-diagram');
  expect(await diagram.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(false);
  const upright = await diagram.locator('.figure-part').boundingBox();
  expect(upright?.height).toBeGreaterThan(upright?.width ?? 0);
  expect(errors).toEqual([]);
  await context.close();
});

/** Opens another lesson by its link in the list of lessons. */
async function openLesson(page: Page, lesson: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Lessons', exact: true })
    .locator(`a[href="${path(lesson)}"]`)
    .click();
  await page.waitForURL(platform.url + path(lesson));
  await settled(page);
}

it('a demo runs, restarts, reaches nothing outside of its frame, and has no access to our storage when opened directly', async () => {
  const { page, context } = await newVisitor(browser);
  await openAs(page, platform, learner, path('demo'));
  await settled(page);
  const frame = page.frameLocator('iframe[title="A shift cipher to play with"]');
  await frame.getByText('kduerxu').waitFor();
  await frame.getByLabel('Text').fill('abc');
  await frame.getByText('def').waitFor();
  await page.getByRole('button', { name: 'Reload A shift cipher to play with' }).click();
  await frame.getByText('kduerxu').waitFor();

  const title = 'A demo that wants out';
  await page.locator(`iframe[title="${title}"]`).scrollIntoViewIfNeeded();
  const attack = page.frameLocator(`iframe[title="${title}"]`);
  await attack.getByText('origin:').waitFor();
  const lines = await attack.getByRole('listitem').allTextContents();
  expect(lines.filter((line) => /reached/.test(line))).toEqual([]);
  expect(lines).toContain('origin: null');
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(
    [
      'parent',
      'top',
      'storage',
      'cookies',
      'databases',
      'eval',
      'navigation',
      'popup',
      'fetch',
      'picture',
      'origin',
    ].sort(),
  );
  expect(page.url()).toBe(platform.url + path('demo'));
  expect(context.pages()).toHaveLength(1);

  const src = await page.getAttribute('iframe[title="A shift cipher to play with"]', 'src');
  await page.goto(platform.url + src);
  await page.getByText('kduerxu').waitFor();
  const reached = await page.evaluate(async () => {
    const attempts = [() => localStorage.length, () => document.cookie.length, () => indexedDB.open('x').readyState];
    const blocked = attempts.map((run) => {
      try {
        return run();
      } catch (error) {
        return (error as Error).name;
      }
    });
    return [
      self.origin,
      ...blocked,
      await fetch('/api/trainings').then(
        () => 'answered',
        () => 'refused',
      ),
    ];
  });
  expect(reached).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError', 'refused']);
  await context.close();
});
