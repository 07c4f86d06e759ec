import type { SignedIn } from '@hexpedition/contract';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { holdBack, newVisitor, openBrowser, type Visitor } from './support/browser.ts';
import { everythingPath, startWithEverything } from './support/fixture-curriculum.ts';
import { layoutShift } from './support/layout-shifts.ts';
import { signUp } from './support/learner.ts';

/**
 * React hydrates the server's HTML and keeps its nodes; the switch from visitor to learner changes them in place. Typed
 * text, focus and the state of a frame belong to the nodes and are kept with them.
 */

let browser: Browser;
let platform: Awaited<ReturnType<typeof startWithEverything>>;
let learner: SignedIn;
/** A page for each role, which most tests share, because a new one takes as long as a load. */
let visits: Record<'visitor' | 'learner', Visitor>;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), startWithEverything()]);
  learner = await signUp(platform);
  visits = { visitor: await visit(browser, null), learner: await visit(browser, learner) };
});
afterAll(async () => {
  for (const { context } of Object.values(visits ?? {})) await context.close();
  await platform?.end();
});
afterEach(() => {
  for (const { errors } of Object.values(visits)) expect(errors.splice(0)).toEqual([]);
});

const lesson = everythingPath;

/** Opens a page as a visitor or a learner. It remembers each control of the server's HTML. */
async function visit(browser: Browser, as: SignedIn | null): Promise<Visitor> {
  const visitor = await newVisitor(browser);
  await visitor.context.addInitScript(
    ([session]) => {
      // A demo's frame has no storage.
      if (session && window === window.top) {
        localStorage.setItem('token', JSON.stringify(session.token));
        localStorage.setItem('user', JSON.stringify(session.user));
      }
      const serverControls = new Set<Element>();
      Object.assign(window, { serverControls });
      const watch = new MutationObserver(() => {
        for (const node of document.querySelectorAll('input,button,textarea,select,iframe,video'))
          serverControls.add(node);
      });
      watch.observe(document, { childList: true, subtree: true });
      // All scripts are modules, which run after this event.
      document.addEventListener('readystatechange', () => watch.disconnect(), { once: true });
    },
    [as] as const,
  );
  watchCalls(visitor.page);
  return visitor;
}

/** Loads a page as on its first visit. */
async function load({ page, context }: Visitor, path: string): Promise<void> {
  await context.unrouteAll();
  // A request of the page before may end without an event.
  pendingCalls.get(page)?.clear();
  await page.goto(platform.url + path);
}

/**
 * Loads a page and holds scripts back.
 * @returns a function for each pattern, which lets its scripts load
 */
async function loadSlowly({ page, context }: Visitor, path: string, ...scripts: RegExp[]): Promise<(() => void)[]> {
  await context.unrouteAll();
  const sends: (() => void)[] = [];
  for (const pattern of scripts) sends.push(await holdBack(context, pattern));
  pendingCalls.get(page)?.clear();
  await page.goto(platform.url + path, { waitUntil: 'commit' });
  return sends;
}

/**
 * Waits until the page is drawn with its fonts, which can move its parts.
 * @returns the page's own time
 */
const fontsLoaded = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await drawn();
    await document.fonts.ready;
    // The browser draws the new fonts some milliseconds after it reports them.
    await drawn();
    return performance.now();
  });

/** Forgets what the browser has stored about earlier pages. */
const forget = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

/** Controls of the server's HTML that are no longer in the page. */
const lostControls = (page: Page) =>
  page.evaluate(() => {
    const { serverControls } = window as unknown as { serverControls: Set<HTMLElement> };
    if (serverControls.size < 3) throw new Error('The page recorded no controls.');
    return [...serverControls].filter((node) => !node.isConnected).map((node) => node.outerHTML.slice(0, 160));
  });

/** Waits until React has hydrated the page, the learner is loaded, and all API calls have an answer. */
async function waitUntilHydrated(page: Page, who: 'visitor' | 'learner'): Promise<void> {
  await page.locator('html:not([data-unhydrated])').waitFor({ state: 'attached' });
  if (who === 'learner') await page.getByRole('button', { name: learner.user.username }).first().waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // Not "network idle": scripts that the test holds back stay pending the whole time.
  await expect.poll(() => pendingCalls.get(page)?.size, { timeout: 20_000 }).toBe(0);
}

/** API calls without an answer yet. */
const pendingCalls = new WeakMap<Page, Set<Request>>();

function watchCalls(page: Page): void {
  const calls = new Set<Request>();
  pendingCalls.set(page, calls);
  page.on('request', (request) => request.url().includes('/api/') && calls.add(request));
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
}

const core = /\/assets\/(entry-client|core|vendor)[\w-]*\.js$/;
const kinds = /\/assets\/(demo|file|poll|quiz|video|youtube|lab-card)[\w-]*\.js$/;

/** A learner's page hydrates like a visitor's before it switches, so a visitor needs each page at one width only. */
const shiftingPages = [
  ['/lab/tide-table', 390],
  ['/labs', 1280],
  ['/map', 390],
  ['/courses/kinds', 1280],
  ['/leaderboard', 390],
  [lesson, 1280],
] as const;

const fields = {
  visitor: [
    ['/signup', 'Username'],
    ['/login', 'Username or email'],
    ['/password-reset', 'Email'],
    ['/lab/tide-table', 'The flag that you found'],
  ],
  // Log-in and sign-up redirect a learner.
  learner: [
    ['/password-reset', 'Email'],
    ['/lab/tide-table', 'The flag that you found'],
  ],
} as const;

describe.each(['visitor', 'learner'] as const)('hydration for a %s', (who) => {
  // A control that moves under the finger would receive the wrong press.
  it('with slow scripts, causes no layout shift', async () => {
    for (const [path, visitorWidth] of shiftingPages) {
      for (const width of who === 'learner' ? [390, 1280] : [visitorWidth]) {
        // In a page that had loaded before, the learner's page of a lab shifted by 0.011.
        const visitor = who === 'learner' ? await visit(browser, learner) : visits.visitor;
        const { page } = visitor;
        await page.setViewportSize({ width, height: 860 });
        const [wake] = await loadSlowly(visitor, path, core);
        await page.locator('main h1').first().waitFor();
        // Fonts cause layout shifts as well, which this test does not cover.
        const asleep = await fontsLoaded(page);
        wake?.();
        await waitUntilHydrated(page, who);
        expect(await layoutShift(page, asleep), `${path} at ${width}`).toBeLessThan(0.01);
        if (who === 'learner') await visitor.context.close();
      }
    }
    await visits[who].page.setViewportSize({ width: 1280, height: 860 });
  });

  it.each([lesson, '/lab/tide-table', '/map'])('on a fast connection, %s keeps every control', async (path) => {
    const { page } = visits[who];
    await load(visits[who], path);
    await waitUntilHydrated(page, who);
    expect(await lostControls(page)).toEqual([]);
  });

  it.each(fields[who])('%s keeps typed text and the focus until its script has loaded', async (path, label) => {
    const { page } = visits[who];
    const [send] = await loadSlowly(visits[who], path, core);
    const field = page.getByLabel(label, { exact: true });
    await field.fill('early.bird');
    send?.();
    await waitUntilHydrated(page, path.startsWith('/password') ? 'visitor' : who);
    expect(await lostControls(page)).toEqual([]);
    expect(await field.inputValue()).toBe('early.bird');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('with slow scripts, a lesson keeps every control, typed text, selected answers and the focus', async () => {
    const { page } = visits[who];
    const [sendKinds, sendCore] = await loadSlowly(visits[who], lesson, kinds, core);
    const quiz = (name: string) => page.getByRole('form', { name });
    const [flag, labFlag] = [0, 1].map((index) => page.getByLabel('The flag that you found').nth(index)) as [
      Locator,
      Locator,
    ];
    const word = quiz('What is it called?').getByLabel('Your answer');
    await flag.fill('flag{typed early}');
    await labFlag.fill('flag{of the lab}');
    await quiz('One of two?').getByLabel('That').check();
    for (const choice of ['This', 'That']) await quiz('Which of these?').getByLabel(choice).check();
    await quiz('Which browser do you use?').getByLabel('Chromium').check();
    await word.fill('hexagon');
    const isKept = async () => {
      expect(await lostControls(page)).toEqual([]);
      expect(await flag.inputValue()).toBe('flag{typed early}');
      expect(await labFlag.inputValue()).toBe('flag{of the lab}');
      expect(await word.inputValue()).toBe('hexagon');
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(2);
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
      expect(await word.evaluate((field) => field === document.activeElement)).toBe(true);
    };
    sendCore?.();
    await waitUntilHydrated(page, who);
    await isKept();
    sendKinds?.();
    await expect.poll(() => page.locator('[data-unhydrated]').count()).toBe(0);
    await waitUntilHydrated(page, who);
    await isKept();
    // React holds the value, too: a change elsewhere in the form does not reset it, and the form submits it.
    await quiz('Which of these?').getByLabel('Neither').check();
    expect(await quiz('Which of these?').getByRole('checkbox', { checked: true }).count()).toBe(3);
    await word.press('End');
    await word.press('s');
    expect(await word.inputValue()).toBe('hexagons');
    await quiz('One of two?').getByRole('button', { name: 'Check' }).click();
    await quiz('One of two?').getByText('Not this one.').waitFor();
  });

  it('a press before hydration takes effect once, after hydration', async () => {
    const { page } = visits[who];
    await forget(page);
    const [sendKinds, sendCore] = await loadSlowly(visits[who], lesson, kinds, core);
    const choice = page.getByRole('form', { name: 'Which of these?' });
    for (const one of ['This', 'That']) await choice.getByLabel(one).check();
    const postedPaths: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && postedPaths.push(new URL(request.url()).pathname));
    // The button is disabled without an answer, also in the server's HTML.
    await choice.getByRole('button', { name: 'Check' }).click({ force: true });
    sendCore?.();
    await waitUntilHydrated(page, who);
    expect(postedPaths.filter((path) => path.includes('/quiz/'))).toEqual([]);
    sendKinds?.();
    await choice.getByText('Correct.').waitFor();
    await waitUntilHydrated(page, who);
    expect(postedPaths.filter((path) => path.includes('/quiz/'))).toEqual(['/api/subchapter/everything/quiz/some']);
  });
});

it('hydration keeps the scroll position, also after a reload, and the next page starts at its top', async () => {
  const { page, context } = visits.visitor;
  await forget(page);
  const [wake] = await loadSlowly(visits.visitor, '/lab/tide-table', core);
  const hint = page.getByRole('button', { name: 'Show hint 1' });
  await hint.waitFor();
  await fontsLoaded(page);
  await hint.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  // The mouse button goes down before hydration and up on the same element after it.
  await hint.hover();
  await page.mouse.down();
  wake?.();
  await waitUntilHydrated(page, 'visitor');
  expect(await scrolled()).toBe(before);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Hide hint 1' }).waitFor();

  await context.unrouteAll();
  pendingCalls.get(page)?.clear();
  await page.reload();
  await waitUntilHydrated(page, 'visitor');
  await expect.poll(scrolled).toBe(before);
  await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor();
  await expect.poll(scrolled).toBe(0);
});

it('a dismissed notice leaves no gap on the next page', async () => {
  // The address stays unconfirmed, so there is a notice.
  const account = await signUp(platform, { email: 'member@example.org' });
  const member = await visit(browser, account);
  const { page, context } = member;
  await load(member, '/labs');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('notices'))).toBe('0');
  const [wake] = await loadSlowly(member, '/leaderboard', core);
  await page.locator('main h1').first().waitFor();
  await fontsLoaded(page);
  const top = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().top);
  const before = await top();
  wake?.();
  await page.getByRole('button', { name: account.user.username }).first().waitFor();
  await waitUntilHydrated(page, 'visitor');
  expect(await top()).toBe(before);
  await context.close();
});
