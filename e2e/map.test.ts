import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, settled, type Visitor } from './support/browser.ts';
import { mapLinkOf } from './support/map-editor.ts';
import { type Platform, sharedPlatform } from './support/platform.ts';

/** The map by mouse, by keyboard, by address, and without JavaScript. */

let browser: Browser;
let platform: Platform;
beforeAll(async () => {
  [browser, platform] = await Promise.all([openBrowser(), sharedPlatform()]);
});

async function openMap(path: string) {
  const visitor = await newVisitor(browser);
  await visitor.page.goto(platform.url + path);
  await visitor.page.waitForSelector('[data-live]');
  // The map is live before the page handles keys.
  await settled(visitor.page);
  return visitor;
}

const link = (page: Page, ref: string) => page.locator(`svg [data-ref="${ref}"]`);

/** Middle of a hex on the screen: the upper half of its link, whose lower half is the name. */
async function middleOf(page: Page, ref: string) {
  const box = await link(page, ref).boundingBox();
  if (!box) throw new Error(`${ref} is not on the screen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height * 0.3 };
}

/** Middle of a hex on the screen, in fractions of a pixel. */
const hexAt = (page: Page, ref: string) =>
  link(page, ref)
    .locator('path')
    .first()
    .evaluate((path) => {
      const { x, y, width, height } = path.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });

/** Waits until the map is still. The map is marked as moving in the frame that shows a change, not before. */
async function waitUntilStill(page: Page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() => !document.querySelector('[data-live][data-moving]'));
}

/**
 * Waits until the map is still.
 * @returns the distance of a hex from its expected position, in pixels
 */
async function distanceFrom(page: Page, ref: string, { x, y }: { x: number; y: number }) {
  await waitUntilStill(page);
  const at = await hexAt(page, ref);
  return Math.hypot(at.x - x, at.y - y);
}

/** Pixels per map unit. */
const scaleOf = (page: Page) =>
  page.locator('[data-live] svg[role=group]').evaluate((scene: SVGSVGElement) => scene.getScreenCTM()?.a ?? Number.NaN);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-ref'));

describe('the server', () => {
  it('renders every place as a link, without style attributes', async () => {
    const html = await (await fetch(`${platform.url}/map`)).text();
    for (const href of ['/map/web', '/map/web/sql-injection', '/map/lab/tide-table'])
      expect(html).toContain(`href="${href}"`);
    expect(html).not.toMatch(/\sstyle="/);
  });

  it.each([
    ['/map/atlantis', 'The continent could not be found.'],
    ['/map/web/nowhere', 'The course could not be found.'],
    ['/map/lab/nowhere', 'The lab could not be found.'],
  ])('%s is a 404 that names what is missing', async (path, words) => {
    const answer = await fetch(platform.url + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(words);
  });
});

const maps = [
  { root: '/map', continent: 'foundations', slug: 'http' },
  { root: '/youtube', continent: 'on-the-wire', slug: 'watch-the-wire' },
] as const;

describe.each(maps)('$root', ({ root, continent, slug }) => {
  const ref = `training:${slug}`;
  const path = `${root}/${continent}/${slug}`;

  it('redirects a course under its former continent, and the course links back to its continent', async () => {
    for (const more of ['', '/detail', '/detail?view=list'])
      expect((await fetch(`${platform.url}${root}/old-land/${slug}${more}`)).url).toBe(platform.url + path + more);
    expect(await mapLinkOf(platform, slug)).toBe(`${root}/${continent}`);
  });

  it('renders a deep link where the script will show it; one tab stop, Enter opens, Escape goes up, Back returns', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, javaScriptEnabled: false });
    const noScripts = await context.newPage();
    await noScripts.goto(platform.url + path);
    const before = await hexAt(noScripts, ref);
    await context.close();
    // The middle of the area beside the menu.
    expect(Math.abs(before.x - (1280 + 236) / 2)).toBeLessThan(3);
    const { page, context: live, errors } = await openMap(path);
    expect(await distanceFrom(page, ref, before)).toBeLessThan(3);

    await page.keyboard.press('Escape');
    await page.waitForURL(`**${root}/${continent}`);
    // The URL changes before the page does. Until then, Escape leads to the same URL.
    await settled(page);
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${root}`);
    await page.goBack();
    await page.waitForURL(`**${root}/${continent}`);
    await page.goForward();
    await page.waitForURL(`**${root}`);
    await settled(page);

    const stop = page.locator('svg a[data-ref][tabindex="0"]');
    await expect.poll(() => stop.count()).toBe(1);
    await stop.focus();
    const first = await focused(page);
    await page.keyboard.press('ArrowUp');
    const next = await focused(page);
    expect(next).toMatch(/^(training|lab|continent):/);
    expect(next).not.toBe(first);
    const href = await link(page, next ?? '').getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${href}`);
    expect(errors).toEqual([]);
    await live.close();
  });
});

/** Two fingers on either side of a point that move apart. */
async function pinch(devtools: CDPSession, { x, y }: { x: number; y: number }, from: number, to: number) {
  const points = (half: number) => [
    { x: x - half, y, id: 1 },
    { x: x + half, y, id: 2 },
  ];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof points>) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', points(from));
  for (let step = 1; step <= 10; step++) await touch('touchMove', points(from + ((to - from) * step) / 10));
  await touch('touchEnd', []);
}

/** Whether a part of a continent's coast or a place is inside the window. */
const visibleLand = (page: Page) =>
  page.evaluate(() => {
    const isInside = ({ left, top, right, bottom }: DOMRect) =>
      right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return [...document.querySelectorAll('[data-live] svg[role=group] g[data-hue] > path')].some((path) =>
      isInside(path.getBoundingClientRect()),
    );
  });

/** Places on the map that are inside the window. */
const visiblePlaces = (page: Page) =>
  page.locator('svg a[data-ref] > path:first-child').evaluateAll(
    (paths) =>
      paths.filter((path) => {
        const { left, top, right, bottom } = path.getBoundingClientRect();
        return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
      }).length,
  );

describe('the browser', () => {
  it.each([
    ['before the decision about consent', true],
    ['after it', false],
  ])('leads from the root address to the first course with five presses of Tab, %s', async (_, undecided) => {
    const { page, context, errors } = await newVisitor(browser, { width: 1440, height: 900, undecided });
    await page.goto(platform.url);
    await page.waitForSelector('[data-live]');
    if (undecided) await page.getByRole('dialog', { name: 'Allow optional services?' }).waitFor();
    await settled(page);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    let presses = 0;
    const tabTo = async (target: Locator) => {
      do {
        await page.keyboard.press('Tab');
        presses++;
      } while (presses < 15 && !(await target.evaluate((one) => one === document.activeElement)));
    };
    await tabTo(link('Skip to the course card'));
    expect(await link('Skip to the course card').evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('link', { name: 'Start First Light' }));
    expect(presses).toBeLessThanOrEqual(5);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What hacking is', level: 1 }).waitFor();
    await settled(page);

    await page.goto(platform.url);
    await page.waitForSelector('[data-live]');
    // Before the page is hydrated, each place of the map is a stop of Tab.
    await settled(page);
    presses = 0;
    await tabTo(link('Skip to the map'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('training:first-light');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('shows land at every zoom and at the end of every drag', async () => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const { page, context } = await newVisitor(browser, { width, height });
      await page.goto(`${platform.url}/map`);
      await page.waitForSelector('[data-live]');
      await settled(page);
      await page.getByRole('button', { name: 'Fit' }).click();
      for (let presses = 0; presses < 9; presses++) {
        await page.getByRole('button', { name: 'Zoom in' }).click();
        await waitUntilStill(page);
        expect(await visiblePlaces(page), `${presses} at ${width}`).toBeGreaterThan(0);
      }
      // Drags far beyond each coast.
      for (const [x, y] of [
        [-9, 0],
        [0, -9],
        [9, 0],
        [0, 9],
      ] as const) {
        await page.mouse.move(width / 2, height / 4);
        await page.mouse.down();
        await page.mouse.move(width / 2 + x * width, height / 4 + y * height, { steps: 20 });
        await page.mouse.up();
        await waitUntilStill(page);
        expect(await visibleLand(page), `${x}, ${y} at ${width}`).toBe(true);
      }
      await context.close();
    }
  });

  it('draws the map and the minimap in the colours of the system when they are forced', async () => {
    const { page, context } = await newVisitor(browser, { width: 1440, height: 900 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await page.goto(`${platform.url}/map`);
      await page.waitForSelector('[data-live]');
      await settled(page);
      const { ink, canvas, name, shapes, frame } = await page.evaluate(() => {
        const probe = document.createElement('p');
        document.body.append(probe);
        const { color: ink, backgroundColor } = getComputedStyle(Object.assign(probe, { style: 'background: Canvas' }));
        const of = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
        return {
          ink,
          canvas: backgroundColor,
          name: of('svg [data-ref="lab:tide-table"] text').fill,
          shapes: [...document.querySelectorAll('svg [data-ref="lab:tide-table"] path')].map(
            (path) => getComputedStyle(path).fill,
          ),
          frame: getComputedStyle(document.querySelector('[data-overlay] canvas') as Element).borderTopColor,
        };
      });
      expect(name, colorScheme).toBe(ink);
      expect(shapes, colorScheme).toContain(canvas);
      // The frame of the minimap does not hide the land below it.
      expect(frame).toMatch(/\/ 0\.\d+\)|, 0\.\d+\)/);
    }
    await page.goto(`${platform.url}/labs`);
    await settled(page);
    const lines = await page
      .getByRole('link', { name: /^(?:Easiest|Most solved|By name)$/ })
      .evaluateAll((links) => links.map((one) => getComputedStyle(one).borderBottomColor));
    expect(lines[0]).not.toBe(lines[1]);
    expect(lines[1]).toBe(lines[2]);
    await context.close();
  });

  const [{ root, continent, slug }] = maps;
  const ref = `training:${slug}`;

  it('follows a pinch to the pixel, and one tap opens once', async () => {
    const { page, context, errors } = await newVisitor(browser, { width: 800, height: 900, touch: true });
    await page.goto(`${platform.url}${root}/${continent}`);
    await page.waitForSelector('[data-live]');
    await settled(page);
    const at = await hexAt(page, ref);
    const fingers = await page.context().newCDPSession(page);
    const scale = await scaleOf(page);
    await pinch(fingers, at, 40, 60);
    expect(await distanceFrom(page, ref, at)).toBeLessThan(1);
    expect((await scaleOf(page)) / scale).toBeCloseTo(1.5, 2);
    expect(new URL(page.url()).pathname).toBe(`${root}/${continent}`);

    const before = await page.evaluate(() => history.length);
    await page.touchscreen.tap(at.x, at.y);
    await page.waitForURL(`**${root}/${continent}/${slug}`);
    await settled(page);
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await page.goBack();
    await page.waitForURL(`**${root}/${continent}`);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('keeps hex and buttons reachable beside the card of a locked course on small phones', async () => {
    const { page, context } = await newVisitor(browser);
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${platform.url}/map/cryptography/rsa`);
      await page.getByRole('heading', { name: 'Why is this locked?' }).waitFor();
      await settled(page);
      const hex = await middleOf(page, 'training:rsa');
      const names = page.locator('svg [data-ref="training:rsa"] > *');
      expect(
        await names.first().evaluate((element, at) => {
          const top = document.elementFromPoint(at.x, at.y);
          return element.closest('[data-ref]') === top?.closest('[data-ref]');
        }, hex),
      ).toBe(true);
      // Playwright rejects a click if another element covers the button.
      for (const name of ['Zoom in', 'Zoom out', 'Fit']) await page.getByRole('button', { name }).click();
      // The sheet scrolls to content that does not fit.
      await page.getByRole('link', { name: 'Log in' }).last().click();
      await page.waitForURL('**/login?**');
    }
    await context.close();
  });

  describe('on a desktop', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await newVisitor(browser, { width: 1440, height: 900 });
      await visitor.page.goto(platform.url + root);
      await visitor.page.waitForSelector('[data-live]');
      await settled(visitor.page);
    });
    afterAll(() => visitor?.context.close());

    it('follows mouse and wheel to the pixel; a drag opens nothing, a click opens, Back restores the camera', async () => {
      const { page, errors } = visitor;
      const start = await hexAt(page, ref);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + 81, start.y - 43, { steps: 5 });
      await page.mouse.up();
      const dragged = { x: start.x + 81, y: start.y - 43 };
      expect(await distanceFrom(page, ref, dragged)).toBeLessThan(1);
      expect(new URL(page.url()).pathname).toBe(root);

      let scale = await scaleOf(page);
      for (const [delta, control] of [
        [-140, false],
        [300, false],
        [-40, true],
      ] as const) {
        if (control) await page.keyboard.down('Control');
        await page.mouse.wheel(0, delta);
        if (control) await page.keyboard.up('Control');
        await expect.poll(() => scaleOf(page)).not.toBe(scale);
        expect(await distanceFrom(page, ref, dragged)).toBeLessThan(1);
        scale = await scaleOf(page);
      }

      await page.mouse.click(dragged.x, dragged.y);
      await page.waitForURL(`**${root}/${continent}/${slug}`);
      await settled(page);
      const isBack = async () => {
        await page.waitForURL((url) => url.pathname === root);
        await page.waitForSelector('[data-live]');
        await expect.poll(() => distanceFrom(page, ref, dragged)).toBeLessThan(1);
      };
      await page.goBack();
      await isBack();
      await page.getByRole('link', { name: 'Labs', exact: true }).first().click();
      await page.waitForURL('**/labs');
      await page.goBack();
      await isBack();
      expect(errors).toEqual([]);
    });

    it('folds the card in the corner while the map shows all land', async () => {
      const { page } = visitor;
      const greeting = page.getByText('Learn hacking by doing it');
      await greeting.waitFor();
      await page.getByRole('button', { name: 'Fit' }).click();
      await greeting.waitFor({ state: 'hidden' });
      await settled(page);
      // As large as without a card; beside the unfolded card the map is a tenth smaller.
      expect(await scaleOf(page)).toBeGreaterThan(0.36);
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await greeting.waitFor();
    });

    it('lists the same places as the map, and Back restores the scroll position of the list', async () => {
      const { page, errors } = visitor;
      await page.setViewportSize({ width: 1280, height: 860 });
      const places = await page.locator('a[data-ref^="training:"], a[data-ref^="lab:"]').count();
      expect(places).toBeGreaterThan(20);
      await page.getByRole('link', { name: 'List', exact: true }).click();
      await page.waitForURL('**/map?view=list');
      await expect.poll(() => page.locator('section h3').count()).toBe(places);

      const list = page.locator('section[aria-label="All courses and labs"]');
      const scrolled = () => list.evaluate((element) => Math.round(element.scrollTop));
      const goAndReturn = async (link: Locator) => {
        await link.scrollIntoViewIfNeeded();
        const before = await scrolled();
        expect(before).toBeGreaterThan(200);
        await link.click();
        await page.waitForURL((url) => url.search === '');
        await settled(page);
        await page.goBack();
        await page.waitForURL('**/map?view=list');
        await expect.poll(scrolled).toBe(before);
      };
      await goAndReturn(list.locator('li a').last());
      await goAndReturn(list.locator('h3 a').nth(12));
      await page.getByRole('link', { name: 'Map view' }).click();
      await page.waitForSelector('[data-live]');
      expect(errors).toEqual([]);
    });
  });
});
