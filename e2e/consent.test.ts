import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ConsentSubmission } from '@hexpedition/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
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

/** The requests of a page to the privacy manager, in order, and the status of each answer. */
function recordConsentCalls(page: Page): { sent: ConsentSubmission[]; requests: string[]; answers: number[] } {
  const calls = { sent: [] as ConsentSubmission[], requests: [] as string[], answers: [] as number[] };
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/v1/')) return;
    calls.requests.push(`${request.method()} ${pathname}${search} ${request.headers()['content-type'] ?? ''}`.trim());
    if (request.method() === 'POST') calls.sent.push(JSON.parse(request.postData() ?? ''));
  });
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/v1/')) calls.answers.push(response.status());
  });
  return calls;
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

const managerOf = (page: Page) =>
  page.evaluate(() => {
    const { consents, confirmed, changed } = (window as unknown as KlaroWindow).klaro.getManager();
    return { consents, confirmed, changed };
  });

/** Removes the fields in which the two managers may differ: the manager and the page. */
const comparableParts = (sent: readonly ConsentSubmission[]) =>
  sent.map(({ location_data: { pathname: _, ...where }, user_data: __, consent_data: { config, ...what } }) => ({
    where,
    what,
    config: /^[0-9a-f]{24}$/.test(config),
  }));

describe('the real Klaro', () => {
  it('sends our server the same submissions as our consent manager, for each way to decide', async () => {
    const theirs: Record<string, ReturnType<typeof comparableParts>> = {};
    const ours: Record<string, ReturnType<typeof comparableParts>> = {};
    const cookies: Record<string, [unknown, unknown]> = {};

    const run = async (
      way: string,
      klaroActs: (page: Page) => Promise<void>,
      weAct: (page: Page) => Promise<void>,
      start?: object,
    ) => {
      const [them, us] = await Promise.all([
        newVisitor(browser, { undecided: true }),
        newVisitor(browser, { undecided: true }),
      ]);
      const known = start && { url: platform.url, name: 'klaro', value: encodeURIComponent(JSON.stringify(start)) };
      for (const { context } of [them, us]) {
        await context.route(youtube, (route) => route.fulfill({ body: 'a film' }));
        if (known) await context.addCookies([known]);
      }
      const page = await openKlaro(them.context);
      const [calls, ownCalls] = [recordConsentCalls(page), recordConsentCalls(us.page)];
      await page.goto(`${platform.url}/oracle/`);
      await page.waitForFunction(() => 'klaro' in window);
      await us.page.goto(platform.url + film);
      await settled(us.page);
      await Promise.all([klaroActs(page), weAct(us.page)]);
      await settled(us.page);
      await page.waitForLoadState('networkidle');
      expect([...calls.answers, ...ownCalls.answers].every((status) => status === 200)).toBe(true);
      // Both load the configuration from the same URL.
      expect(calls.requests[0]).toBe('GET /v1/privacy-managers/c00c1e/config.json?name=default');
      expect(ownCalls.requests[0]).toBe(calls.requests[0]);
      expect(new Set(ownCalls.requests)).toEqual(new Set(calls.requests));
      theirs[way] = comparableParts(calls.sent);
      ours[way] = comparableParts(ownCalls.sent);
      cookies[way] = [await readDecision(them.context), await readDecision(us.context)];
      await Promise.all([them.context.close(), us.context.close()]);
    };
    const modal = async (page: Page) => {
      await page.evaluate(() => (window as unknown as KlaroWindow).klaro.show(undefined, true));
      await page.locator('.cm-modal').waitFor();
    };
    const decidedBefore = { platform: true, youtube: false };

    await run(
      'accept',
      (page) => page.locator('.cookie-notice .cm-btn-success').click(),
      (page) => button(notice(page), 'Accept').click(),
    );
    await run(
      'decline',
      (page) => page.locator('.cookie-notice .cn-decline').click(),
      (page) => button(notice(page), 'Decline').click(),
    );
    await run(
      'save',
      async (page) => {
        await page.getByText('Let me choose').click();
        await page.locator('label[for="purpose-item-media"]').click();
        await page.locator('.cm-btn-accept').click();
      },
      async (page) => {
        await button(notice(page), 'Let me choose').click();
        await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).check();
        await button(dialog(page), 'Accept selected').click();
      },
    );
    await run(
      'save nothing new',
      async (page) => {
        await modal(page);
        await page.locator('.cm-btn-accept').click();
      },
      async (page) => {
        await manage(page).click();
        await button(dialog(page), 'Save').click();
      },
      decidedBefore,
    );
    await run(
      'embed',
      (page) => page.getByRole('button', { name: 'Always' }).click(),
      (page) => page.getByRole('button', { name: 'Always load' }).click(),
      decidedBefore,
    );

    expect(ours).toEqual(theirs);
    for (const [way, [theirCookie, ourCookie]] of Object.entries(cookies)) {
      expect([way, ourCookie]).toEqual([way, theirCookie]);
    }
    // The comparison covers every way to decide.
    expect(
      Object.fromEntries(Object.entries(ours).map(([way, all]) => [way, all.map(({ what }) => what.type)])),
    ).toEqual({
      accept: ['show', 'accept'],
      decline: ['show', 'decline'],
      save: ['show', 'save'],
      'save nothing new': [],
      embed: ['contextual-accept'],
    });
    expect(cookies.save).toEqual([
      { platform: true, youtube: true },
      { platform: true, youtube: true },
    ]);
  });

  it('reads the cookie of our consent manager, and ours reads the cookie of Klaro', async () => {
    const { page, context, errors } = await newVisitor(browser, { undecided: true });
    await page.goto(`${platform.url}/leaderboard`);
    await settled(page);
    await button(notice(page), 'Decline').click();
    await notice(page).waitFor({ state: 'detached' });
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'klaro', path: '/', sameSite: 'Lax', httpOnly: false });
    const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
    expect(Math.round(days)).toBe(120);

    const oracle = await openKlaro(context);
    await oracle.goto(`${platform.url}/oracle/`);
    await oracle.waitForFunction(() => 'klaro' in window);
    await oracle.locator('.klaro').first().waitFor({ state: 'attached' });
    expect(await managerOf(oracle)).toEqual({
      consents: { platform: true, youtube: false },
      confirmed: true,
      changed: false,
    });
    await oracle.evaluate(() => (window as unknown as KlaroWindow).klaro.show(undefined, true));
    await oracle.locator('label[for="purpose-item-media"]').click();
    await oracle.locator('.cm-btn-accept').click();
    await expect.poll(() => readDecision(context)).toEqual({ platform: true, youtube: true });

    await page.reload();
    await settled(page);
    expect(await notice(page).count()).toBe(0);
    await manage(page).click();
    expect(await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).isChecked()).toBe(true);

    // A cookie that lacks a service of the current configuration: both report a change.
    await context.addCookies([
      { url: platform.url, name: 'klaro', value: encodeURIComponent(JSON.stringify({ platform: true })) },
    ]);
    await Promise.all([page.reload(), oracle.reload()]);
    await oracle.waitForFunction(() => 'klaro' in window);
    await notice(page).getByText('The services have changed since your last visit.').waitFor();
    await oracle.locator('.cn-changes').waitFor();
    expect(await managerOf(oracle)).toEqual({
      consents: { platform: true, youtube: false },
      confirmed: false,
      changed: true,
    });
    expect(errors.filter((error) => !error.includes('/oracle/'))).toEqual([]);
    await context.close();
  });
});

describe('a full visit', () => {
  const pages = ['/map', film, '/labs', '/leaderboard', '/legal', '/login'];

  it('contacts no third party before the visitor agrees or after they decline, and then only the services they agreed to', async () => {
    const { page, context } = await newVisitor(browser, { undecided: true });
    await context.route(youtube, (route) => route.fulfill({ body: 'a film' }));
    const origins = new Set<string>();
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== platform.url) origins.add(origin);
    });
    const visit = async (paths = pages) => {
      for (const path of paths) {
        await page.goto(platform.url + path);
        await settled(page);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      }
    };
    await visit();
    await notice(page).waitFor();
    expect([...origins]).toEqual([]);
    expect(await context.cookies()).toEqual([]);

    await button(notice(page), 'Decline').click();
    // In pages.test.ts such a visitor opens every page.
    await visit([film, '/map']);
    expect([...origins]).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['klaro']);

    await manage(page).click();
    await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).check();
    await button(dialog(page), 'Save').click();
    await visit([film]);
    // The iframe loads when the browser sees that it is near the viewport, which is after the scroll.
    await expect.poll(() => [...origins]).toEqual(['https://www.youtube-nocookie.com']);
    await visit(['/map']);
    expect([...origins]).toEqual(['https://www.youtube-nocookie.com']);

    // Withdrawing consent in one tab removes the video in another tab at once.
    const other = await context.newPage();
    await other.goto(platform.url + film);
    await iframe(other).waitFor();
    await manage(page).click();
    await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).uncheck();
    await button(dialog(page), 'Save').click();
    await iframe(other).waitFor({ state: 'detached' });
    origins.clear();
    await visit([film, '/map']);
    expect([...origins]).toEqual([]);
    await context.close();
  });
});

describe('the consent notice', () => {
  it('appears without a layout shift, and shows the first choice for a moment before the dialog closes', async () => {
    const { page, context, errors } = await newVisitor(browser, { undecided: true, reducedMotion: false });
    await context.route(youtube, (route) => route.fulfill({ body: 'a film' }));
    await page.addInitScript(watchNotice);
    await page.goto(`${platform.url}${film}`);
    await settled(page);
    await notice(page).waitFor();
    await settled(page);
    const seen = await page.waitForFunction(
      () => (window as unknown as { notice: { came: number; drawn: number } }).notice,
    );
    const { came, drawn } = await seen.jsonValue();
    // A late font also moves text, which this test does not cover.
    expect(await layoutShift(page, came, drawn)).toBe(0);

    await button(notice(page), 'Let me choose').click();
    await button(dialog(page), 'Accept all').click();
    await dialog(page).getByText('Your choice is saved.').waitFor();
    expect(await dialog(page).getByRole('checkbox', { name: 'Videos from other sites' }).isChecked()).toBe(true);
    await dialog(page).waitFor({ state: 'detached' });
    expect(await notice(page).count()).toBe(0);
    expect(errors.filter((error) => !error.includes(' requested https://www.youtube-nocookie.com/'))).toEqual([]);
    await context.close();
  });

  it('works by keyboard alone, like its dialog, without axe findings in either theme', async () => {
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
    expect(errors).toEqual([]);
    await context.close();
  });

  it('treats a double tap as one tap, and lets the second tap press nothing below the notice', async () => {
    const { page, context, errors } = await newVisitor(browser, { undecided: true, width: 390, touch: true });
    await page.goto(`${platform.url}/map`);
    await settled(page);
    await notice(page).waitFor();
    const tapTwice = async (name: string) => {
      const box = await button(notice(page), name).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 15];
      const session = await context.newCDPSession(page);
      // The event timestamps make the taps fast, however long a busy machine takes to deliver them.
      let timestamp = Date.now() / 1_000;
      const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) => {
        timestamp += 0.05;
        return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
      };
      for (let taps = 0; taps < 2; taps++) {
        await touch('touchStart', [{ x, y }]);
        await touch('touchEnd', []);
      }
      await session.detach();
    };
    await tapTwice('Let me choose');
    await dialog(page).waitFor();
    await settled(page);
    expect(await readDecision(context)).toBeUndefined();
    // A new page remembers no earlier tap.
    await page.reload();
    await settled(page);
    await notice(page).waitFor();
    await tapTwice('Decline');
    await notice(page).waitFor({ state: 'detached' });
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/map');
    expect(await readDecision(context)).toEqual({ platform: true, youtube: false });
    expect(errors).toEqual([]);
    await context.close();
  });
});

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
