import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';

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

/** What an author's text alone can break; the rest of a page is made of the same parts as the pages before it. */
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

/** Brings axe into the page, past its Content Security Policy. */
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

/** What axe finds on a page with all its rules, one line each; empty is what we want. */
export async function axeFindings(page: Page): Promise<string[]> {
  await prepare(page);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // What passed is not asked for: gathering it takes a third of the time.
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
    );
  });
}

/**
 * Looks at page after page and asks axe only what it has not answered yet: all rules where an element stands in a place
 * where none stood before, the contrast of each combination of colours and size once, and on every page what its text
 * alone can break.
 */
export class AxeOnce {
  readonly #parts = new Set<string>();
  readonly #colours = new Set<string>();

  /** Of the page as it is shown now. @param look names theme and width: another look has other parts and colours */
  async findings(page: Page, look: string): Promise<string[]> {
    const { parts, colours } = await page.evaluate(describePage);
    const newParts = parts.filter((part) => !this.#parts.has(`${look} ${part}`));
    const newColours = colours.filter((colour) => !this.#colours.has(`${look} ${colour}`));
    await prepare(page);
    const asked = { rules: newParts.length > 0 ? null : authorsRules, colours: newColours };
    const { findings, judged } = await page.evaluate(askAxe, asked);
    for (const part of newParts) this.#parts.add(`${look} ${part}`);
    for (const colour of judged) this.#colours.add(`${look} ${colour}`);
    return findings;
  }
}

/** Runs inside the page: its parts, each with the one around it, and the combinations of colours that its text has. */
function describePage(): { parts: string[]; colours: string[] } {
  const part = (element: Element): string => {
    const names = element.getAttributeNames().filter((name) => /^(aria-|role$|tabindex$|type$|lang$)/.test(name));
    return [element.localName, ...[...element.classList].sort(), ...names.sort(), element.getAttribute('role')].join(
      ' ',
    );
  };
  const parts = new Set<string>();
  const behind = new Map<Element, string>();
  const backgroundOf = (element: Element): string => {
    const known = behind.get(element);
    if (known !== undefined) return known;
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
    // A text that is only for screen readers has no size, and says nothing about one that is seen.
    if (element.getBoundingClientRect().width > 2 && !withText.has(colour)) withText.set(colour, element);
  }
  Object.assign(window, { withText });
  return { parts: [...parts], colours: [...withText.keys()] };
}

/** Runs inside the page. @returns which of the colours axe could judge: text over a picture it cannot */
async function askAxe({ rules, colours }: { rules: string[] | null; colours: string[] }) {
  const { axe, withText } = window as unknown as { axe: Axe; withText: Map<string, Element> };
  const say = ({ id, help, nodes }: Finding) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`);
  const options = rules ? { runOnly: rules } : { rules: { 'color-contrast': { enabled: false } } };
  const findings = (await axe.run(document, { ...options, resultTypes: ['violations'] })).violations.flatMap(say);
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
    findings.push(...violations.flatMap(say));
    for (const { element } of [...violations, ...passes].flatMap(({ nodes }) => nodes)) {
      const colour = keys.get(element);
      if (colour) judged.push(colour);
    }
  }
  return { findings, judged };
}
