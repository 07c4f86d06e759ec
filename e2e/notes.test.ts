import { readFile } from 'node:fs/promises';
import type { Feedback, Notes, SignedIn } from '@hexpedition/contract';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** Notes from the first word in a lesson to their review. The component tests in `entities/note` have the details. */

const axe = new AxeOnce();
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

function client({ token }: SignedIn) {
  const headers = { authorization: `Bearer ${token.access}`, 'content-type': 'application/json' };
  const call = async (path: string, body?: object) => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await fetch(platform.url + path, init)).json();
  };
  return {
    notes: (index: number): Promise<Notes> => call(`/api/subchapter/${lesson(index).slug}/notes`),
    feedback: (index: number): Promise<Feedback> => call(`/api/subchapter/${lesson(index).slug}/feedback`),
    write: (index: number, body: object) => call(`/api/subchapter/${lesson(index).slug}/notes`, body),
    finish: (index: number) => call(`/api/progress/${training}`, { subchapter: lesson(index).slug, completed: true }),
  };
}

it('a learner writes notes, merges them with another tab, is reminded, reads notes of others, and reviews the own ones', async () => {
  const [learner, author] = await Promise.all([signUp(platform), signUp(platform)]);
  const [me, other] = [client(learner), client(author)];
  await other.finish(1);
  await other.write(1, { what_i_learned: '<img src=x onerror=alert(1)>\n\nA second paragraph.', published: true });
  const { page, context, errors } = await newVisitor(browser, { width: 1440 });
  const learned = page.getByRole('textbox', { name: 'What I learned' });
  const open = page.getByRole('textbox', { name: 'What I did not understand' });
  const saved = page.getByText(/^Saved at \d\d:\d\d$/);
  const findings = async () => {
    const found = await findingsInBothThemes(page, axe);
    await page.setViewportSize({ width: 390, height: 860 });
    found.push(...(await findingsInBothThemes(page, axe)));
    await page.setViewportSize({ width: 1440, height: 860 });
    return found;
  };

  // Notes save themselves, also when the page is closed before the save delay has passed.
  await openAs(page, platform, learner, pathOf(0));
  await learned.fill('Assumptions break.');
  await saved.waitFor();
  await open.fill('Which ones?');
  await page.reload();
  await expect.poll(() => open.inputValue()).toBe('Which ones?');
  await saved.waitFor();
  await expect
    .poll(() => me.notes(0))
    .toMatchObject({ what_i_learned: 'Assumptions break.', did_not_understand: 'Which ones?' });
  expect(errors).toEqual([]);

  // Another tab has saved another text.
  await me.write(0, { what_i_learned: 'From the other tab.' });
  await learned.fill('From this tab.');
  await page.getByText('Changed elsewhere').waitFor();
  await page.getByText('From the other tab.').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('button', { name: 'Use both' }).click();
  await page.getByRole('region', { name: 'My notes' }).getByRole('button', { name: 'Save', exact: true }).click();
  await saved.waitFor();
  expect((await me.notes(0)).what_i_learned).toBe('From the other tab.\n\nFrom this tab.');
  expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  errors.length = 0;

  // One press finishes the lesson and opens the next one. The reminder and the feedback form are at the end of the
  // finished lesson.
  const complete = page.getByRole('button', { name: 'Mark as complete' });
  await complete.click();
  await page.waitForURL(platform.url + pathOf(1));
  await expect.poll(() => learned.inputValue()).toBe('');
  expect(await page.getByRole('button', { name: 'Remind me tomorrow' }).count()).toBe(0);
  await complete.click();
  await page.waitForURL(platform.url + pathOf(2));
  await page.goBack();
  await page.getByRole('button', { name: 'Write notes' }).click();
  await expect.poll(() => learned.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Remind me tomorrow' }).click();
  await page.getByText('From tomorrow on').waitFor();
  expect((await me.notes(1)).snoozed_until).not.toBeNull();
  const form = page.getByRole('form', { name: 'Feedback on this lesson' });
  await form.getByRole('radio', { name: 'Just right' }).check();
  await form.getByRole('radio', { name: '4' }).check();
  await form.getByLabel('What should we change?').fill('More pictures.');
  await page.getByRole('button', { name: 'Notes by other learners' }).click();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await page.getByRole('link', { name: author.user.username }).waitFor();
  expect(await findings()).toEqual([]);
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await page.getByText('Thank you for your feedback.').waitFor();
  expect(await me.feedback(1)).toMatchObject({ pace: 'right', rating: 4, text: 'More pictures.' });

  // The next day: the reminder is back, and the reviews are due.
  await me.write(2, { what_i_learned: 'About otters.', marks: [{ module: 'video', at: 65, text: 'Here' }] });
  await runOn(platform.databaseUrl, `update notes set snoozed_until = now() where user_pk = ${learner.user.pk}`);
  await runOn(
    platform.databaseUrl,
    `update note_cards set due_at = date_trunc('milliseconds', now()) - interval '1 hour' - subchapter_pk * interval '-1 second'
     where user_pk = ${learner.user.pk}`,
  );
  await page.goto(`${platform.url}/notes`);
  await page.getByText('You wanted to write notes on').waitFor();
  expect(await page.getByRole('link', { name: lesson(1).name }).getAttribute('href')).toBe(pathOf(1));
  await page.getByText('From this tab.').waitFor();
  await page.getByText('1:05').waitFor();
  expect(await findings()).toEqual([]);
  const search = page.getByLabel('Search in your notes');
  await search.fill('OTTERS');
  await page.getByText('From this tab.').waitFor({ state: 'hidden' });
  await page.getByText('About otters.').waitFor();
  expect(page.url()).toContain('q=OTTERS');
  await search.fill('walrus');
  await page.getByText('No notes found').waitFor();
  await page.getByRole('link', { name: 'Show all notes' }).click();
  await page.getByText('From this tab.').waitFor();
  await expect.poll(() => search.inputValue()).toBe('');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as Markdown' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^hexpedition-notes-\d{4}-\d\d-\d\d\.md$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(`\n### ${lesson(0).name}\n`);
  expect(text).toContain('> Which ones?');

  // The notes come back one at a time, by keyboard.
  await page.getByRole('link', { name: 'Review 2 notes' }).click();
  await page.getByText('1 of 2').waitFor();
  await page.getByText('What did you write down?').waitFor();
  expect(await page.getByText('From this tab.').count()).toBe(0);
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.keyboard.press('Space');
  await page.getByText('From this tab.').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'I understand it now' }).click();
  await page.getByText('Still open').waitFor({ state: 'hidden' });
  expect(await me.notes(0)).toMatchObject({
    what_i_learned: 'From the other tab.\n\nFrom this tab.\n\nWhich ones?',
    did_not_understand: '',
  });
  await page.keyboard.press('3');
  await page.getByText('2 of 2').waitFor();
  await page.keyboard.press('Space');
  await page.getByText('About otters.').waitFor();
  await page.keyboard.press('4');
  await page.getByText('2 reviews done').waitFor();
  await page.getByText(/The next review is on /).waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

it('explains notes to a visitor', async () => {
  const { page, context, errors } = await newVisitor(browser);
  await page.goto(`${platform.url}/notes`);
  await page.getByText('Your notes come back for review').waitFor();
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 860 });
  expect(await findingsInBothThemes(page, axe)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL(`${platform.url}/login?next=%2Fnotes`);
  expect(errors).toEqual([]);
  await context.close();
});
