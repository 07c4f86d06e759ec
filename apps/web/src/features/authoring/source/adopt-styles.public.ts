import { StyleModule } from 'style-mod';

/** One style sheet per document. It comes before all others, so that our rules win at equal specificity. */
const sheets = new WeakMap<DocumentOrShadowRoot, { sheet: CSSStyleSheet; held: Set<StyleModule> }>();

/**
 * Replaces the function with which CodeMirror adds its rules. CodeMirror uses a `<style>` element, which our Content
 * Security Policy forbids; a constructed style sheet is allowed.
 */
export function adoptStyles(): void {
  StyleModule.mount = (root, modules) => {
    const known = sheets.get(root) ?? { sheet: new CSSStyleSheet(), held: new Set<StyleModule>() };
    if (!sheets.has(root)) {
      sheets.set(root, known);
      root.adoptedStyleSheets = [known.sheet, ...root.adoptedStyleSheets];
    }
    const wanted = Array.isArray(modules) ? modules : [modules];
    const fresh = wanted.filter((module) => !known.held.has(module));
    if (fresh.length === 0) return;
    // Keeps the order of this editor's modules, because later rules win.
    known.held = new Set([...wanted, ...known.held]);
    known.sheet.replaceSync([...known.held].map((module) => module.getRules()).join('\n'));
  };
}
