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
  expectMark,
  freeSea,
  openEditor,
  problemsOf,
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
function positionOf(slug: string): Hex {
  const found = nodesOf(map).find((node) => node.slug === slug);
  if (!found) throw new Error(`${slug} is not on the map.`);
  return { q: found.q, r: found.r };
}
/** Returns a hex of a continent without a course or lab. */
function freeHexOn(continent: string): Hex {
  const taken = new Set(nodesOf(map).map(keyOf));
  const cells = map.continents.find(({ slug }) => slug === continent)?.cells ?? {};
  const key = [...decodeRuns(cells)].find((one) => !taken.has(one));
  if (key === undefined) throw new Error(`There is no free hex on ${continent}.`);
  return hexOf(key);
}
const neighbourOf = (hex: Hex): Hex => neighbours(hex)[0] as Hex; // a hex has six neighbours

const select = async (slug: string) => {
  await page.keyboard.press('v');
  await clickHex(page, positionOf(slug));
};
const move = async (slug: string, to: Hex) => {
  await page.keyboard.press('v');
  await dragHex(page, positionOf(slug), to);
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
function addCourse({ continents }: MapDocument, slug: string): void {
  const list = continents.find(({ trainings }) => trainings.some((one) => one.slug === leaf))?.trainings;
  list?.push({ slug, ...neighbourOf(positionOf(leaf)), icon: 'key' });
}

async function undoAll(): Promise<void> {
  const undo = page.getByRole('button', { name: /^Undo: / });
  while (await undo.isVisible()) await undo.click();
  await expect.poll(() => problemsOf(page)).toEqual([]);
}

interface Mistake {
  severity: 'error' | 'warning';
  /** Matches the text of the problem. */
  text: RegExp;
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
    text: /on the same hex/,
    make: () => move(leaf, positionOf('block-ciphers')),
    at: () => positionOf('block-ciphers'),
  },
  off_continent: {
    severity: 'error',
    text: /is not on the land of/,
    make: () => move(leaf, bay),
    at: () => bay,
  },
  split_continent: {
    severity: 'error',
    text: /falls into 2 parts/,
    make: async () => {
      await page.keyboard.press('b');
      await clickHex(page, bay);
    },
    at: () => bay,
  },
  no_route: {
    severity: 'error',
    text: /no way/,
    make: async () => {
      for (const [i, hex] of neighbours(positionOf(leaf)).entries()) await move(otherLeaves[i] ?? '', hex);
    },
    at: () => positionOf('rsa'),
  },
  cycle: {
    severity: 'error',
    text: /back to itself/,
    make: async () => {
      await page.keyboard.press('p');
      await clickHex(page, positionOf('block-ciphers'));
      await clickHex(page, positionOf('xor'));
    },
    at: () => positionOf('xor'),
  },
  missing_start: {
    severity: 'error',
    text: /start/i,
    make: async () => {
      await select('first-light');
      await page.getByRole('checkbox', { name: 'Newcomers start here' }).uncheck();
    },
    at: () => null,
  },
  reserved_slug: {
    severity: 'error',
    text: /reserved/,
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
    text: /no courses on Nowhere Land/,
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
    text: /belongs to the continent/,
    make: () => move(leaf, freeHexOn('web')),
    at: () => freeHexOn('web'),
  },
  // The tools prevent the remaining mistakes. An author can make them only in the JSON view.
  overlap: {
    severity: 'error',
    text: /claim the same hex/,
    make: () =>
      rewrite((document) => {
        const { q, r } = neighbourOf(positionOf(leaf));
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
    at: () => neighbourOf(positionOf(leaf)),
  },
  orphan_end: {
    severity: 'error',
    text: /ends at/,
    make: () =>
      rewrite((document) => {
        document.paths[0]?.edges.push({ from: `training:${leaf}`, to: 'lab:nowhere', via: [], style: 'main' });
      }),
    at: () => positionOf(leaf),
  },
  unknown_slug: {
    severity: 'error',
    text: /There is no .*nowhere/,
    make: () => rewrite((document) => addCourse(document, 'nowhere')),
    at: () => neighbourOf(positionOf(leaf)),
  },
  duplicate_slug: {
    severity: 'error',
    text: /twice/,
    make: () => rewrite((document) => addCourse(document, 'xor')),
    at: () => neighbourOf(positionOf(leaf)),
  },
};

it.each(Object.keys(mistakes) as (keyof typeof mistakes)[])(
  '%s is listed, leads to its hex, and disappears on undo',
  async (code) => {
    const { severity, text, make, at } = mistakes[code];
    expect(await problemsOf(page)).toEqual([]);
    await make();
    await expect.poll(() => problemsOf(page)).toContain(code);
    await expect.poll(() => errorsOf(page)).toEqual(severity === 'error' ? [code] : []);
    const number = (await problemsOf(page)).indexOf(code) + 1;
    const problem = page.locator(`aside ol > li[data-code=${code}]`);
    expect(await problem.textContent()).toMatch(text);
    expect(await problem.getAttribute('data-severity')).toBe(severity);
    // A warning does not block publishing.
    expect(await page.getByText(/^Fix .* to publish\.$/).count()).toBe(severity === 'error' ? 1 : 0);

    const hex = at();
    await problem.getByRole('button').first().click();
    if (hex) await expectMark(page, hex, number);
    else expect(await page.locator('[role=application] g[data-severity]').count()).toBe(0);
    expect(await problem.getAttribute('data-active')).toBe('true');
    await undoAll();
  },
);

it('an unplaced course waits in the tray without a problem, and returns to the map on undo', async () => {
  await select(leaf);
  await page.getByRole('button', { name: 'Remove from map' }).click();
  await page.getByRole('button', { name: /^Randomness and Keys/ }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await undoAll();
  await page.getByText('Everything is on the map.').waitFor();
});

it('problems have the same numbers in the list and on the map, and F8 moves to the next one', async () => {
  await mistakes.off_continent.make();
  await mistakes.missing_start.make();
  await mistakes.cycle.make();
  await expect.poll(() => problemsOf(page)).toEqual(['off_continent', 'cycle', 'missing_start']);
  expect(await page.locator('aside ol > li [aria-hidden]').allTextContents()).toEqual(['1', '2', '3']);
  await page.keyboard.press('F8');
  await expectMark(page, bay, 1);
  await page.keyboard.press('F8');
  await expectMark(page, positionOf('xor'), 2);
  await undoAll();
});
