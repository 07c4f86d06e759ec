import { expect, it } from 'vitest';
import { doubleFireMs } from '../apps/web/src/lib/consent/touch-guard.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { runExploit } from './support/exploit.ts';
import { sharedPlatform } from './support/platform.ts';

/**
 * The first hour of a new user by touch on a phone: from the bare address through the first course without an account,
 * to an account that keeps all progress, a solved lab and the next course. main-journey.test.ts uses the keyboard.
 */

it('a new user finishes the first course and a lab, by touch at 390 px', async () => {
  const [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
  const { page, context, errors } = await newVisitor(browser, { width: 390, touch: true, undecided: true });
  const flag = page.locator('#flag-notice-board');
  /** Submits a wrong and then the right flag, and expects to be told so. */
  const submitFlags = async () => {
    const field = flag.getByRole('textbox', { name: 'The flag that you found' });
    await field.fill('flag{a-guess}');
    await flag.getByRole('button', { name: 'Submit' }).tap();
    await flag.getByText('Not correct. Copy the whole flag, including the braces.').waitFor();
    await field.fill('flag{view-source-is-not-a-crime}');
    await flag.getByRole('button', { name: 'Submit' }).tap();
    await flag.getByText('to keep your 10 points').waitFor();
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  // The bare address shows the map, with what the site is and what it costs. It asks for no personal data.
  await page.goto(platform.url);
  await page.waitForURL(`${platform.url}/map`);
  await page.getByText('Learn hacking by doing it').waitFor();
  await page.getByText('Free to start, no account needed').waitFor();
  await settled(page);
  expect(await page.getByRole('region', { name: 'Notices' }).count()).toBe(0);

  // The consent notice covers no part of the card that starts the course.
  const notice = page.getByRole('dialog', { name: 'Allow optional services?' });
  await notice.waitFor();
  for (const size of [
    { width: 800, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const [above, below] = [
      await page.locator('[data-overlay]:has-text("Start here")').boundingBox(),
      await notice.boundingBox(),
    ];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }

  // The whole first course, without an account.
  await page.getByRole('link', { name: 'Start First Light' }).tap();
  await notice.getByRole('button', { name: 'Decline' }).tap();
  // The notice swallows the second touch of a double tap
  await page.waitForTimeout(doubleFireMs);
  const titles = ['What hacking is', 'What is allowed', 'How this map works', 'Model, assumption, test'];
  for (const lesson of [...titles, 'Your first break-in']) {
    await heading(lesson).waitFor();
    await settled(page);
    if (lesson === 'How this map works') await submitFlags();
    await page.getByRole('button', { name: 'Mark as complete' }).tap();
  }
  await page.getByRole('heading', { name: 'You completed First Light' }).waitFor();
  await page.getByText('1 of 2 flags found').waitFor();

  // The map shows the progress without an account, too.
  await page.goto(`${platform.url}/map`);
  await page.getByText('Next hex').first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'You completed First Light' }).waitFor();

  // Sign-up keeps all progress and the flag, and returns to that flag.
  const lessons = `${platform.url}/courses/first-light`;
  await page.goto(`${lessons}/bearings/how-hexpedition-works`);
  await flag.getByRole('link', { name: 'Create an account' }).tap();
  await page.getByLabel('Username').waitFor();
  // A new page moves the focus to its heading, which must not happen while the user types.
  await settled(page);
  await page.getByLabel('Username').tap();
  await page.keyboard.type('thumb');
  await page.getByLabel('Password', { exact: true }).tap();
  await page.keyboard.type('lantern gravel otter 9');
  await page.getByRole('button', { name: 'Create account' }).tap();
  await page.getByText('Saved to your account: 5 lessons, 1 flag, 10 points.').waitFor();
  await flag.getByText('Solved').waitFor();
  await expect.poll(() => flag.evaluate(isInView)).toBe(true);
  await page.goto(`${lessons}/first-hack/your-first-break-in`);
  await heading('Your first break-in').waitFor();
  await page.getByText('Completed', { exact: true }).waitFor();

  // The lab of the last lesson is exploited for real. Its flag is submitted in the lesson.
  const lesson = page.getByRole('article');
  await lesson.getByRole('button', { name: 'Start lab' }).tap();
  const opened = context.waitForEvent('page');
  await lesson.getByRole('button', { name: 'Open lab' }).tap();
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);
  const { claim = '' } = await runExploit('lost-luggage', lab);
  await lab.close();
  await lesson.getByRole('textbox', { name: 'The flag that you found' }).tap();
  await page.keyboard.type(claim);
  await page.keyboard.press('Enter');
  await page.getByText('+20 points', { exact: true }).waitFor();

  // The overview and the map offer the next course, and one press on the map starts it.
  await page.goto(platform.url);
  await page.getByRole('link', { name: 'Start Terminal' }).first().waitFor();
  await page.goto(`${platform.url}/map`);
  await settled(page);
  await page.getByText('Next hex').first().waitFor();
  expect(await page.getByText('Start here').count()).toBe(0);
  await page.getByRole('link', { name: 'Start Terminal' }).tap();
  await page.waitForURL('**/courses/terminal/**');
  await page.getByText('Not completed yet').waitFor();

  expect(errors).toEqual([]);
  await context.close();
});

/** Runs in the page. */
const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};
