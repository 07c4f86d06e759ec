import { readFile } from 'node:fs/promises';
import type { AuthoredLesson, LessonDraft, SignedIn } from '@hexpedition/contract';
import { readZip } from '@hexpedition/curriculum/bundles/read-zip';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plain } from '../apps/server/src/features/avatars/testing.ts';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { createDatabaseWithoutCourses } from './support/content-database.ts';
import { fixture, importFolder } from './support/fixture-curriculum.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

/**
 * Authoring a lesson: from an empty draft to a published lesson, with a second author on the same lesson, and its
 * export to another platform, which holds the same content afterwards. Both platforms start without courses.
 */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
let elsewhere: typeof platform;
let captain: SignedIn;
/** Skips checks that axe has already done on an earlier page. */
const axe = new AxeOnce();
beforeAll(async () => {
  const withoutCourses = await createDatabaseWithoutCourses();
  const contentDatabase = new URL(withoutCourses.url).pathname.slice(1);
  const start = () => startPlatform({}, undefined, { contentDatabase });
  [browser, platform, elsewhere] = await Promise.all([openBrowser(), start(), start()]);
  await withoutCourses.drop();
});
afterAll(async () => {
  await Promise.all([platform?.end(), elsewhere?.end()]);
});

const lessonPath = '/courses/kinds/modules/two-doors';
/** Signs up a superuser. */
async function author(on: typeof platform, username: string): Promise<SignedIn> {
  const { token, user } = await signUp(on, { username });
  await runOn(on.databaseUrl, `update users set is_superuser = true where pk = ${user.pk}`);
  return { token, user: { ...user, is_superuser: true } };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => page.getByText(/^Saved at/).waitFor();

async function publish(page: Page, revision: number): Promise<void> {
  await saved(page);
  await page.keyboard.press('Control+Enter');
  await button(page, 'Publish now').click();
  await page.getByText('“Two doors” is live.').last().waitFor();
  await page.getByText(`Published r${revision}`).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The publish confirmation covers none of the buttons that an author needs next.
  const onTop = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await button(page, 'Revisions').evaluate(onTop)).toBe(true);
}

/** Changes a word of the lesson as Mira, through the API. */
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

/** Selects each text in the source and types over it. */
async function replaceInSource(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const source = page.getByRole('textbox', { name: 'Source of the lesson' });
  for (const [from, to] of Object.entries(texts)) {
    await source.getByText(from).first().waitFor();
    // In one step, because the editor may draw a line again at any time.
    await source.evaluate((editor, text) => {
      const nodes = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const at = node.textContent?.indexOf(text) ?? -1;
        if (at < 0) continue;
        // The editor learns of the selection by this event. A key that comes earlier would act on the old selection.
        const isSelected = new Promise((resolve) =>
          document.addEventListener('selectionchange', resolve, { once: true }),
        );
        getSelection()?.setBaseAndExtent(node, at, node, at + text.length);
        return isSelected.then(() => undefined);
      }
      throw new Error(`“${text}” is not in one piece in the source.`);
    }, from);
    // By the editor: the browser would replace a selection by an element with an inline style.
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(to);
  }
}

/** Holds the editor's polls back until it has tried to publish, so that it does not learn of other revisions before. */
async function holdPolls(page: Page): Promise<void> {
  const isAnswered = page.waitForResponse('**/api/admin/subchapter/two-doors/publish');
  await page.route('**/api/admin/subchapter/two-doors', async (route) => {
    await isAnswered;
    await route.continue();
  });
}

/** Pastes a screenshot from the clipboard. */
async function paste(page: Page, picture: Buffer): Promise<void> {
  await page.locator('.cm-content').evaluate(
    (source, bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
      source.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [...picture],
  );
}

/**
 * Exports everything as a zip with the button of the open page.
 * @returns the zip and the bytes of each file by path
 */
async function exportAll(page: Page): Promise<{ zip: Buffer; files: Map<string, Buffer> }> {
  const saving = page.waitForEvent('download');
  await button(page, 'Export everything').click();
  const zip = await readFile(await (await saving).path());
  const read = await readZip(zip);
  if ('rejection' in read) throw new Error(read.rejection.message);
  const files = new Map<string, Buffer>();
  for (const [path, file] of read.files) files.set(path, Buffer.from(await file.bytes()));
  return { zip, files };
}

const isDrawn = (page: Page, alt: string) =>
  page.getByRole('img', { name: alt }).evaluate(async (img: HTMLImageElement) => {
    img.scrollIntoView();
    await img.decode();
    return img.currentSrc;
  });

it('npm run import shows its courses on a running server at once', async () => {
  const courses = async () => (await fetch(`${platform.url}/api/trainings`)).text();
  const course = () => fetch(`${platform.url}/courses/kinds`);
  expect(await courses()).toBe('{"trainings":[]}');
  expect((await course()).status).toBe(404);
  await importFolder(fixture, platform);
  await expect.poll(courses).toContain('Kinds of modules');
  await expect.poll(async () => (await course()).text()).toContain('Kinds of modules');
});

it('a lesson is written, previewed and published; edits of two authors are kept, and an earlier version is restored', async () => {
  captain = await author(platform, 'captain');
  const mira = await author(platform, 'mira');
  const { page, context, errors } = await newVisitor(browser, { width: 1440, height: 900 });
  await openAs(page, platform, captain, '/admin/training/kinds');
  await button(page, 'Add a lesson to Modules').click();
  await page.getByLabel('Name').last().fill('Two doors');
  await button(page, 'Create draft').click();
  await page.getByRole('link', { name: /Two doors/ }).click();

  const source = page.getByRole('textbox', { name: 'Source of the lesson' });
  await source.waitFor();
  await page.getByLabel('Summary').fill('Which of them is open.');
  await source.click();
  await page.keyboard.insertText('A house has two doors.');
  await button(page, 'Insert: Figure').click();
  const picture = await plain(900, 500).png().toBuffer();
  const findings = await findingsInBothThemes(page, axe);
  await page
    .getByLabel('Upload a file')
    .setInputFiles({ name: 'Two Doors.png', mimeType: 'image/png', buffer: picture });
  findings.push(...(await findingsInBothThemes(page, axe)));
  await button(page, 'Upload and insert').click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('img', { name: 'Describe the picture' }).waitFor();
  await page.keyboard.insertText('Two doors');
  await preview.getByRole('img', { name: 'Two doors' }).waitFor();
  expect(await isDrawn(page, 'Two doors')).toMatch(/\/two-doors\.avif$/);
  await page.keyboard.press('Control+End');
  await paste(page, await plain(60, 40).png().toBuffer());
  await preview.getByRole('img', { name: 'Describe the picture' }).waitFor();
  await page.keyboard.insertText('A screenshot');
  await button(page, 'Insert: Quiz').click();
  await page.keyboard.insertText('Which door is open?');
  await button(page, 'Insert: Flag').click();
  await preview.getByText('Which door is open?').waitFor();
  await preview.getByRole('textbox', { name: 'The flag that you found' }).waitFor();
  await page.getByRole('toolbar', { name: 'Source' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Drill' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('xor repeating');
  await page.getByText(/^1 of \d+ drills$/).waitFor();
  findings.push(...(await findingsInBothThemes(page, axe)));
  await button(page, /xor-repeating-key/).click();
  await page.keyboard.insertText('The key comes round');
  await preview.getByText('The key comes round').waitFor();
  await preview.getByRole('combobox').selectOption('free');
  await preview.getByText('The right answer').waitFor();
  // The texts of the templates cannot be published.
  await page.getByText(/^\d errors$/).waitFor();
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).getAttribute('aria-disabled')).toBe('true');
  findings.push(...(await findingsInBothThemes(page, axe)));
  await replaceInSource(page, {
    'A wrong answer': 'The left one',
    'The right answer': 'The right one',
    'Why it is right.': 'The left one is shut.',
    'Find the flag': 'Behind the door',
    'flag{change_me}': 'flag{door}',
    'How to find the flag.': 'Open it.',
    'Instructions for the drill.': 'Find the key.',
    'The caption': 'A door',
  });
  await replaceInSource(page, { 'The caption': 'A screenshot' });
  await preview.getByText('The right one').waitFor();
  await page.getByText('No problems').waitFor();
  await publish(page, 1);

  const visitor = await newVisitor(browser);
  await visitor.page.goto(`${platform.url}/map/tests/kinds`);
  // The course had six lessons.
  await visitor.page.getByText(/^7 lessons/).waitFor();
  await visitor.page.goto(`${platform.url}/courses/kinds`);
  await visitor.page
    .getByRole('link', { name: /Two doors/ })
    .first()
    .click();
  await visitor.page.getByText('Which door is open?').first().waitFor();
  const read = async (words: string) => {
    // The database notifies the server of the change.
    await expect.poll(async () => (await fetch(platform.url + lessonPath)).text()).toContain(words);
    await visitor.page.goto(platform.url + lessonPath);
    await visitor.page.getByText(words).first().waitFor();
  };

  await holdPolls(page);
  await correctAs(mira, 'A house has two doors.', 'A house has three doors.');
  await source.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n\nBoth were open.');
  await saved(page);
  await page.keyboard.press('Control+Enter');
  await button(page, 'Publish now').click();
  await page.getByText(/mira changed “Two doors”/).waitFor();
  await page.keyboard.press('Escape');
  findings.push(...(await findingsInBothThemes(page, axe)));
  await button(page, 'Compare').click();
  await page.getByText('Both sets of changes are merged.').waitFor();
  findings.push(...(await findingsInBothThemes(page, axe)));
  await button(page, 'Use merged text').click();
  await publish(page, 3);
  await read('A house has three doors.');
  await visitor.page.getByText('Both were open.').first().waitFor();

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
  for (const path of ['/admin/training/kinds', '/admin/training']) {
    await page.goto(`${platform.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    findings.push(...(await findingsInBothThemes(page, axe)));
  }
  expect(findings).toEqual([]);
  // Except for the publication that the server rejected.
  expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  await Promise.all([context.close(), visitor.context.close()]);
});

it('another platform imports everything after a preview, shows it to its learners, and exports the same content', async () => {
  const { page, context, errors } = await newVisitor(browser, { width: 390, height: 844 });
  await openAs(page, platform, captain, '/admin/import');
  const findings = await findingsInBothThemes(page, axe);
  const given = await exportAll(page);
  expect([...given.files.keys()].filter((path) => path.includes('two-doors'))).toHaveLength(3);

  await openAs(page, elsewhere, await author(elsewhere, 'captain'), '/admin/import');
  const file = { name: 'everything.zip', mimeType: 'application/zip', buffer: given.zip };
  await page.getByLabel('Zip to import').setInputFiles(file);
  await page.getByLabel('Name').fill('From elsewhere');
  await button(page, 'Preview changes').click();
  await page.getByRole('heading', { name: 'Preview of changes' }).waitFor();
  await page.getByText('two-doors.webp').waitFor();
  findings.push(...(await findingsInBothThemes(page, axe)));
  await page.setViewportSize({ width: 1440, height: 900 });
  findings.push(...(await findingsInBothThemes(page, axe)));
  await button(page, 'Import').click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  findings.push(...(await findingsInBothThemes(page, axe)));
  await page.goto(elsewhere.url + lessonPath);
  await page.getByText('A house has two doors.').waitFor();
  expect(await isDrawn(page, 'Two doors')).toMatch(/\/two-doors\.avif$/);

  await page.goto(`${elsewhere.url}/admin/import`);
  const returned = await exportAll(page);
  expect([...returned.files.keys()].sort()).toEqual([...given.files.keys()].sort());
  expect([...returned.files].filter(([path, bytes]) => !given.files.get(path)?.equals(bytes))).toEqual([]);

  expect(findings).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
