import type { AuthoredLesson, LessonDraft, SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs } from './support/learner.ts';
import { author } from './support/map-editor.ts';
import { startPlatform } from './support/platform.ts';

/** An author's way from an empty lesson to one that learners read, with a second author at the same lesson. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
});
afterAll(async () => {
  await platform?.end();
});

const lessonPath = '/into-the-query/two-doors';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => page.getByText(/^Saved at/).waitFor();

async function publish(page: Page, revision: number): Promise<void> {
  await saved(page);
  await page.keyboard.press('Control+Enter');
  await button(page, 'Publish now').click();
  await page.getByText(`Published r${revision}`).waitFor();
}

/** Mira changes a word, from elsewhere. */
async function correctAs({ token }: SignedIn, from: string, to: string): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${platform.url}/api/admin/subchapter/two-doors${path}`, {
      method,
      headers: { authorization: `Bearer ${token.access}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return answer.json() as Promise<T>;
  };
  const { published } = await call<AuthoredLesson>('GET', '');
  if (!published) throw new Error('The lesson is not published.');
  const { head, body, revision } = published;
  const draft = { head, body: body.replace(from, to), base: revision, version: 0 };
  const { version } = await call<LessonDraft>('PUT', '/draft', draft);
  await call('POST', '/publish', { version, note: 'A word' });
}

it('a lesson is written, previewed and published; two authors change it, nothing is lost, and an earlier text returns', async () => {
  const [captain, mira] = await Promise.all([author(platform, 'captain'), author(platform, 'mira')]);
  const { page, context, errors } = await newVisitor(browser, { width: 1440, height: 900 });
  await openAs(page, platform, captain, '/admin/training/sql-injection');
  await button(page, 'Add a lesson to Into the query').click();
  await page.getByLabel('Name').last().fill('Two doors');
  await button(page, 'Begin a draft').click();
  await page.getByRole('link', { name: /Two doors/ }).click();

  const source = page.getByRole('textbox', { name: 'Source of the lesson' });
  await source.click();
  await page.keyboard.insertText('A house has two doors.');
  await button(page, 'Insert: Figure').click();
  await page.getByRole('button', { name: /true-false-pair/ }).click();
  await button(page, 'Insert: Quiz').click();
  await page.keyboard.insertText('Which door is open?');
  await button(page, 'Insert: Flag').click();
  await page.getByLabel('Summary').fill('Which of them is open.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Which door is open?').waitFor();
  await preview.getByRole('textbox', { name: 'The flag that you found' }).waitFor();
  await preview.getByRole('combobox').selectOption('free');
  await preview.getByText('The right answer').waitFor();
  await publish(page, 1);

  const visitor = await newVisitor(browser);
  const read = async (words: string) => {
    await visitor.page.goto(`${platform.url}/courses/sql-injection${lessonPath}`);
    await visitor.page.getByText(words).first().waitFor();
  };
  await visitor.page.goto(`${platform.url}/courses/sql-injection`);
  await visitor.page
    .getByRole('link', { name: /Two doors/ })
    .first()
    .waitFor();
  await read('Which door is open?');

  await correctAs(mira, 'A house has two doors.', 'A house has three doors.');
  await source.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n\nBoth were open.');
  await saved(page);
  await page.keyboard.press('Control+Enter');
  await button(page, 'Publish now').click();
  await page.getByText(/mira changed “Two doors”/).waitFor();
  await page.keyboard.press('Escape');
  const axe = new AxeOnce();
  const findings = await findingsInBothThemes(page, axe);
  await button(page, 'See both').click();
  await page.getByText('Both are joined; nothing is lost.').waitFor();
  findings.push(...(await findingsInBothThemes(page, axe)));
  await button(page, 'Go on with both').click();
  await publish(page, 3);
  await read('A house has three doors.');
  await read('Both were open.');

  await button(page, 'Revisions').click();
  await page.getByRole('button', { name: /^r1 / }).click();
  await button(page, 'Restore revision 1').click();
  findings.push(...(await findingsInBothThemes(page, axe)));
  await publish(page, 4);
  await read('A house has two doors.');
  expect(await visitor.page.getByText('Both were open.').count()).toBe(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, 'Source').click();
  findings.push(...(await findingsInBothThemes(page, axe)));
  for (const path of ['/admin/training/sql-injection', '/admin/training']) {
    await page.goto(`${platform.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    findings.push(...(await findingsInBothThemes(page, axe)));
  }
  expect(findings).toEqual([]);
  // The publishing that was refused.
  expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  await Promise.all([context.close(), visitor.context.close()]);
});
