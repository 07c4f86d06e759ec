import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { AxeOnce, findingsInBothThemes } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { openAs, signUp } from './support/learner.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** The video player with a twelve-second video of our own, and a YouTube video, which needs consent first. */

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

describe('the player', () => {
  it('plays, shows captions and chapters, and changes its speed, all by keyboard', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await page.goto(platform.url + lesson);
    await settled(page);
    await isReady(page);
    const video = player(page).locator('video');
    await video.focus();
    await page.keyboard.press('k');
    await player(page).getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.6);
    const captions = () =>
      video.evaluate((element: HTMLVideoElement) => {
        const [track] = element.textTracks;
        return [track?.mode, track?.language, (track?.activeCues?.[0] as VTTCue | undefined)?.text];
      });
    await expect.poll(captions).toEqual(['showing', 'en', expect.stringContaining('A beacon lights the harbour.')]);
    await page.keyboard.press('c');
    expect(await captions()).toContain('hidden');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await player(page).getByRole('button', { name: 'Play' }).waitFor();
    const paused = await timeOf(page);
    expect(paused).toBeGreaterThan(5);

    await player(page).getByLabel('Chapter').selectOption({ label: '0:08 The night' });
    await expect.poll(() => timeOf(page)).toBeCloseTo(8, 0);
    await expect.poll(() => position(page).getAttribute('aria-valuetext')).toContain('The night');
    await player(page).getByLabel('Speed').selectOption('1.5');
    expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.5);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('shows a transcript, and jumps to a sentence of it', async () => {
    const { page, context, errors } = await newVisitor(browser);
    await page.goto(platform.url + lesson);
    await settled(page);
    await isReady(page);
    await player(page).getByRole('button', { name: 'Show transcript' }).click();
    await player(page)
      .getByRole('button', { name: /Then the night closes again\./ })
      .click();
    await expect.poll(() => timeOf(page)).toBeCloseTo(8, 0);
    expect(await player(page).locator('[aria-current="true"]').innerText()).toContain('Then the night');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('remembers the position and the watched parts, also on another device', async () => {
    const learner = await signUp(platform);
    const first = await newVisitor(browser);
    await openAs(first.page, platform, learner, lesson);
    await isReady(first.page);
    await player(first.page).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => timeOf(first.page)).toBeGreaterThan(3.2);
    await player(first.page).getByRole('button', { name: 'Pause' }).click();
    const stopped = await timeOf(first.page);
    // A jump does not count as watched.
    await position(first.page).focus();
    await first.page.keyboard.press('End');
    const views = async () => {
      const answer = await fetch(`${platform.url}/api/subchapter/film/videos`, {
        headers: { authorization: `Bearer ${learner.token.access}` },
      });
      return (await answer.json()) as { videos: { position: number; watched: [number, number][] }[] };
    };
    await expect.poll(async () => (await views()).videos[0]?.watched[0]?.[1] ?? 0).toBeGreaterThanOrEqual(3);
    // However late the pause was, the played part is one interval, and the skipped part is not in it.
    const { watched } = (await views()).videos[0] ?? { watched: [] };
    expect(watched).toEqual([[0, expect.any(Number)]]);
    expect(watched[0]?.[1]).toBeLessThanOrEqual(Math.ceil(stopped));
    await player(first.page).getByRole('button', { name: '−10 s' }).click();
    await player(first.page).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => timeOf(first.page)).toBeGreaterThan(5);
    await player(first.page).getByRole('button', { name: 'Pause' }).click();
    await expect.poll(async () => (await views()).videos[0]?.position ?? 0).toBeGreaterThan(4.5);
    await first.context.close();

    const second = await newVisitor(browser);
    await openAs(second.page, platform, learner, lesson);
    await expect.poll(() => timeOf(second.page)).toBeGreaterThan(4.5);
    await player(second.page)
      .getByText(/[3-9]\d% watched/)
      .waitFor();
    expect([...first.errors, ...second.errors]).toEqual([]);
    await second.context.close();
  });

  it('adds a note at a position of the video, and jumps back to it', async () => {
    const learner = await signUp(platform);
    const { page, context, errors } = await newVisitor(browser);
    await openAs(page, platform, learner, lesson);
    await isReady(page);
    await player(page).getByLabel('Chapter').selectOption({ label: '0:04 The ships' });
    await player(page).getByRole('button', { name: 'Add bookmark' }).click();
    await player(page)
      .getByLabel(/^Note at 0:0[34]$/)
      .fill('Count the ships');
    await page.keyboard.press('Enter');
    const marks = player(page).getByRole('list', { name: 'Your bookmarks in this video' });
    await marks.getByText('Count the ships').waitFor();
    const saved = async () => {
      const answer = await fetch(`${platform.url}/api/subchapter/film/notes`, {
        headers: { authorization: `Bearer ${learner.token.access}` },
      });
      return ((await answer.json()) as { marks: { text: string }[] }).marks.map(({ text }) => text);
    };
    await expect.poll(saved).toEqual(['Count the ships']);
    await player(page).getByLabel('Chapter').selectOption({ label: '0:08 The night' });
    await marks.getByRole('button', { name: /Count the ships/ }).click();
    await expect.poll(() => timeOf(page)).toBeCloseTo(4, 0);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('has no axe findings in either theme, and fits a desktop and a phone', async () => {
    const learner = await signUp(platform);
    const { page, context, errors } = await newVisitor(browser, { width: 1440 });
    await openAs(page, platform, learner, lesson);
    await isReady(page);
    await player(page).getByRole('button', { name: 'Show transcript' }).click();
    await player(page).getByRole('button', { name: 'Add bookmark' }).click();
    const axe = new AxeOnce();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 860 });
      expect(await findingsInBothThemes(page, axe)).toEqual([]);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('a video on YouTube', () => {
  const film = (page: Page) => page.getByRole('region', { name: 'Video: How a lighthouse works' });
  it('names the third party and its data, loads once or always, and asks again on request', async () => {
    const { page, context } = await newVisitor(browser);
    await context.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'a film' }));
    const decided = async () => {
      const [cookie] = await context.cookies(platform.url);
      return JSON.parse(decodeURIComponent(cookie?.value ?? 'null')).youtube;
    };
    await page.goto(platform.url + lesson);
    await settled(page);
    await film(page).getByText('Loading it connects your browser to www.youtube-nocookie.com.').waitFor();
    expect(await film(page).locator('iframe').count()).toBe(0);
    await film(page).getByRole('button', { name: 'Load once' }).click();
    await film(page).locator('iframe').waitFor();
    expect(await decided()).toBe(false);

    await page.reload();
    await settled(page);
    await film(page).getByRole('button', { name: 'Always load' }).click();
    await film(page).locator('iframe').waitFor();
    expect(await decided()).toBe(true);
    await page.reload();
    await settled(page);
    await film(page).locator('iframe').waitFor();
    await film(page).getByRole('button', { name: 'Ask again next time' }).click();
    await film(page).getByRole('button', { name: 'Load once' }).waitFor();
    expect(await film(page).locator('iframe').count()).toBe(0);
    expect(await decided()).toBe(false);
    await context.close();
  });
});
