import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { runExploit } from './support/exploit.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/**
 * The first hour of a new user: from the bare address through the first course without an account, to an account that
 * keeps all progress, a solved lab and the next course. Once by touch on a phone, and once by keyboard on a desktop.
 */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Input device of a user. */
interface InputDevice {
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Finishes the lesson and opens the next one. */
  finishLesson(): Promise<void>;
}

const touchDevice = (page: Page): InputDevice => ({
  press: (target) => target.tap(),
  async write(field, text) {
    await field.tap();
    await page.keyboard.type(text);
  },
  finishLesson: () => page.getByRole('button', { name: 'Mark as complete' }).tap(),
});

const keyboardDevice = (page: Page): InputDevice => ({
  press: (target) => tabTo(page, target).then(() => page.keyboard.press('Enter')),
  async write(field, text) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  },
  finishLesson: () => page.keyboard.press('n'),
});

/** Presses Tab until the target has the focus, like a user without a mouse. Passes modal dialogs and skip links. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 200; steps++) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the target.');
}

it.each([
  ['a new user finishes the first course and a lab, by touch at 390 px', 390, touchDevice],
  ['a new user finishes the first course and a lab, by keyboard at 1440 px', 1440, keyboardDevice],
] as const)('%s', async (_, width, createDevice) => {
  const isPhone = width < 660;
  const { page, context, errors } = await newVisitor(browser, { width, touch: isPhone });
  const device = createDevice(page);
  const name = isPhone ? 'thumb' : 'typist';

  // The bare address shows the map, with what the site is and what it costs. It asks for no personal data.
  await page.goto(platform.url);
  await page.waitForURL(`${platform.url}/map`);
  await page.getByText('Learn hacking by doing it').waitFor();
  await page.getByText('Free to start, no account needed').waitFor();
  await settled(page);
  expect(await page.getByRole('region', { name: 'Notices' }).count()).toBe(0);

  // The whole first course, without an account.
  await device.press(page.getByRole('link', { name: 'Start First Light' }));
  for (const lesson of ['What hacking is', 'What is allowed', 'How this chart works', 'Model, assumption, test']) {
    await heading(page, lesson).waitFor();
    await settled(page);
    await device.finishLesson();
  }
  await heading(page, 'Your first break-in').waitFor();
  await settled(page);
  await device.finishLesson();
  await page.getByRole('heading', { name: 'You completed First Light' }).waitFor();

  // The map shows the progress without an account, too.
  await page.goto(`${platform.url}/map`);
  await page.getByText('Next hex').first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'You completed First Light' }).waitFor();

  // Sign-up keeps all progress.
  await device.press(page.getByRole('main').getByRole('link', { name: 'Create an account' }).last());
  await device.write(page.getByLabel('Username'), name);
  await device.write(page.getByLabel('Password', { exact: true }), 'lantern gravel otter 9');
  await device.press(page.getByRole('button', { name: 'Create account' }));
  await heading(page, 'Your first break-in').waitFor();
  await page.getByText('Completed', { exact: true }).waitFor();

  // The lab of the last lesson is exploited for real. Its flag is submitted in the lesson.
  const lesson = page.getByRole('article');
  await device.press(lesson.getByRole('button', { name: 'Start lab' }));
  const opened = context.waitForEvent('page');
  await device.press(lesson.getByRole('button', { name: 'Open lab' }));
  const lab = await opened;
  await lab.waitForURL(/\.labs\.localhost:\d+\/(?!__lab)/);
  const { claim = '' } = await runExploit('lost-luggage', lab);
  await lab.close();
  await device.write(lesson.getByRole('textbox', { name: 'The flag that you found' }), claim);
  await page.keyboard.press('Enter');
  await page.getByText('+20 points', { exact: true }).waitFor();

  // The overview and the map offer the next course, and one press on the map starts it.
  await page.goto(platform.url);
  await page.getByRole('link', { name: 'Start Terminal' }).first().waitFor();
  await page.goto(`${platform.url}/map`);
  await settled(page);
  await page.getByText('Next hex').first().waitFor();
  expect(await page.getByText('Start here').count()).toBe(0);
  await device.press(page.getByRole('link', { name: 'Start Terminal' }));
  await page.waitForURL('**/courses/terminal/**');
  await page.getByText('Not completed yet').waitFor();

  expect(errors).toEqual([]);
  await context.close();
});
