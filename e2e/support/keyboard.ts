import type { SignedIn } from '@hexpedition/contract';
import type { Hex } from '@hexpedition/hexkit';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings } from './axe.ts';
import { newVisitor, type Visitor } from './browser.ts';
import { openAs } from './learner.ts';
import { errorsOf, saved, seesMark } from './map-editor.ts';

/** A role and a name; several in a row lead from the outside to the inside, an item of a list by its text. */
type Step = readonly [role: Parameters<Page['getByRole']>[0], name: string | RegExp];

/** More presses of one key than any way through a page needs. */
const MOST = 250;

/**
 * Somebody who has a keyboard and no mouse. Neither the page nor any element of it is handed out: who holds this can
 * press keys, and look and listen. A pointer that comes to the page all the same is an error of the page.
 */
export class KeyboardVisitor {
  readonly #visitor: Visitor;
  readonly #url: string;

  private constructor(visitor: Visitor, url: string) {
    this.#visitor = visitor;
    this.#url = url;
  }

  static async open(browser: Browser, platform: { url: string }, session: SignedIn, path: string) {
    const visitor = await newVisitor(browser, { width: 1440, height: 900 });
    await visitor.page.addInitScript(() => {
      for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
        addEventListener(kind, () => console.error('A pointer was used.'), true);
    });
    await openAs(visitor.page, platform, session, path);
    return new KeyboardVisitor(visitor, platform.url);
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
    if (!first) throw new Error('Say what to look for.');
    return rest.reduce((inside, step) => find(inside, step), find(this.#page, first));
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses a key, such as Tab, until the focus is on what is looked for. */
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
    for (let presses = 0; presses < MOST; presses++) {
      if (await target.evaluateAll(isThere)) return;
      await this.press(key);
    }
    throw new Error(`${key} does not lead to ${steps.join(' > ')}.`);
  }

  /** Goes there by Tab, and presses Enter. */
  async enter(...steps: Step[]): Promise<void> {
    await this.goTo('Tab', ...steps);
    await this.press('Enter');
  }

  async sees(...steps: Step[]): Promise<void> {
    await this.#find(steps).first().waitFor();
  }

  async reads(text: string | RegExp): Promise<void> {
    await this.#page.getByText(text).first().waitFor();
  }

  count(...steps: Step[]): Promise<number> {
    return this.#find(steps).count();
  }

  /** What a screen reader says of what has just happened. */
  async hears(words: string | RegExp): Promise<void> {
    await this.#page.getByRole('status').filter({ hasText: words }).waitFor();
  }

  /** Steers the hex cursor of the canvas, by what is said of where it is. */
  async steerTo({ q, r }: Hex): Promise<void> {
    await this.press('ArrowLeft');
    for (let presses = 0; presses < MOST; presses++) {
      const words = (await this.#page.getByRole('status').allTextContents()).join(' ');
      const [, atQ, atR] = /(-?\d+), (-?\d+): /.exec(words) ?? [];
      if (atQ === undefined || atR === undefined) throw new Error('Nothing is said of where the cursor is.');
      const [across, down] = [q - Number(atQ), r - Number(atR)];
      if (across === 0 && down === 0) return;
      if (down === 0) await this.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
      else await this.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    throw new Error(`The cursor does not come to ${q}, ${r}.`);
  }

  async hasErrors(...codes: string[]): Promise<void> {
    await expect.poll(() => errorsOf(this.#page)).toEqual(codes);
  }

  seesMark = (hex: Hex, number: number) => seesMark(this.#page, hex, number);
  isSaved = () => saved(this.#page);
  axeFindings = () => axeFindings(this.#page);

  /** From here on the page hears nothing of other authors, until it saves: what it asks of them never arrives. */
  async losesTouch(): Promise<void> {
    await this.#page.route('**/api/admin/map/*/here', () => {});
  }

  /** Types another address. */
  async visit(path: string): Promise<void> {
    await this.#page.goto(this.#url + path);
  }

  async isAt(path: string): Promise<void> {
    await this.#page.waitForURL(this.#url + path);
  }

  /**
   * Closes the page, in which nothing has gone wrong and no pointer was used.
   * @param expected what the console may say all the same
   */
  async end(expected?: RegExp): Promise<void> {
    expect(this.#visitor.errors.filter((error) => !expected?.test(error))).toEqual([]);
    await this.#visitor.context.close();
  }
}
