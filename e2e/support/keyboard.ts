import type { SignedIn } from '@hexpedition/contract';
import type { Hex } from '@hexpedition/hexkit';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { AxeOnce } from './axe.ts';
import { newVisitor, type Visitor } from './browser.ts';
import { openAs } from './learner.ts';
import { errorsOf, expectMark, saved } from './map-editor.ts';

/** A role and a name. Several in a row go from the outer to the inner element; a list item is found by its text. */
type Step = readonly [role: Parameters<Page['getByRole']>[0], name: string | RegExp];

/** More presses of one key than any path through a page needs. */
const maxPresses = 250;

/** Presses Tab until the target has the focus, like a user without a mouse. Passes modal dialogs and skip links. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < maxPresses; presses++) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the target.');
}

/**
 * A user with a keyboard and no mouse. The class exposes neither the page nor its elements: tests can only press keys,
 * and look and listen. A pointer event counts as an error of the page.
 */
export class KeyboardVisitor {
  readonly #visitor: Visitor;

  private constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  static async open(browser: Browser, platform: { url: string }, session: SignedIn, path: string) {
    const visitor = await newVisitor(browser, { width: 1440, height: 900 });
    await visitor.page.addInitScript(() => {
      for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
        addEventListener(kind, () => console.error('A pointer was used.'), true);
    });
    await openAs(visitor.page, platform, session, path);
    return new KeyboardVisitor(visitor);
  }

  get #page() {
    return this.#visitor.page;
  }

  #find(steps: readonly Step[]): Locator {
    const find = (inside: Page | Locator, [role, name]: Step) =>
      role === 'listitem'
        ? inside.getByRole(role).filter({ hasText: name })
        : inside.getByRole(role, { name, exact: true });
    const [first, ...rest] = steps;
    if (!first) throw new Error('No step was given.');
    return rest.reduce((inside, step) => find(inside, step), find(this.#page, first));
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses a key, such as Tab, until the target has the focus. */
  async goTo(key: string, ...steps: Step[]): Promise<void> {
    await this.#go(key, steps, (elements) => elements.some((element) => element === document.activeElement));
  }

  /** Presses F6 until the focus is in a part of the editor. */
  async goToPart(...step: Step): Promise<void> {
    await this.#go('F6', [step], (elements) => elements.some((element) => element.contains(document.activeElement)));
  }

  async #go(key: string, steps: readonly Step[], isThere: (elements: Element[]) => boolean): Promise<void> {
    const target = this.#find(steps);
    await target.first().waitFor();
    for (let presses = 0; presses < maxPresses; presses++) {
      if (await target.evaluateAll(isThere)) return;
      await this.press(key);
    }
    throw new Error(`${key} does not lead to ${steps.join(' > ')}.`);
  }

  /** Reaches the target with Tab and presses Enter. */
  async enter(...steps: Step[]): Promise<void> {
    await this.goTo('Tab', ...steps);
    await this.press('Enter');
  }

  async sees(...steps: Step[]): Promise<void> {
    await this.#find(steps).first().waitFor();
  }

  /** Waits until the innermost element of the steps has the text, or the page without steps. */
  async reads(text: string | RegExp, ...steps: Step[]): Promise<void> {
    const place = steps.length > 0 ? this.#find(steps) : this.#page;
    await place.getByText(text).first().waitFor();
  }

  async isGone(...steps: Step[]): Promise<void> {
    await this.#find(steps).waitFor({ state: 'detached' });
  }

  count(...steps: Step[]): Promise<number> {
    return this.#find(steps).count();
  }

  /** Waits until a live region announces the text. */
  async waitForAnnouncement(words: string | RegExp): Promise<void> {
    await this.#page.getByRole('status').filter({ hasText: words }).waitFor();
  }

  /** Moves the hex cursor of the canvas, and checks its position by what the page announces. */
  async moveCursorTo({ q, r }: Hex): Promise<void> {
    await this.press('ArrowLeft');
    for (let tries = 0; tries < 6; tries++) {
      const words = (await this.#page.getByRole('status').allTextContents()).join(' ');
      const [, atQ, atR] = /(-?\d+), (-?\d+): /.exec(words) ?? [];
      if (atQ === undefined || atR === undefined) throw new Error('The page has not announced the cursor position.');
      // First the row, because a step up or down can change q as well.
      const [across, down] = [q - Number(atQ), r - Number(atR)];
      if (across === 0 && down === 0) return;
      if (down === 0) await this.#repeat(across > 0 ? 'ArrowRight' : 'ArrowLeft', across);
      else await this.#repeat(down > 0 ? 'ArrowDown' : 'ArrowUp', down);
    }
    throw new Error(`The cursor does not reach ${q}, ${r}.`);
  }

  async #repeat(key: string, times: number): Promise<void> {
    for (let i = 0; i < Math.abs(times); i++) await this.press(key);
  }

  async hasErrors(...codes: string[]): Promise<void> {
    await expect.poll(() => errorsOf(this.#page)).toEqual(codes);
  }

  expectMark = (hex: Hex, number: number) => expectMark(this.#page, hex, number);
  isSaved = () => saved(this.#page);
  axeFindings = (axe: AxeOnce) => axe.findings(this.#page, true);

  /**
   * Holds the presence calls of the page back, so that it learns nothing about other authors until it saves.
   * @returns a function that lets them through
   */
  async blockPresence(): Promise<() => Promise<void>> {
    const calls = '**/api/admin/map/*/presence';
    const held: Route[] = [];
    await this.#page.route(calls, (route) => {
      held.push(route);
    });
    return async () => {
      for (const route of held) await route.continue();
      // Playwright continues a call that came meanwhile.
      await this.#page.unroute(calls);
    };
  }

  /**
   * Closes the page and checks that it had no errors and no pointer events.
   * @param expected console errors to allow
   */
  async end(expected?: RegExp): Promise<void> {
    expect(this.#visitor.errors.filter((error) => !expected?.test(error))).toEqual([]);
    await this.#visitor.context.close();
  }
}
