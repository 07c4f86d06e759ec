import type { SignedIn, Training, TrainingCard } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { startPlatform } from './support/platform.ts';

/** Learning progress: enrolment, prerequisites, test-outs, changed lessons, and the pages that show them. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startPlatform>>;
/** A course with a test-out, one that requires it, and one above the tier of a free account. */
let step: Training;
let waiting: Training;
let paid: TrainingCard;

const json = async <T>(path: string): Promise<T> => (await fetch(platform.url + path)).json() as Promise<T>;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startPlatform()]);
  const { trainings } = await json<{ trainings: TrainingCard[] }>('/api/trainings');
  const free = trainings.filter(({ kind, tier, requires, start }) => {
    return kind === 'course' && tier === 0 && requires.length === 0 && start !== null;
  });
  const [, first, second] = free;
  const foundPaid = trainings.find(({ tier }) => tier > 0);
  if (!first || !second || !foundPaid) throw new Error('The curriculum has three free trainings and a paid one.');
  const options = ['a', 'b'].map((id) => ({ id, html: `Answer ${id}` }));
  const modules = ['one', 'two'].map((id) => {
    return { kind: 'quiz', id, answer_kind: 'single', question_html: `Question ${id}?`, options };
  });
  const secrets = { one: { right: ['a'] }, two: { right: ['b'] } };
  await runOn(platform.databaseUrl, `update trainings set requires = '{${first.slug}}' where slug = '${second.slug}'`);
  await runOn(platform.databaseUrl, 'delete from test_outs');
  await runOn(
    platform.databaseUrl,
    `insert into test_outs (training_pk, uid, name, summary, pass, modules, secrets)
      select pk, 'e2e', 'What do you know?', 'All of it.', 100, '${JSON.stringify(modules)}', '${JSON.stringify(secrets)}'
      from trainings where slug = '${first.slug}'`,
  );
  [step, waiting] = (await Promise.all([first, second].map(({ slug }) => json<Training>(`/api/training/${slug}`)))) as [
    Training,
    Training,
  ];
  paid = foundPaid;
});
afterAll(async () => {
  await platform?.end();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function complete({ token }: SignedIn, { slug, chapters }: Training, count = Number.POSITIVE_INFINITY) {
  const lessons = chapters.flatMap(({ subchapters }) => subchapters).slice(0, count);
  for (const { slug: subchapter } of lessons) {
    const answer = await fetch(`${platform.url}/api/progress/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token.access}` },
      body: JSON.stringify({ subchapter, completed: true }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

const firstLesson = ({ slug, start }: Training) => `/courses/${slug}/${start?.chapter}/${start?.subchapter}`;

const axe = new AxeOnce();

/** Checks the page on a phone and a desktop, in both themes. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 860 });
    found.push(...(await findingsInBothThemes(page, axe)));
  }
  return found;
}

it('a learner starts, enrols, completes and reviews a course, and the overview follows', async () => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser, { width: 1440 });
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const menu = page.getByRole('navigation', { name: 'Overview' });
  const openOverviewPage = async (name: string, path: string) => {
    await menu.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(platform.url + path);
    await expect.poll(() => page.title()).toBe(`${name} · Hexpedition`);
    expect(await findings(page)).toEqual([]);
  };
  await openAs(page, platform, learner);
  await page.getByRole('region', { name: 'Start here' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await openOverviewPage('Completed', '/completed');
  await openOverviewPage('Completed Courses', '/yt-completed');
  await openOverviewPage('Video overview', '/yt-home');

  await page.goto(`${platform.url}/courses/${step.slug}`);
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByText('Enrolled').waitFor();
  expect(requestedPaths).toContain(`/api/progress/${step.slug}`);
  await page
    .locator(`main a[href="${firstLesson(step)}"]`)
    .first()
    .click();
  await page.waitForURL(platform.url + firstLesson(step));
  await settled(page);
  const next = page.getByRole('button', { name: 'Mark as complete' });
  const lessons = step.chapters.flatMap(({ subchapters }) => subchapters);
  for (const [done, width] of [
    [1, 1440],
    [2, 390],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await next.click();
    // The message appears before the next lesson does, and a new page starts at its top.
    const message = page.getByText(new RegExp(`^Lesson completed: ${done} of`));
    // It stays as long as the pointer is over it, and else for a few seconds.
    await message.hover();
    await page.getByRole('heading', { level: 1, name: String(lessons[done]?.name), exact: true }).waitFor();
    // It does not cover the next button.
    for (const block of ['end', 'center'] as const) {
      const isFree = await next.evaluate((button, place) => {
        button.scrollIntoView({ block: place });
        const { x, y, width, height } = button.getBoundingClientRect();
        const corners = [x + 4, x + width - 4].flatMap((left) =>
          [y + 4, y + height - 4].map((top) => [left, top] as const),
        );
        return corners.every((corner) => button.contains(document.elementFromPoint(...corner)));
      }, block);
      expect([width, block, isFree]).toEqual([width, block, true]);
    }
    expect(await message.isVisible()).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 860 });

  // Leaving the course needs a confirmation, and keeps the progress.
  await page.goto(`${platform.url}/courses/${step.slug}`);
  await page.getByText(`2 of ${step.subchapters} lessons`).waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByText('Your progress is kept.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Enrolled').waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Enrol' }).waitFor();
  await page.getByText(`2 of ${step.subchapters} lessons`).waitFor();

  // A returning learner sees their position and the next lesson.
  await complete(learner, step);
  await complete(learner, waiting, 1);
  await page.goto(platform.url);
  await page.getByRole('region', { name: 'Continue' }).getByText(waiting.name).waitFor();
  await heading(page, '1 day in a row').waitFor();
  await page.getByText('Today already counts.').waitFor();
  await heading(page, 'Next on the map').waitFor();
  // The table holds the same values as the radar chart.
  const row = page.getByRole('row', { name: step.continent_name });
  expect(await row.textContent()).toMatch(/[1-9]\d*%/);
  await page.getByText(/lessons, flags and reviews on 1 day/).waitFor();
  expect(await findings(page)).toEqual([]);
  const lesson = lessons.at(-1);
  await runOn(platform.databaseUrl, `update subchapters set revision = revision + 1 where slug = '${lesson?.slug}'`);
  await menu.getByRole('link', { name: 'Completed', exact: true }).click();
  await page.getByRole('link', { name: step.name, exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);

  // Lessons that changed since the learner finished them are marked and linked.
  await page.goto(`${platform.url}/courses/${step.slug}`);
  await page.getByText('1 lesson has changed since you completed it.').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: `Review: ${lesson?.name}` }).click();
  await page.waitForURL(`**/${lesson?.slug}`);
  await page.getByText('This lesson has changed since you completed it.').waitFor();
  await page.getByRole('button', { name: 'Mark as read again' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('a course with an unmet prerequisite explains how to unlock it, and unlocks with the test, which allows one failed attempt in six hours', async () => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser, { width: 1440 });
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const testOutLink = page.getByRole('link', { name: `Take the test for ${step.name}` });
  const explains = async (title = 'How to unlock it') => {
    // The page has given the reason above. The card on the map has only this heading.
    await heading(page, title).waitFor();
    await testOutLink.waitFor();
  };
  await openAs(page, platform, learner, `/map/${waiting.continent}/${waiting.slug}`);
  await explains('Why is this locked?');
  await page.goto(platform.url + firstLesson(waiting));
  await explains();
  for (const path of [`/courses/${waiting.slug}/${waiting.chapters[0]?.slug}`, `/courses/${waiting.slug}`]) {
    await page.goto(platform.url + path);
    await explains();
  }
  expect(await findings(page)).toEqual([]);
  expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
  errors.length = 0;

  const choose = (question: string, answer: string) =>
    page
      .getByRole('radiogroup', { name: `Question ${question}?` })
      .getByLabel(`Answer ${answer}`)
      .check();
  await testOutLink.click();
  await heading(page, 'What do you know?').waitFor();
  expect(await findings(page)).toEqual([]);
  await choose('one', 'a');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('1 question has no answer yet').waitFor();
  await choose('two', 'a');
  await page.getByRole('button', { name: 'Submit' }).click();
  await heading(page, 'Not passed yet').waitFor();
  await page.getByText('1 of 2 correct').waitFor();
  await page.reload();
  await page.getByText('Not passed yet').waitFor();

  await runOn(platform.databaseUrl, `update test_out_tries set last_at = now() - interval '7 hours'`);
  await page.reload();
  await choose('one', 'a');
  await choose('two', 'b');
  await page.getByRole('button', { name: 'Submit' }).click();
  await heading(page, `You know ${step.name}`).waitFor();
  await page.goto(platform.url + firstLesson(waiting));
  await page.getByRole('button', { name: 'Mark as complete' }).waitFor();
  expect(await heading(page, 'How to unlock it').count()).toBe(0);
  expect(errors).toEqual([]);

  // The browser requests the progress of a course only if the learner's tier covers it.
  expect(requestedPaths).toContain(`/api/progress/${waiting.slug}`);
  for (const path of [
    `/courses/${paid.slug}`,
    `/map/${paid.continent}/${paid.slug}`,
    `/courses/${paid.slug}/${paid.start?.chapter}/${paid.start?.subchapter}`,
  ]) {
    await page.goto(platform.url + path);
    await settled(page);
  }
  expect(requestedPaths.filter((path) => path.startsWith(`/api/progress/${paid.slug}`))).toEqual([]);
  await context.close();
});
