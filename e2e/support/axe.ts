import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';
import { settled } from './browser.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string; element: Element }[];
}

interface Axe {
  run(
    context: Document | { include: Element[] },
    options: object,
  ): Promise<{ violations: Finding[]; passes: Finding[] }>;
}

/** Rules that an author's text alone can break. The rest of a page uses the same components as earlier pages. */
const authorsRules = [
  'aria-valid-attr-value',
  'definition-list',
  'dlitem',
  'duplicate-id-aria',
  'empty-heading',
  'empty-table-header',
  'frame-title',
  'heading-order',
  'image-alt',
  'label',
  'link-name',
  'list',
  'listitem',
  'page-has-heading-one',
  'scope-attr-valid',
  'scrollable-region-focusable',
  'svg-img-alt',
  'table-duplicate-name',
  'td-headers-attr',
  'th-has-data-cells',
];

const prepared = new WeakMap<Page, Promise<CDPSession>>();

/** Injects axe into the page, bypassing its Content Security Policy. */
async function prepare(page: Page): Promise<void> {
  if (!prepared.has(page)) {
    const session = page.context().newCDPSession(page);
    prepared.set(
      page,
      session.then(async (opened) => {
        await opened.send('Page.setBypassCSP', { enabled: true });
        return opened;
      }),
    );
  }
  await prepared.get(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
}

/**
 * Runs all rules of axe on a page.
 * @returns one line per finding
 */
export async function axeFindings(page: Page): Promise<string[]> {
  await prepare(page);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // Passes are not collected: that takes a third of the time.
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
    );
  });
}

/**
 * Runs axe on page after page and checks only what is new: all rules if an element has a parent that it never had
 * before, the contrast of each combination of colours and size once, and on every page the rules that its text alone
 * can break. The order of the pages decides on which of them a part is checked, not whether it is checked. Each test
 * file creates its own, so that no file depends on another one.
 */
export class AxeOnce {
  readonly #parts = new Set<string>();
  readonly #colours = new Set<string>();

  /**
   * Returns the problems of the page in its current theme and width.
   * @param isLast whether to check the rules that the text alone can break, which is done once per page
   */
  async findings(page: Page, isLast: boolean): Promise<string[]> {
    const { parts, colours } = await page.evaluate(describePage);
    const newParts = parts.filter((part) => !this.#parts.has(part));
    const newColours = colours.filter((colour) => !this.#colours.has(colour));
    if (!isLast && newParts.length === 0 && newColours.length === 0) return [];
    await prepare(page);
    const rules = newParts.length > 0 ? null : isLast ? authorsRules : [];
    const asked = { rules, colours: newColours };
    const { findings, judged } = await page.evaluate(askAxe, asked);
    for (const part of newParts) this.#parts.add(part);
    for (const colour of judged) this.#colours.add(colour);
    return findings;
  }
}

/**
 * Waits until a page has settled and checks it in the dark and the light theme, and for horizontal overflow.
 * @param axe remembers the results of earlier pages
 * @returns one line per finding
 */
export async function findingsInBothThemes(page: Page, axe: AxeOnce): Promise<string[]> {
  await settled(page);
  const findings: string[] = [];
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    const found = await axe.findings(page, theme === 'light');
    findings.push(...found.map((finding) => `${new URL(page.url()).pathname} ${theme} ${finding}`));
  }
  return [...findings, ...(await overflowOf(page))];
}

/**
 * Checks whether a page is wider than its window.
 * @returns one line if it is
 */
export async function overflowOf(page: Page): Promise<string[]> {
  const [overflow, width] = await page.evaluate(() => [
    document.documentElement.scrollWidth - window.innerWidth,
    window.innerWidth,
  ]);
  return (overflow ?? 0) > 0 ? [`${new URL(page.url()).pathname} is ${overflow} px too wide at ${width}`] : [];
}

/**
 * Runs inside the page.
 * @returns its elements, each with its parent, and the colour combinations of its text
 */
function describePage(): { parts: string[]; colours: string[] } {
  const part = (element: Element): string => {
    const names = element.getAttributeNames().filter((name) => /^(aria-|role$|tabindex$|type$|lang$)/.test(name));
    // Syntax highlighting classes do not make a new part; their colours are checked as colours.
    const classes = [...element.classList].filter((name) => !name.startsWith('tok-')).sort();
    return [element.localName, ...classes, ...names.sort(), element.getAttribute('role')].join(' ');
  };
  const parts = new Set<string>();
  const behind = new Map<Element, string>();
  const backgroundOf = (element: Element): string => {
    const cached = behind.get(element);
    if (cached !== undefined) return cached;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
    const around = element.parentElement ? backgroundOf(element.parentElement) : '';
    const own = isClear ? around : `${around} / ${backgroundColor} ${backgroundImage} ${opacity}`;
    behind.set(element, own);
    return own;
  };
  const withText = new Map<string, Element>();
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility()) continue;
    parts.add(`${element.parentElement ? part(element.parentElement) : ''} > ${part(element)}`);
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const colour = `${color} ${fontSize} ${fontWeight}${backgroundOf(element)}`;
    // Text for screen readers only has no size, and its colours are never seen.
    if (element.getBoundingClientRect().width > 2 && !withText.has(colour)) withText.set(colour, element);
  }
  Object.assign(window, { withText });
  return { parts: [...parts], colours: [...withText.keys()] };
}

/**
 * Runs inside the page.
 * @returns the findings, and the colours that axe could judge; it cannot judge text on a picture
 */
async function askAxe({ rules, colours }: { rules: string[] | null; colours: string[] }) {
  const { axe, withText } = window as unknown as { axe: Axe; withText: Map<string, Element> };
  const describeFinding = ({ id, help, nodes }: Finding) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`);
  const options = rules ? { runOnly: rules } : { rules: { 'color-contrast': { enabled: false } } };
  const findings: string[] = [];
  if (rules?.length !== 0)
    findings.push(
      ...(await axe.run(document, { ...options, resultTypes: ['violations'] })).violations.flatMap(describeFinding),
    );
  const keys = new Map<Element, string>();
  for (const colour of colours) {
    const element = withText.get(colour);
    if (element) keys.set(element, colour);
  }
  const judged: string[] = [];
  if (keys.size > 0) {
    const { violations, passes } = await axe.run(
      { include: [...keys.keys()] },
      { runOnly: ['color-contrast'], elementRef: true, resultTypes: ['violations', 'passes'] },
    );
    findings.push(...violations.flatMap(describeFinding));
    for (const { element } of [...violations, ...passes].flatMap(({ nodes }) => nodes)) {
      const colour = keys.get(element);
      if (colour) judged.push(colour);
    }
  }
  return { findings, judged };
}
