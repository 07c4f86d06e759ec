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
    ['Two rows of bytes', 'XOR the <em>two</em>.', 'Your answer', 'four bytes in hexadecimal', 'This is an example.'],
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

describe('a drill', () => {
  it('works by keyboard: gives own numbers, shows a worked example, and accepts the answer on the next try', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await openAs(page, platform, learner, path('drill'));
    const given = page.getByRole('definition');
    /** Sum of the two rows. */
    const sum = async () => {
      const [a = '', b = ''] = (await given.allTextContents()).map((text) => text.trim());
      return (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(16).padStart(8, '0');
    };
    const sample = await sum();
    await expect.poll(sum).not.toBe(sample);
    const first = await sum();

    const field = page.getByLabel('Your answer');
    await field.focus();
    await page.keyboard.type('00 00 00 00');
    await page.keyboard.press('Enter');
    await page.getByText('Not correct. Your values stay the same, so try again.').waitFor();
    await page.getByRole('button', { name: 'Show solution' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No points for this one now.').waitFor();
    expect(await page.getByText('Answer:').textContent()).toContain(first);
    await page.getByRole('button', { name: 'Next round' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(sum).not.toBe(first);
    await page.keyboard.type((await sum()).toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByText('Correct. You earned 4 points.').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.reload();
    await page.getByText('Solved', { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('a poll', () => {
  const question = 'Which browser do you use?';

  it('asks a visitor for an account, but only when the visitor answers', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await page.goto(platform.url + path('poll'));
    const poll = pollOf(page, question);
    await poll.getByLabel('Firefox').check();
    expect(await page.getByText('You need an account to answer polls.').count()).toBe(0);
    await poll.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('You need an account to answer polls.').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('keeps a choice and a press that were made before its script loaded', async () => {
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

  it('is answered by keyboard, shows all answers, keeps the learner’s own and lets the learner change it', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await openAs(page, platform, learner, path('poll'));
    const poll = pollOf(page, question);
    await poll.getByLabel('Firefox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await poll.getByLabel('Chromium').isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    const result = page.getByRole('list', { name: `Answers to: ${question}` });
    await result.waitFor();
    const shown = result.getByRole('listitem').filter({ hasText: 'Chromium' });
    expect(await shown.textContent()).toMatch(/Your answer\s*100%/);
    await page.getByText('Thank you. 1 person has answered.').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(question);

    await page.reload();
    await result.waitFor();
    await page.getByRole('button', { name: 'Change answer' }).click();
    expect(await poll.getByLabel('Chromium').isChecked()).toBe(true);
    await poll.getByLabel('Another one').check();
    await poll.getByRole('button', { name: 'Save answer' }).click();
    await result.waitFor();
    expect(await result.getByRole('listitem').filter({ hasText: 'Another one' }).textContent()).toContain('100%');
    expect(await axeFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('with several options accepts several', async () => {
    const { page, context } = await newVisitor(browser);
    await openAs(page, platform, learner, path('poll'));
    const poll = pollOf(page, 'What have you tried already?');
    await poll.getByLabel('A bug bounty').check();
    await poll.getByLabel('A capture-the-flag').check();
    await poll.getByRole('button', { name: 'Answer' }).click();
    const result = page.getByRole('list', { name: 'Answers to: What have you tried already?' });
    await result.waitFor();
    expect(await result.getByText('Your answer').count()).toBe(2);
    await context.close();
  });
});

describe('a file', () => {
  it('downloads under its name, and its checksum can be copied', async () => {
    const { page, context } = await newVisitor(browser);
    await page.goto(platform.url + path('files'));
    await settled(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download harbour.pcap' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('harbour.pcap');
    const bytes = await readFile(await download.path());
    expect(bytes.equals(await readFile(join(fixture, 'tests/kinds/files/harbour.pcap')))).toBe(true);
    await page.getByRole('button', { name: 'Copy SHA-256 of harbour.pcap' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    await context.close();
  });
});

describe('a demo', () => {
  it('runs, and restarts', async () => {
    const { page, context } = await newVisitor(browser);
    await page.goto(platform.url + path('demo'));
    await settled(page);
    const frame = page.frameLocator('iframe[title="A shift cipher to play with"]');
    await frame.getByText('kduerxu').waitFor();
    await frame.getByLabel('Text').fill('abc');
    await frame.getByText('def').waitFor();
    await page.getByRole('button', { name: 'Reload A shift cipher to play with' }).click();
    await frame.getByText('kduerxu').waitFor();
    await context.close();
  });

  it('cannot reach anything outside of its frame', async () => {
    const { page, context } = await newVisitor(browser);
    await openAs(page, platform, learner, path('demo'));
    const title = 'A demo that wants out';
    await page.locator(`iframe[title="${title}"]`).scrollIntoViewIfNeeded();
    const frame = page.frameLocator(`iframe[title="${title}"]`);
    await frame.getByText('origin:').waitFor();
    const lines = await frame.getByRole('listitem').allTextContents();
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
    await context.close();
  });

  it('opened directly has neither our origin nor access to its storage', async () => {
    const { page, context } = await newVisitor(browser);
    await openAs(page, platform, learner, path('demo'));
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
});

describe('formulas and diagrams', () => {
  it('do not widen a narrow page: a formula scrolls, and a diagram uses its upright layout', async () => {
    const { page, context } = await newVisitor(browser, { width: 390, height: 844 });
    await page.goto(platform.url + path('signs'));
    await settled(page);
    const formula = page.locator('.math-block');
    expect(await formula.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true);
    expect(await formula.getAttribute('tabindex')).toBe('0');
    const diagram = page.locator('.figure-diagram');
    expect(await diagram.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(false);
    const upright = await diagram.locator('.figure-part').boundingBox();
    expect(upright?.height).toBeGreaterThan(upright?.width ?? 0);
    await context.close();
  });
});
