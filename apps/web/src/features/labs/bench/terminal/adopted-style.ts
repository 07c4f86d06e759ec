/**
 * Stands in for the `<style>` elements of xterm (`vite/xterm-styles.ts`): its text becomes a constructed style sheet of the
 * document, for as long as the element is in it.
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
