import { StyleModule } from 'style-mod';

/** One style sheet per document. It comes before all others, so that our rules win at equal specificity. */
const sheets = new WeakMap<DocumentOrShadowRoot, { sheet: CSSStyleSheet; added: Set<StyleModule> }>();

/**
 * Replaces the function with which CodeMirror adds its rules. CodeMirror uses a `<style>` element, which our Content
 * Security Policy forbids; a constructed style sheet is allowed.
 */
export function adoptStyles(): void {
  StyleModule.mount = (root, modules) => {
    const entry = sheets.get(root) ?? { sheet: new CSSStyleSheet(), added: new Set<StyleModule>() };
    if (!sheets.has(root)) {
      sheets.set(root, entry);
      root.adoptedStyleSheets = [entry.sheet, ...root.adoptedStyleSheets];
    }
    const requested = Array.isArray(modules) ? modules : [modules];
    const missing = requested.filter((module) => !entry.added.has(module));
    if (missing.length === 0) return;
    // Keeps the order of this editor's modules, because later rules win.
    entry.added = new Set([...requested, ...entry.added]);
    entry.sheet.replaceSync([...entry.added].map((module) => module.getRules()).join('\n'));
  };
}
