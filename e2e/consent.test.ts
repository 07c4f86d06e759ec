import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ConsentSubmission } from '@hexpedition/contract';
import type { Browser, BrowserContext, Locator, Page, Request, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, overflowOf } from './support/axe.ts';
import { newVisitor, openBrowser, settled } from './support/browser.ts';
import { layoutShift } from './support/layout-shifts.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/*
 * The site contacts no third party before a visitor agrees. The real Klaro runs beside our own consent manager, against
 * the same server and with the same cookie.
 */

let browser: Browser;
let platform: Platform;

beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform('fixture')]);
});

const film = '/courses/kinds/modules/film';
const youtube = 'https://www.youtube-nocookie.com/**';
const notice = (page: Page) => page.getByRole('dialog', { name: 'Allow optional services?' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Manage cookies' });
const button = (within: ReturnType<typeof notice>, name: string) => within.getByRole('button', { name, exact: true });
const manage = (page: Page) => page.getByRole('button', { name: 'Manage cookies' }).last();
const iframe = (page: Page) => page.getByRole('region', { name: 'Video: How a lighthouse works' }).locator('iframe');

/** Returns the decision in the cookie, or undefined without a cookie. */
async function readDecision(context: BrowserContext): Promise<unknown> {
  const found = (await context.cookies(platform.url)).find(({ name }) => name === 'klaro');
  return found && JSON.parse(decodeURIComponent(found.value));
}

/** The requests of a page to the privacy manager until `end`, in order, and the status of each answer. */
function recordConsentCalls(page: Page) {
  const calls = { sent: [] as ConsentSubmission[], requests: [] as string[], answers: [] as number[] };
  const onRequest = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/v1/')) return;
    calls.requests.push(`${request.method()} ${pathname}${search} ${request.headers()['content-type'] ?? ''}`.trim());
    if (request.method() === 'POST') calls.sent.push(JSON.parse(request.postData() ?? ''));
  };
  const onResponse = (response: Response) => {
    if (new URL(response.url()).pathname.startsWith('/v1/')) calls.answers.push(response.status());
  };
  page.on('request', onRequest).on('response', onResponse);
  return { calls, end: () => page.off('request', onRequest).off('response', onResponse) };
}

const { resolve } = createRequire(import.meta.url);
const klaro = readFileSync(resolve('klaro/dist/klaro.js'), 'utf8');

interface KlaroWindow {
  klaro: {
    show(config?: object, modal?: boolean): void;
    getManager(): { consents: Record<string, boolean>; confirmed: boolean; changed: boolean };
  };
}

/** Opens a page of the same site that runs the real Klaro, with an embed of its own. */
async function openKlaro(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.route(`${platform.url}/oracle/**`, (route) => {
    const isScript = route.request().url().endsWith('.js');
    const html = `<!doctype html><html lang="en"><body><h1>Oracle</h1>
      <iframe data-name="youtube" data-src="https://www.youtube-nocookie.com/embed/x" width="300" height="200"></iframe>
      <script src="/oracle/klaro.js" data-klaro-id="c00c1e" data-klaro-api-url="${platform.url}"></script></body></html>`;
    return route.fulfill(
      isScript
        ? { body: klaro, contentType: 'text/javascript; charset=utf-8' }
        : { body: html, contentType: 'text/html' },
    );
  });
  return page;
}

const showKlaro = async (page: Page) => {
  await page.evaluate(() => (window as unknown as KlaroWindow).klaro.show(undefined, true));
  await page.locator('.cm-modal').waitFor();
};

const managerOf = (page: Page) =>
  page.evaluate(() => {
    const { consents, confirmed, changed } = (window as unknown as KlaroWindow).klaro.getManager();
    return { consents, confirmed, changed };
  });

/**
 * Removes the fields in which the two managers may differ: the manager, the page, and the changes of a notice that is
 * shown, which Klaro sends as an empty object.
 */
const comparableParts = (sent: readonly ConsentSubmission[]) =>
  sent.map(({ location_data: { pathname: _, ...where }, user_data: __, consent_data }) => {
    const { config, changes, ...what } = consent_data;
    return {
      where,
      what: what.type === 'show' ? what : { ...what, changes },
      config: /^[0-9a-f]{24}$/.test(config),
    };
  });

describe('the real Klaro', () => {
  it('sends our server the same submissions as our consent manager, for each way to decide', async () => {
    const [them, us] = await Promise.all([
      newVisitor(browser, { undecided: true }),
      newVisitor(browser, { undecided: true }),
    ]);
    for (const { context } of [them, us]) await context.route(youtube, (route) => route.fulfill({ body: 'a film' }));
    const oracle = await openKlaro(them.context);

    /** Each side decides on a new visit. @returns what was sent, and the decision in the cookie */
    const compare = async (klaroActs: () => Promise<void>, weAct: () => Promise<void>) => {
      const visits = [
        { context: them.context, page: oracle, url: `${platform.url}/oracle/`, act: klaroActs },
        { context: us.context, page: us.page, url: platform.url + film, act: weAct },
      ];
      const [theirs, ours] = await Promise.all(
        visits.map(async ({ context, page, url, act }) => {
          await context.clearCookies();
          // A blank page has no storage.
          if (page.url() !== 'about:blank') await page.evaluate(() => sessionStorage.clear());
          const { calls, end } = recordConsentCalls(page);
          await page.goto(url);
          await act();
          await settled(page);
          end();
          return { ...calls, decision: await readDecision(context) };
        }),
      );
      if (!theirs || !ours) throw new Error('Both sides have visited.');
      for (const { answers, requests } of [theirs, ours]) expect(answers).toEqual(requests.map(() => 200));
      // Both load the configuration from the same URL.
      expect(theirs.requests[0]).toBe('GET /v1/privacy-managers/c00c1e/config.json?name=default');
      expect(ours.requests[0]).toBe(theirs.requests[0]);
      expect(new Set(ours.requests)).toEqual(new Set(theirs.requests));
      expect(comparableParts(ours.sent)).toEqual(comparableParts(theirs.sent));
      expect(ours.decision).toEqual(theirs.decision);
      return { types: ours.sent.map(({ consent_data: { type } }) => type), decision: ours.decision };
    };

    const accepted = await compare(
      async () => {
        await oracle.locator('.cookie-notice .cm-btn-success').click();
        await showKlaro(oracle);
        await oracle.locator('.cm-btn-accept').click();
      },
      async () => {
        await button(notice(us.page), 'Accept').click();
        await manage(us.page).click();
        await button(dialog(us.page), 'Save').click();
      },
    );
    // A save that changes nothing sends nothing.
    expect(accepted).toEqual({ types: ['show', 'accept'], decision: { platform: true, youtube: true } });

    const declined = await compare(
      async () => {
        await oracle.locator('.cookie-notice .cn-decline').click();
        await oracle.getByRole('button', { name: 'Always' }).click();
      },
      async () => {
        await button(notice(us.page), 'Decline').click();
        await us.page.getByRole('button', { name: 'Always load' }).click();
      },
    );
    expect(declined).toEqual({
      types: ['show', 'decline', 'contextual-accept'],
      decision: { platform: true, youtube: true },
    });

    const chosen = await compare(
      async () => {
        await oracle.getByText('Let me choose').click();
        await oracle.locator('label[for="purpose-item-media"]').click();
        await oracle.locator('.cm-btn-accept').click();
      },
      async () => {
        await button(notice(us.page), 'Let me choose').click();
        await dialog(us.page).getByRole('checkbox', { name: 'Videos from other sites' }).check();
        await button(dialog(us.page), 'Accept selected').click();
      },
    );
    expect(chosen).toEqual({ types: ['show', 'save'], decision: { platform: true, youtube: true } });
    await Promise.all([them.context.close(), us.context.close()]);
  });

  it('reads the cookie of our consent manager, and ours reads the cookie of Klaro', async () => {
    const { page, context, errors } = await newVisitor(browser, { undecided: true });
    // A cookie that lacks a service of the current configuration: both report a change.
    await context.addCookies([
      { url: platform.url, name: 'klaro', value: encodeURIComponent(JSON.stringify({ platform: true })) },
    ]);
    const oracle = await openKlaro(context);
    await Promise.all([page.goto(`${platform.url}/leaderboard`), oracle.goto(`${platform.url}/oracle/`)]);
    await oracle.locator('.cn-changes').waitFor();
    expect(await managerOf(oracle)).toEqual({
      consents: { platform: true, youtube: false },
      confirmed: false,
      changed: true,
    });
    await notice(page).getByText('The services have changed since your last visit.').waitFor();
    await button(notice(page), 'Decline').click();
    await notice(page).waitFor({ state: 'detached' });
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'klaro', path: '/', sameSite: 'Lax', httpOnly: false });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
    expect(Math.round(days)).toBe(120);

    await oracle.reload();
    await oracle.locator('.klaro').first().waitFor({ state: 'attached' });
    expect(await managerOf(oracle)).toEqual({
      consents: { platform: true, youtube: false },
      confirmed: true,
      changed: false,
    });
    await showKlaro(oracle);
    await oracle.locator('label[for="purpose-item-media"]').click();
    await oracle.locator('.cm-btn-accept').click();
    await expect.poll(() => readDecision(context)).toEqual({ platform: true, youtube: true });

    await page.reload();
    await settled(page);
    expect(await notice(page).count()).toBe(0);
    await manage(page).click();
    expect(await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).isChecked()).toBe(true);
    expect(errors.filter((error) => !error.includes('/oracle/'))).toEqual([]);
    await context.close();
  });
});

it('contacts no third party before the visitor agrees or after they decline, and then only the services they agreed to', async () => {
  const { page, context } = await newVisitor(browser, { undecided: true, reducedMotion: false });
  await context.route(youtube, (route) => route.fulfill({ body: 'a film' }));
  const origins = new Set<string>();
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== platform.url) origins.add(origin);
  });
  const scrollDown = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.addInitScript(watchNotice);
  await page.goto(platform.url + film);
  await settled(page);
  await notice(page).waitFor();
  const seen = await page.waitForFunction(
    () => (window as unknown as { notice: { came: number; drawn: number } }).notice,
  );
  const { came, drawn } = await seen.jsonValue();
  // The notice shifts nothing. A late font also moves text, which this test does not cover.
  expect(await layoutShift(page, came, drawn)).toBe(0);
  await scrollDown();
  await settled(page);
  // The other pages, without a full load of each.
  await page.goto(`${platform.url}/labs`);
  for (const path of ['/leaderboard', '/map', '/legal', '/login']) {
    await settled(page);
    if (path === '/legal') await page.goBack();
    await page.locator(`a[href^="${path}"]:visible`).first().click();
    await page.waitForURL(`${platform.url}${path}*`);
  }
  await settled(page);
  expect([...origins]).toEqual([]);
  expect(await context.cookies()).toEqual([]);

  await button(notice(page), 'Decline').click();
  // In pages.test.ts such a visitor opens every page.
  await page.goto(platform.url + film);
  await settled(page);
  await scrollDown();
  await settled(page);
  expect([...origins]).toEqual([]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['klaro']);

  await manage(page).click();
  await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).check();
  await button(dialog(page), 'Save').click();
  await iframe(page).scrollIntoViewIfNeeded();
  await expect.poll(() => [...origins]).toEqual(['https://www.youtube-nocookie.com']);

  // Withdrawing consent in one tab removes the video in another tab at once.
  const other = await context.newPage();
  await other.goto(platform.url + film);
  await iframe(other).waitFor();
  expect([...origins]).toEqual(['https://www.youtube-nocookie.com']);
  await manage(page).click();
  await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).uncheck();
  await button(dialog(page), 'Save').click();
  for (const tab of [page, other]) await iframe(tab).waitFor({ state: 'detached' });
  origins.clear();
  await page.reload();
  await settled(page);
  await scrollDown();
  await settled(page);
  expect([...origins]).toEqual([]);
  await context.close();
});

it('the notice and its dialog work by keyboard alone, without axe findings in either theme, and treat a double tap as one tap', async () => {
  const { page, context, errors } = await newVisitor(browser, { undecided: true, width: 390, theme: 'light' });
  await page.goto(`${platform.url}/leaderboard`);
  await settled(page);
  await notice(page).waitFor();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: here } = document;
      if (!here || here === document.body) return { name: '', isIn: false };
      return { name: here.textContent?.trim(), isIn: here.closest('[role=dialog], dialog') !== null };
    });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect(await axeFindings(page)).toEqual([]);
  }
  expect(await overflowOf(page)).toEqual([]);

  // The notice is the first stop after the skip link.
  await page.keyboard.press('Tab');
  for (const name of ['Accept', 'Decline', 'Let me choose']) {
    await page.keyboard.press('Tab');
    expect(await focused()).toEqual({ name, isIn: true });
  }
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab');
    // The browser's own toolbar is one stop of the tab order.
    const { isIn, name } = await focused();
    expect([isIn, name]).toEqual(steps > 0 && !isIn ? [false, ''] : [true, name]);
  }
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    expect(await axeFindings(page)).toEqual([]);
  }
  // The first Escape returns to the notice and restores its focus. The second one hides the notice until the next
  // page.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await focused()).toEqual({ name: 'Let me choose', isIn: true });
  await page.keyboard.press('Escape');
  await notice(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(await readDecision(context)).toBeUndefined();

  await manage(page).focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  // Nothing was saved, so the page asks again. The focus is back on the button.
  expect((await focused()).name).toBe('Manage cookies');
  await notice(page).waitFor();
  expect(await readDecision(context)).toBeUndefined();

  // The second tap of a double tap presses neither a button of the dialog nor anything below the notice.
  const tapTwice = await touchScreen(page);
  await tapTwice(button(notice(page), 'Let me choose'));
  await dialog(page).waitFor();
  await settled(page);
  expect(await readDecision(context)).toBeUndefined();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.evaluate(() => {
    const handled: string[] = [];
    Object.assign(window, { handled });
    addEventListener('click', ({ target }) => handled.push((target as Element).textContent ?? ''));
  });
  await tapTwice(button(notice(page), 'Decline'));
  await notice(page).waitFor({ state: 'detached' });
  await settled(page);
  expect(await page.evaluate(() => (window as unknown as { handled: string[] }).handled)).toEqual(['Decline']);
  expect(new URL(page.url()).pathname).toBe('/leaderboard');
  expect(await readDecision(context)).toEqual({ platform: true, youtube: false });
  expect(errors).toEqual([]);
  await context.close();
});

/** Gives a page a touch screen. @returns a function that taps an element twice */
async function touchScreen(page: Page): Promise<(element: Locator) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  let timestamp = 0;
  return async (element) => {
    const box = await element.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 15];
    // The event timestamps make the taps of a pair fast, and the pairs slow, on a busy machine too.
    timestamp = Math.max(timestamp + 1, Date.now() / 1_000);
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) => {
      timestamp += 0.05;
      return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
    };
    for (let taps = 0; taps < 2; taps++) {
      await touch('touchStart', [{ x, y }]);
      await touch('touchEnd', []);
    }
  };
}

/** Runs inside the page from its start. Records when the notice was inserted and when it was painted. */
function watchNotice(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role="dialog"]')) return;
    observer.disconnect();
    const came = performance.now();
    const isDrawn = () => Object.assign(window, { notice: { came, drawn: performance.now() } });
    requestAnimationFrame(() => requestAnimationFrame(isDrawn));
  });
  observer.observe(document, { childList: true, subtree: true });
}
