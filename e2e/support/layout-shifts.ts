import type { Page } from 'playwright-core';

/**
 * Returns the sum of the browser's layout shifts.
 * @param from in the page's own time (`performance.now()`), like `to`
 */
export const layoutShift = (page: Page, from: number, to = Number.MAX_VALUE): Promise<number> =>
  page.evaluate(
    (window) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          const within = shifts.filter(({ startTime }) => startTime >= window.from && startTime <= window.to);
          resolve(within.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Without entries the observer is never called.
        setTimeout(() => resolve(0), 200);
      }),
    { from, to },
  );
