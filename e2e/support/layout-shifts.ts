import type { Page } from 'playwright-core';

/**
 * How far the page moved by itself: the browser's layout shifts, added up.
 * @param from in the page's own time (`performance.now()`), as `to`
 */
export const moved = (page: Page, from: number, to = Number.MAX_VALUE): Promise<number> =>
  page.evaluate(
    (window) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          const within = shifts.filter(({ startTime }) => startTime >= window.from && startTime <= window.to);
          resolve(within.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // No entry at all is no call at all.
        setTimeout(() => resolve(0), 200);
      }),
    { from, to },
  );
