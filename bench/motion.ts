import type { Browser, Page } from 'playwright-core';

export const screen = { width: 1440, height: 900 };

export interface Motion {
  /** Frames per second that the browser drew. */
  fps: number;
  /** CPU milliseconds of all browser processes per frame. */
  cpu: number;
}

/** Waits until a page shows the text, because a published map reaches the pages a moment later. */
export async function waitForText(url: string, text: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await (await fetch(url)).text()).includes(text)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not show ${text}.`);
}

/** Maximum number of pointer events pending in a slow page. */
const maxPendingSteps = 4;

/**
 * Calls `step` for every frame of a 60 Hz screen. Like a user's hand, it does not wait for the page: the browser merges
 * pending pointer events into one.
 * @param step gets the seconds since the start
 */
export async function everyFrame(seconds: number, step: (time: number) => Promise<void>): Promise<void> {
  const since = performance.now();
  const pending = new Set<Promise<void>>();
  for (let n = 0; ; n++) {
    const rest = since + (n * 1_000) / 60 - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    const time = (performance.now() - since) / 1_000;
    if (time >= seconds) break;
    if (pending.size >= maxPendingSteps) continue;
    const running = step(time).finally(() => pending.delete(running));
    pending.add(running);
  }
  await Promise.all(pending);
}

/** Counts the frames and the CPU time of a browser while `move` moves its page. */
export async function measureMotion(browser: Browser, page: Page, move: () => Promise<void>): Promise<Motion> {
  await page.waitForTimeout(500);
  await browser.startTracing(page, { categories: ['-*', 'disabled-by-default-devtools.timeline.frame'] });
  const [before, since] = [await cpuSeconds(browser), performance.now()];
  await move();
  const [after, time] = [await cpuSeconds(browser), performance.now() - since];
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string }[] };
  const frames = traceEvents.filter(({ name }) => name === 'DrawFrame').length;
  return { fps: (frames * 1_000) / time, cpu: ((after - before) * 1_000) / frames };
}

async function cpuSeconds(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
