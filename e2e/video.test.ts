import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** The video player with a twelve-second video of our own. consent.test.ts has a video on YouTube. */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform('fixture')]);
});

const lesson = '/courses/kinds/modules/film';
const player = (page: Page) => page.getByRole('region', { name: 'Video: A beacon at night' });
const position = (page: Page) => player(page).getByRole('slider', { name: 'Position in the video' });
const timeOf = (page: Page) =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentTime);
const isReady = (page: Page) =>
  expect
    .poll(() =>
      player(page)
        .locator('video')
        .evaluate((video: HTMLVideoElement) => video.readyState),
    )
    .toBeGreaterThan(0);

it('plays by keyboard with captions, chapters, a transcript and notes, and continues on another device', async () => {
  const learner = await signUp(platform);
  const get = async <T>(path: string) => {
    const answer = await fetch(`${platform.url}/api/subchapter/film/${path}`, {
      headers: { authorization: `Bearer ${learner.token.access}` },
    });
    return (await answer.json()) as T;
  };
  const stored = async () => {
    const { videos } = await get<{ videos: { position: number; watched: [number, number][] }[] }>('videos');
    return videos[0];
  };
  const first = await newVisitor(browser, { width: 1440 });
  const { page, context, errors } = first;
  await openAs(page, platform, learner, lesson);
  await settled(page);
  await isReady(page);
  // The player takes keys after its script has loaded.
  await expect.poll(() => page.locator('[data-unhydrated]').count()).toBe(0);
  const video = player(page).locator('video');
  await video.focus();
  await page.keyboard.press('k');
  await player(page).getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.6);
  // Paused: on a busy machine, the caption would be over before the test reads it.
  await page.keyboard.press('k');
  await player(page).getByRole('button', { name: 'Play' }).waitFor();
  const paused = await timeOf(page);
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 1;
  });
  const captions = () =>
    video.evaluate((element: HTMLVideoElement) => {
      const [track] = element.textTracks;
      return [track?.mode, track?.language, (track?.activeCues?.[0] as VTTCue | undefined)?.text];
    });
  await expect.poll(captions).toEqual(['showing', 'en', expect.stringContaining('A beacon lights the harbour.')]);
  await page.keyboard.press('c');
  expect(await captions()).toContain('hidden');
  await page.keyboard.press('k');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(3.2);
  await page.keyboard.press(' ');
  await player(page).getByRole('button', { name: 'Play' }).waitFor();
  const stopped = await timeOf(page);
  // A jump does not count as watched.
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeOf(page)).toBeCloseTo(Math.min(12, stopped + 5), 0);
  await position(page).focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await stored())?.watched[0]?.[1] ?? 0).toBeGreaterThanOrEqual(3);
  // However late the pause was, the played part is one interval, and the skipped part is not in it.
  const watched = (await stored())?.watched;
  expect(watched).toEqual([[0, expect.any(Number)]]);
  expect(watched?.[0]?.[1]).toBeLessThanOrEqual(Math.ceil(Math.max(paused, stopped)));

  await player(page).getByLabel('Chapter').selectOption({ label: '0:08 The night' });
  await expect.poll(() => timeOf(page)).toBeCloseTo(8, 0);
  await expect.poll(() => position(page).getAttribute('aria-valuetext')).toContain('The night');
  await player(page).getByLabel('Speed').selectOption('1.5');
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.5);

  await player(page).getByLabel('Chapter').selectOption({ label: '0:04 The ships' });
  await player(page).getByRole('button', { name: 'Add bookmark' }).click();
  await player(page)
    .getByLabel(/^Note at 0:0[34]$/)
    .fill('Count the ships');
  await player(page).getByRole('button', { name: 'Show transcript' }).click();
  const axe = new AxeOnce();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await findingsInBothThemes(page, axe)).toEqual([]);
  }
  await player(page)
    .getByLabel(/^Note at 0:0[34]$/)
    .press('Enter');
  const marks = player(page).getByRole('list', { name: 'Your bookmarks in this video' });
  await marks.getByText('Count the ships').waitFor();
  const saved = async () => (await get<{ marks: { text: string }[] }>('notes')).marks.map(({ text }) => text);
  await expect.poll(saved).toEqual(['Count the ships']);
  await player(page)
    .getByRole('button', { name: /Then the night closes again\./ })
    .click();
  await expect.poll(() => timeOf(page)).toBeCloseTo(8, 0);
  await expect.poll(() => player(page).locator('[aria-current="true"]').innerText()).toContain('Then the night');
  await marks.getByRole('button', { name: /Count the ships/ }).click();
  await expect.poll(() => timeOf(page)).toBeCloseTo(4, 0);

  await player(page).getByRole('button', { name: 'Play' }).click();
  const pause = player(page).getByRole('button', { name: 'Pause' });
  await pause.waitFor();
  // By the page itself: on a busy machine, the video would play on to its last seconds, from which it starts again.
  await video.evaluate(
    async (element: HTMLVideoElement, button) => {
      while (element.currentTime <= 5) await new Promise((drawn) => requestAnimationFrame(drawn));
      (button as HTMLButtonElement).click();
    },
    await pause.elementHandle(),
  );
  await expect.poll(async () => (await stored())?.position ?? 0).toBeGreaterThan(4.5);
  await context.close();

  const second = await newVisitor(browser);
  await openAs(second.page, platform, learner, lesson);
  await expect.poll(() => timeOf(second.page)).toBeGreaterThan(4.5);
  await player(second.page)
    .getByText(/[3-9]\d% watched/)
    .waitFor();
  expect([...errors, ...second.errors]).toEqual([]);
  await second.context.close();
});
