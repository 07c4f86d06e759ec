import type { SignedIn, Training, TrainingCard } from '@hexpedition/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

it('shows a new learner where to start, and a returning learner their position and the next lesson', async () => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, learner);
  await page.getByRole('region', { name: 'Start here' }).waitFor();

  await complete(learner, step);
  await complete(learner, waiting, 1);
  await page.reload();
  await page.getByRole('region', { name: 'Continue' }).getByText(waiting.name).waitFor();
  await heading(page, '1 day in a row').waitFor();
  await page.getByText('Today already counts.').waitFor();
  await heading(page, 'Next on the map').waitFor();
  // The table holds the same values as the radar chart.
  const row = page.getByRole('row', { name: step.continent_name });
  expect(await row.textContent()).toMatch(/[1-9]\d*%/);
  await page.getByText(/lessons, flags and reviews on 1 day/).waitFor();

  const menu = page.getByRole('navigation', { name: 'Overview' });
  await menu.getByRole('link', { name: 'Completed', exact: true }).click();
  await page.waitForURL(`${platform.url}/completed`);
  await page.getByRole('link', { name: step.name, exact: true }).waitFor();
  expect(await page.title()).toBe('Completed · Hexpedition');
  await menu.getByRole('link', { name: 'Completed Courses' }).click();
  await page.waitForURL(`${platform.url}/yt-completed`);
  await expect.poll(() => page.title()).toBe('Completed Courses · Hexpedition');
  await menu.getByRole('link', { name: 'Video overview' }).click();
  await page.waitForURL(`${platform.url}/yt-home`);
  await expect.poll(() => page.title()).toBe('Video overview · Hexpedition');
  expect(errors).toEqual([]);
  await context.close();
});

it('enrols, and unenrols after a confirmation without losing progress', async () => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser);
  await openAs(page, platform, learner, `/courses/${step.slug}`);
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByText('Enrolled').waitFor();
  await complete(learner, step, 1);
  await page.reload();
  await page.getByText(`1 of ${step.subchapters} lessons`).waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByText('Your progress is kept.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Enrolled').waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Enrol' }).waitFor();
  await page.getByText(`1 of ${step.subchapters} lessons`).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

describe('a course with an unmet prerequisite', () => {
  it('explains on its page, its lesson and the map why it is locked and how to unlock it', async () => {
    const learner = await signUp(platform);
    const { page, context, errors } = await newVisitor(browser, { width: 1440 });
    const testOutLink = page.getByRole('link', { name: `Take the test for ${step.name}` });
    for (const path of [
      `/courses/${waiting.slug}`,
      `/courses/${waiting.slug}/${waiting.chapters[0]?.slug}`,
      firstLesson(waiting),
      `/map/${waiting.continent}/${waiting.slug}`,
    ]) {
      await openAs(page, platform, learner, path);
      // The page has given the reason above. The card on the map has only this heading.
      await heading(page, path.startsWith('/map') ? 'Why is this locked?' : 'How to unlock it').waitFor();
      await testOutLink.waitFor();
    }
    expect(errors.filter((error) => !error.includes('403'))).toEqual([]);
    await context.close();

    const visitor = await newVisitor(browser);
    await visitor.page.goto(`${platform.url}/courses/${waiting.slug}`);
    await heading(visitor.page, 'How to unlock it').waitFor();
    await visitor.page
      .getByRole('region', { name: 'How to unlock it' })
      .getByRole('link', { name: 'Log in' })
      .waitFor();
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  });

  it('unlocks with the test-out of its prerequisite, which allows one failed attempt in six hours', async () => {
    const learner = await signUp(platform);
    const { page, context, errors } = await newVisitor(browser);
    const test = `/courses/${step.slug}/test-out`;
    const choose = (question: string, answer: string) =>
      page
        .getByRole('radiogroup', { name: `Question ${question}?` })
        .getByLabel(`Answer ${answer}`)
        .check();
    await openAs(page, platform, learner, test);
    await heading(page, 'What do you know?').waitFor();
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
    await context.close();
  });
});

it('requests the progress of a course only if the learner’s tier covers it', async () => {
  const learner = await signUp(platform);
  const { page, context } = await newVisitor(browser);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await openAs(page, platform, learner, `/courses/${step.slug}`);
  await page.getByRole('button', { name: 'Enrol' }).waitFor();
  expect(requestedPaths).toContain(`/api/progress/${step.slug}`);
  for (const path of [
    `/courses/${paid.slug}`,
    `/courses/${paid.slug}/${paid.start?.chapter}/${paid.start?.subchapter}`,
    `/map/${paid.continent}/${paid.slug}`,
  ]) {
    await page.goto(platform.url + path);
    await settled(page);
  }
  expect(requestedPaths.filter((path) => path.startsWith(`/api/progress/${paid.slug}`))).toEqual([]);
  await context.close();
});

it.each([390, 1440])('shows the completion message without covering the next button, %i px wide', async (width) => {
  const learner = await signUp(platform);
  const { page, context, errors } = await newVisitor(browser, { width });
  await openAs(page, platform, learner, firstLesson(step));
  await settled(page);
  await page.getByRole('button', { name: 'Mark as complete' }).click();
  // The message appears before the next lesson does, and a new page starts at its top.
  const second = step.chapters.flatMap(({ subchapters }) => subchapters)[1];
  await page.getByRole('heading', { level: 1, name: String(second?.name), exact: true }).waitFor();
  const message = page.getByText(/^Lesson completed: 1 of/);
  await message.waitFor();
  // The message stays as long as the pointer is over it.
  await message.hover();
  const next = page.getByRole('button', { name: 'Mark as complete' });
  for (const block of ['end', 'center'] as const) {
    const isFree = await next.evaluate((button, place) => {
      button.scrollIntoView({ block: place });
      const { x, y, width, height } = button.getBoundingClientRect();
      const corners = [x + 4, x + width - 4].flatMap((left) =>
        [y + 4, y + height - 4].map((top) => [left, top] as const),
      );
      return corners.every((corner) => button.contains(document.elementFromPoint(...corner)));
    }, block);
    expect([block, isFree]).toEqual([block, true]);
  }
  expect(await message.isVisible()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

it('marks lessons that changed since the learner finished them, and links to them', async () => {
  const learner = await signUp(platform);
  await complete(learner, step);
  const lesson = step.chapters.flatMap(({ subchapters }) => subchapters).at(-1);
  await runOn(platform.databaseUrl, `update subchapters set revision = revision + 1 where slug = '${lesson?.slug}'`);
  const { page, context, errors } = await newVisitor(browser, { width: 1440 });
  await openAs(page, platform, learner, `/courses/${step.slug}`);
  await page.getByText('1 lesson has changed since you completed it.').waitFor();
  await page.getByRole('link', { name: `Review: ${lesson?.name}` }).click();
  await page.waitForURL(`**/${lesson?.slug}`);
  await page.getByText('This lesson has changed since you completed it.').waitFor();
  await page.getByRole('button', { name: 'Mark as read again' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

it('does not show the pages of learners to visitors', async () => {
  const { page, context } = await newVisitor(browser);
  for (const path of ['/completed', '/yt-home', '/yt-completed', `/courses/${step.slug}/test-out`]) {
    await page.goto(platform.url + path);
    await page.waitForURL(/\/map\?/);
  }
  await context.close();
});

it('has no axe findings in either theme, and fits a phone', { timeout: 300_000 }, async () => {
  const [busy, fresh] = [await signUp(platform), await signUp(platform)];
  await complete(busy, step);
  const findings: string[] = [];
  const axe = new AxeOnce();
  for (const [learner, paths] of [
    [busy, ['/', '/completed', `/courses/${step.slug}`]],
    [
      fresh,
      ['/', '/completed', '/yt-home', '/yt-completed', `/courses/${waiting.slug}`, `/courses/${step.slug}/test-out`],
    ],
  ] as const) {
    const { page, context, errors } = await newVisitor(browser, { width: 390, height: 844 });
    await openAs(page, platform, learner, '/legal');
    for (const path of paths) {
      await page.goto(platform.url + path);
      findings.push(...(await findingsInBothThemes(page, axe)));
    }
    expect(errors).toEqual([]);
    await context.close();
  }
  expect(findings).toEqual([]);
});
