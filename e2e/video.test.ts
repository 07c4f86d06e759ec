import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { startWithFixture } from './support/fixture.ts';
import { openAs, signUp } from './support/learner.ts';

/** The player of our own films, with a film of twelve seconds; and a film of somebody else's, which has to ask first. */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startWithFixture>>;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startWithFixture()]);
});
afterAll(async () => {
  await platform?.end();
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
  it('plays, shows captions and chapters, and changes its speed, all with the keyboard', async () => {
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

  it('shows what is said, and jumps there', async () => {
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

  it('remembers where a learner was, and what of it was seen, on another device too', async () => {
    const learner = await signUp(platform);
    const first = await newVisitor(browser);
    await openAs(first.page, platform, learner, lesson);
    await isReady(first.page);
    await player(first.page).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => timeOf(first.page)).toBeGreaterThan(3.2);
    await player(first.page).getByRole('button', { name: 'Pause' }).click();
    const stopped = await timeOf(first.page);
    // A jump is not watching.
    await position(first.page).focus();
    await first.page.keyboard.press('End');
    const views = async () => {
      const answer = await fetch(`${platform.url}/api/subchapter/film/videos`, {
        headers: { authorization: `Bearer ${learner.token.access}` },
      });
      return (await answer.json()) as { videos: { position: number; watched: [number, number][] }[] };
    };
    await expect.poll(async () => (await views()).videos[0]?.watched[0]?.[1] ?? 0).toBeGreaterThanOrEqual(3);
    // However late the pause came, what was played is there in one piece, and nothing of what was jumped over.
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

  it('takes a note at a time of the film, and goes back there from it', async () => {
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

  it.each([
    ['dark', 1440],
    ['light', 390],
  ] as const)('has nothing that axe finds, and fits: %s at %i', async (theme, width) => {
    const learner = await signUp(platform);
    const { page, context, errors } = await newVisitor(browser, { theme, width });
    await openAs(page, platform, learner, lesson);
    await isReady(page);
    await player(page).getByRole('button', { name: 'Show transcript' }).click();
    await player(page).getByRole('button', { name: 'Add bookmark' }).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('a film on YouTube', () => {
  const film = (page: Page) => page.getByRole('region', { name: 'Video: How a lighthouse works' });
  it('says what would be loaded from whom, loads it once or always, and asks again on request', async () => {
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
