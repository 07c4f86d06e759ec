import type { MapDocument } from '@hexpedition/contract';
import { decodeRuns, type Hex, hexOf, type IssueCode, keyOf, neighbours, nodesOf } from '@hexpedition/hexkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser, type Visitor } from './support/browser.ts';
import {
  author,
  clickHex,
  draftOf,
  dragHex,
  errorsOf,
  faultsOf,
  freeSea,
  openEditor,
  seesMark,
  showAllWith,
} from './support/map-editor.ts';
import { startPlatform } from './support/platform.ts';

/** An author makes each mistake that a map can have, sees the problem and its position, and undoes the mistake. */

let platform: Awaited<ReturnType<typeof startPlatform>>;
let visitor: Visitor;
let page: Page;
/** The shipped map. */
let map: MapDocument;
/** Open sea. */
let bay: Hex;

beforeAll(async () => {
  const browser = await openBrowser();
  [platform, bay] = await Promise.all([startPlatform(), freeSea()]);
  const session = await author(platform, 'cabin-hand');
  map = (await draftOf(platform, session)).document;
  visitor = await openEditor(browser, platform, session);
  page = visitor.page;
});
afterAll(async () => {
  await visitor?.context.close();
  await platform?.end();
});
beforeEach(() => showAllWith(page, bay));
afterEach(async () => {
  // Also after a failed test, so that it does not break the next one.
  await undoAll();
  expect(visitor.errors).toEqual([]);
});

/** Courses at the end of exactly one path and at the start of none. */
const leaf = 'randomness-and-keys';
const otherLeaves = [
  'block-ciphers',
  'static-analysis',
  'memory-corruption',
  'timing-and-power',
  'disk-forensics',
  'code-injection',
];
function placeOf(slug: string): Hex {
  const found = nodesOf(map).find((node) => node.slug === slug);
  if (!found) throw new Error(`${slug} is not on the map.`);
  return { q: found.q, r: found.r };
}
/** Returns a hex of a continent without a course or lab. */
function placeFreeOn(continent: string): Hex {
  const taken = new Set(nodesOf(map).map(keyOf));
  const cells = map.continents.find(({ slug }) => slug === continent)?.cells ?? {};
  const key = [...decodeRuns(cells)].find((one) => !taken.has(one));
  if (key === undefined) throw new Error(`There is no free hex on ${continent}.`);
  return hexOf(key);
}
const around = (hex: Hex): Hex => neighbours(hex)[0] as Hex; // a hex has six neighbours

const choose = async (slug: string) => {
  await page.keyboard.press('v');
  await clickHex(page, placeOf(slug));
};
const move = async (slug: string, to: Hex) => {
  await page.keyboard.press('v');
  await dragHex(page, placeOf(slug), to);
};

/** Changes the document in the JSON view. */
async function rewrite(change: (document: MapDocument) => void): Promise<void> {
  await page.getByRole('link', { name: 'JSON' }).click();
  const field = page.getByRole('textbox', { name: 'Map document' });
  const document = JSON.parse(await field.inputValue());
  change(document);
  await field.fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Use this document' }).click();
}

/** Adds a course next to the leaf course, on the same continent. */
function settle({ continents }: MapDocument, slug: string): void {
  const list = continents.find(({ trainings }) => trainings.some((one) => one.slug === leaf))?.trainings;
  list?.push({ slug, ...around(placeOf(leaf)), icon: 'key' });
}

async function undoAll(): Promise<void> {
  const undo = page.getByRole('button', { name: /^Undo: / });
  while (await undo.isVisible()) await undo.click();
  await expect.poll(() => faultsOf(page)).toEqual([]);
}

interface Mistake {
  severity: 'error' | 'warning';
  /** Matches the text of the problem. */
  named: RegExp;
  make: () => Promise<void>;
  /** Hex that the problem list leads to; null for problems without a position. */
  at: () => Hex | null;
}

/**
 * One mistake for every problem code; the type check fails for a missing code. An unplaced course is no problem,
 * because it waits in the tray.
 */
const mistakes: Record<Exclude<IssueCode, 'unplaced'>, Mistake> = {
  two_on_a_hex: {
    severity: 'error',
    named: /on the same hex/,
    make: () => move(leaf, placeOf('block-ciphers')),
    at: () => placeOf('block-ciphers'),
  },
  off_continent: {
    severity: 'error',
    named: /is not on the land of/,
    make: () => move(leaf, bay),
    at: () => bay,
  },
  split_continent: {
    severity: 'error',
    named: /falls into 2 parts/,
    make: async () => {
      await page.keyboard.press('b');
      await clickHex(page, bay);
    },
    at: () => bay,
  },
  no_route: {
    severity: 'error',
    named: /no way/,
    make: async () => {
      for (const [i, hex] of neighbours(placeOf(leaf)).entries()) await move(otherLeaves[i] ?? '', hex);
    },
    at: () => placeOf('rsa'),
  },
  cycle: {
    severity: 'error',
    named: /back to itself/,
    make: async () => {
      await page.keyboard.press('p');
      await clickHex(page, placeOf('block-ciphers'));
      await clickHex(page, placeOf('xor'));
    },
    at: () => placeOf('xor'),
  },
  missing_start: {
    severity: 'error',
    named: /start/i,
    make: async () => {
      await choose('first-light');
      await page.getByRole('checkbox', { name: 'Newcomers start here' }).uncheck();
    },
    at: () => null,
  },
  reserved_slug: {
    severity: 'error',
    named: /reserved/,
    make: async () => {
      await page.keyboard.press('b');
      await page.getByRole('button', { name: 'New' }).click();
      await page.getByLabel('Name').fill('Lab');
      await page.getByRole('button', { name: 'Create and paint' }).click();
      await clickHex(page, bay);
    },
    at: () => bay,
  },
  unknown_continent: {
    severity: 'warning',
    named: /no courses on Nowhere Land/,
    make: async () => {
      await page.keyboard.press('b');
      await page.getByRole('button', { name: 'New' }).click();
      await page.getByLabel('Name').fill('Nowhere Land');
      await page.getByRole('button', { name: 'Create and paint' }).click();
      await clickHex(page, bay);
    },
    at: () => null,
  },
  other_continent: {
    severity: 'warning',
    named: /belongs to the continent/,
    make: () => move(leaf, placeFreeOn('web')),
    at: () => placeFreeOn('web'),
  },
  // The tools prevent the remaining mistakes. An author can make them only in the JSON view.
  overlap: {
    severity: 'error',
    named: /claim the same hex/,
    make: () =>
      rewrite((document) => {
        const { q, r } = around(placeOf(leaf));
        const cells = { [r]: [[q, 1] as [number, number]] };
        document.continents.push({
          slug: 'echo',
          name: 'Echo',
          colour: 'rose',
          label: null,
          cells,
          trainings: [],
          labs: [],
        });
      }),
    at: () => around(placeOf(leaf)),
  },
  orphan_end: {
    severity: 'error',
    named: /ends at/,
    make: () =>
      rewrite((document) => {
        document.paths[0]?.edges.push({ from: `training:${leaf}`, to: 'lab:nowhere', via: [], style: 'main' });
      }),
    at: () => placeOf(leaf),
  },
  unknown_slug: {
    severity: 'error',
    named: /There is no .*nowhere/,
    make: () => rewrite((document) => settle(document, 'nowhere')),
    at: () => around(placeOf(leaf)),
  },
  duplicate_slug: {
    severity: 'error',
    named: /twice/,
    make: () => rewrite((document) => settle(document, 'xor')),
    at: () => around(placeOf(leaf)),
  },
};

it.each(Object.keys(mistakes) as (keyof typeof mistakes)[])(
  '%s is listed, leads to its hex, and disappears on undo',
  async (code) => {
    const { severity, named, make, at } = mistakes[code];
    expect(await faultsOf(page)).toEqual([]);
    await make();
    await expect.poll(() => faultsOf(page)).toContain(code);
    await expect.poll(() => errorsOf(page)).toEqual(severity === 'error' ? [code] : []);
    const number = (await faultsOf(page)).indexOf(code) + 1;
    const fault = page.locator(`aside ol > li[data-code=${code}]`);
    expect(await fault.textContent()).toMatch(named);
    expect(await fault.getAttribute('data-severity')).toBe(severity);
    // A warning does not block publishing.
    expect(await page.getByText(/^Fix .* to publish\.$/).count()).toBe(severity === 'error' ? 1 : 0);

    const hex = at();
    await fault.getByRole('button').first().click();
    if (hex) await seesMark(page, hex, number);
    else expect(await page.locator('[role=application] g[data-severity]').count()).toBe(0);
    expect(await fault.getAttribute('data-active')).toBe('true');
    await undoAll();
  },
);

it('an unplaced course waits in the tray without a problem, and returns to the map on undo', async () => {
  await choose(leaf);
  await page.getByRole('button', { name: 'Remove from map' }).click();
  await page.getByRole('button', { name: /^Randomness and Keys/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await undoAll();
  await page.getByText('Everything is on the map.').waitFor();
});

it('problems have the same numbers in the list and on the map, and F8 moves to the next one', async () => {
  await mistakes.off_continent.make();
  await mistakes.missing_start.make();
  await mistakes.cycle.make();
  await expect.poll(() => faultsOf(page)).toEqual(['off_continent', 'cycle', 'missing_start']);
  expect(await page.locator('aside ol > li [aria-hidden]').allTextContents()).toEqual(['1', '2', '3']);
  await page.keyboard.press('F8');
  await seesMark(page, bay, 1);
  await page.keyboard.press('F8');
  await seesMark(page, placeOf('xor'), 2);
  await undoAll();
});
