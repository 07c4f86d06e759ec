/**
 * Replaces the `<style>` elements of xterm (`vite/xterm-styles.ts`), which the Content Security Policy forbids. Its text
 * becomes a constructed style sheet of the document while the element is connected.
 */
class AdoptedStyle extends HTMLElement {
  readonly #sheet = new CSSStyleSheet();

  override get textContent(): string {
    return [...this.#sheet.cssRules].map((rule) => rule.cssText).join('\n');
  }

  override set textContent(rules: string | null) {
    this.#sheet.replaceSync(rules ?? '');
  }

  connectedCallback(): void {
    document.adoptedStyleSheets.push(this.#sheet);
  }

  disconnectedCallback(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}

export function defineAdoptedStyle(): void {
  if (!customElements.get('adopted-style')) customElements.define('adopted-style', AdoptedStyle);
}
