import { readFile } from 'node:fs/promises';
import type { Notes, SignedIn } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import { axeFindings } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Notes on lessons: saving, recall, and who may read them. */

let browser: Browser;
let platform: Platform;
let training: string;
let lessons: { chapter: string; slug: string; name: string }[];

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
  const { trainings } = (await (await fetch(`${platform.url}/api/trainings`)).json()) as {
    trainings: { slug: string; tier: number; start: object | null; requires?: unknown[] }[];
  };
  training = trainings.find(({ tier, start, requires }) => tier === 0 && start && !requires?.length)?.slug ?? '';
  const full = (await (await fetch(`${platform.url}/api/training/${training}`)).json()) as {
    chapters: { slug: string; subchapters: { slug: string; name: string }[] }[];
  };
  lessons = full.chapters.flatMap(({ slug: chapter, subchapters }) =>
    subchapters.map(({ slug, name }) => ({ chapter, slug, name })),
  );
});

const lesson = (index: number) => lessons[index] as (typeof lessons)[0];
const pathOf = (index: number) => `/courses/${training}/${lesson(index).chapter}/${lesson(index).slug}`;
const learned = (page: Page) => page.getByRole('textbox', { name: 'What I learned' });
const open = (page: Page) => page.getByRole('textbox', { name: 'What I did not understand' });
const saved = (page: Page) => page.getByText(/^Saved at \d\d:\d\d$/);

function client({ token }: SignedIn) {
  const headers = { authorization: `Bearer ${token.access}`, 'content-type': 'application/json' };
  const call = async (path: string, body?: object) => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await fetch(platform.url + path, init)).json();
  };
  return {
    notes: (index: number): Promise<Notes> => call(`/api/subchapter/${lesson(index).slug}/notes`),
    write: (index: number, body: object) => call(`/api/subchapter/${lesson(index).slug}/notes`, body),
    finish: (index: number) => call(`/api/progress/${training}`, { subchapter: lesson(index).slug, completed: true }),
  };
}

describe('a note', () => {
  it('saves itself, and is still there after a reload and after the page was closed at once', async () => {
    const learner = await signUp(platform);
    const { page, context, errors } = await newVisitor(browser, { width: 1440 });
    await openAs(page, platform, learner, pathOf(0));
    await learned(page).fill('Assumptions break.');
    await saved(page).waitFor();
    await open(page).fill('Which ones?');
    // Reloads before the save delay has passed.
    await page.reload();
    await expect.poll(() => open(page).inputValue()).toBe('Which ones?');
    await saved(page).waitFor();
    await expect
      .poll(() => client(learner).notes(0))
      .toMatchObject({ what_i_learned: 'Assumptions break.', did_not_understand: 'Which ones?' });
    expect(errors).toEqual([]);
    await context.close();
  });

  it('survives an outage, a reload and a log-out, for the same learner only', async () => {
    const learner = await signUp(platform);
    const { page, context } = await newVisitor(browser, { width: 390 });
    await openAs(page, platform, learner, pathOf(0));
    await learned(page).waitFor();
    await context.route('**/api/subchapter/*/notes', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await learned(page).fill('Written in a tunnel.');
    await page.getByText('Not saved').waitFor();
    await page.getByText('Your text is stored in this browser.').waitFor();
    await page.evaluate(() => {
      localStorage.removeItem('token');
      localStorage.removeItem('user');
    });
    await openAs(page, platform, await signUp(platform), pathOf(0));
    await learned(page).waitFor();
    expect(await learned(page).inputValue()).toBe('');
    await openAs(page, platform, learner, pathOf(0));
    await expect.poll(() => learned(page).inputValue()).toBe('Written in a tunnel.');
    await context.unroute('**/api/subchapter/*/notes');
    await page.reload();
    await saved(page).waitFor();
    expect((await client(learner).notes(0)).what_i_learned).toBe('Written in a tunnel.');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('notes:')))).toEqual([]);
    await context.close();
  });

  it('with different edits in two tabs is merged by the learner', async () => {
    const learner = await signUp(platform);
    const { page, context } = await newVisitor(browser, { width: 1440 });
    await openAs(page, platform, learner, pathOf(0));
    await learned(page).waitFor();
    await client(learner).write(0, { what_i_learned: 'From the other tab.' });
    await learned(page).fill('From this tab.');
    await page.getByText('Changed elsewhere').waitFor();
    await page.getByText('From the other tab.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use both' }).click();
    await page.getByRole('region', { name: 'My notes' }).getByRole('button', { name: 'Save', exact: true }).click();
    await saved(page).waitFor();
    expect((await client(learner).notes(0)).what_i_learned).toBe('From the other tab.\n\nFrom this tab.');
    await context.close();
  });
});

it('reminds of unfinished notes after a lesson until tomorrow, and asks for feedback', async () => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser, { width: 800, theme: 'light' });
  await openAs(page, platform, learner, pathOf(1));
  await learned(page).waitFor();
  expect(await page.getByRole('button', { name: 'Remind me tomorrow' }).count()).toBe(0);
  // One press finishes the lesson and opens the next one. The reminder and the feedback form are at the end of the
  // finished lesson.
  await page.getByRole('button', { name: 'Mark as complete' }).click();
  await page.waitForURL(platform.url + pathOf(2));
  await page.goBack();
  await page.getByRole('button', { name: 'Write notes' }).click();
  await expect.poll(() => learned(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Remind me tomorrow' }).click();
  await page.getByText('From tomorrow on').waitFor();
  expect((await client(learner).notes(1)).snoozed_until).not.toBeNull();
  const form = page.getByRole('form', { name: 'Feedback on this lesson' });
  await form.getByRole('radio', { name: 'Just right' }).check();
  await form.getByRole('radio', { name: '4' }).check();
  await form.getByLabel('What should we change?').fill('More pictures.');
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await page.getByText('Thank you for your feedback.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Change your feedback' }).click();
  expect(await form.getByLabel('What should we change?').inputValue()).toBe('More pictures.');
  expect(await page.getByRole('button', { name: 'Remind me tomorrow' }).count()).toBe(0);
  expect(errors).toEqual([]);

  await runOn(platform.databaseUrl, `update notes set snoozed_until = now() where user_pk = ${learner.user.pk}`);
  await page.goto(`${platform.url}/notes`);
  await page.getByText('You wanted to write notes on').waitFor();
  await page.getByRole('link', { name: lesson(1).name }).click();
  await learned(page).waitFor();
  await context.close();
});

it('recalls notes one at a time by keyboard, and closes open questions', async () => {
  const learner = await signUp(platform);
  const me = client(learner);
  await me.write(0, { what_i_learned: 'First thing.', did_not_understand: 'First question.' });
  await me.write(1, { what_i_learned: 'Second thing.' });
  const { page, context, errors } = await newVisitor(browser, { width: 1440 });
  await openAs(page, platform, learner, '/reviews');
  await page.getByText('The next review is tomorrow.').waitFor();
  await runOn(
    platform.databaseUrl,
    `update note_cards set due_at = date_trunc('milliseconds', now()) - interval '1 hour' - subchapter_pk * interval '-1 second'
     where user_pk = ${learner.user.pk}`,
  );
  await page.goto(`${platform.url}/notes`);
  await page.getByRole('link', { name: 'Review 2 notes' }).click();
  await page.getByText('1 of 2').waitFor();
  await page.getByText('What did you write down?').waitFor();
  expect(await page.getByText('First thing.').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Space');
  await page.getByText('First thing.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'I understand it now' }).click();
  await page.getByText('Still open').waitFor({ state: 'hidden' });
  expect(await me.notes(0)).toMatchObject({
    what_i_learned: 'First thing.\n\nFirst question.',
    did_not_understand: '',
  });
  await page.keyboard.press('3');
  await page.getByText('2 of 2').waitFor();
  await page.keyboard.press('Space');
  await page.getByText('Second thing.').waitFor();
  await page.keyboard.press('4');
  await page.getByText('2 reviews done').waitFor();
  await page.getByText(/The next review is on /).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

it('shows published notes as plain text to learners who have finished the lesson', async () => {
  const [author, reader] = [await signUp(platform), await signUp(platform)];
  await client(author).finish(2);
  await client(reader).finish(2);
  const { page, context } = await newVisitor(browser, { width: 1440 });
  await openAs(page, platform, author, pathOf(2));
  await learned(page).fill('<img src=x onerror=alert(1)>\n\nA second paragraph.');
  await page.getByRole('switch', { name: 'Publish what I learned' }).click();
  await expect.poll(async () => (await client(author).notes(2)).published).toBe(true);
  await context.close();

  const other = await newVisitor(browser, { width: 390 });
  await openAs(other.page, platform, reader, pathOf(2));
  await other.page.getByRole('button', { name: 'Notes by other learners' }).click();
  await other.page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await other.page.getByRole('link', { name: author.user.username }).waitFor();
  expect(await axeFindings(other.page)).toEqual([]);
  expect(other.errors).toEqual([]);
  await other.context.close();
});

it('lists, searches and exports all notes', async () => {
  const learner = await signUp(platform);
  const me = client(learner);
  await me.write(0, { what_i_learned: 'About lanterns.' });
  await me.write(1, { did_not_understand: 'About otters.', marks: [{ module: 'video', at: 65, text: 'Here' }] });
  const { page, context, errors } = await newVisitor(browser, { width: 390 });
  await openAs(page, platform, learner, '/notes');
  await page.getByText('About lanterns.').waitFor();
  await page.getByText('1:05').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Search in your notes').fill('OTTERS');
  await page.getByText('About lanterns.').waitFor({ state: 'hidden' });
  await page.getByText('About otters.').waitFor();
  expect(page.url()).toContain('q=OTTERS');
  await page.getByLabel('Search in your notes').fill('walrus');
  await page.getByText('No notes found').waitFor();
  await page.getByRole('link', { name: 'Show all notes' }).click();
  await page.getByText('About lanterns.').waitFor();
  expect(await page.getByLabel('Search in your notes').inputValue()).toBe('');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as Markdown' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^hexpedition-notes-\d{4}-\d\d-\d\d\.md$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(`\n### ${lesson(0).name}\n`);
  expect(text).toContain('> About otters.');
  expect(errors).toEqual([]);
  await context.close();
});

it('explains notes to a visitor', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await page.goto(`${platform.url}/notes`);
  await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
  await page.getByText('Your notes come back for review').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL(`${platform.url}/login?next=%2Fnotes`);
  expect(errors).toEqual([]);
  await context.close();
});
