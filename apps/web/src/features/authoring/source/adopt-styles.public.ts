import { StyleModule } from 'style-mod';

/** One sheet a document. It stands before all others, so that a rule of ours wins where both are as specific. */
const sheets = new WeakMap<DocumentOrShadowRoot, { sheet: CSSStyleSheet; held: Set<StyleModule> }>();

/**
 * CodeMirror writes its rules into a `<style>` element, which our Content Security Policy forbids. A constructed style
 * sheet says the same and is no inline style. This replaces the one function that CodeMirror calls for it.
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
    // In the order of this editor: what is later wins.
    known.held = new Set([...wanted, ...known.held]);
    known.sheet.replaceSync([...known.held].map((module) => module.getRules()).join('\n'));
  };
}
