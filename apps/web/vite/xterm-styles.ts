import type { Plugin } from 'vite';

/**
 * xterm writes its rules into `<style>` elements and its colours into `style` attributes, and our Content Security Policy
 * forbids both. In the browser's copy the elements become `<adopted-style>`, which adopts a constructed style sheet
 * (`labs/bench/terminal/adopted-style.ts`), and the attributes become properties.
 */
export function xtermStyles(): Plugin {
  return {
    name: 'hexpedition:xterm-styles',
    transform: {
      filter: { id: /\/@xterm\/xterm\/lib\/xterm\.mjs/ },
      handler: (code) => ({ code: withoutInlineStyles(code), map: null }),
    },
  };
}

export function withoutInlineStyles(code: string): string {
  return changes.reduce((text, { from, to, times }) => {
    const parts = text.split(from);
    if (parts.length !== times + 1) {
      throw new Error(
        `xterm holds ${parts.length - 1} times ${from}, and ${times} were expected: read vite/xterm-styles.ts against it.`,
      );
    }
    return parts.join(to);
  }, code);
}

/** Of the source: a template that puts values one after the other, and a semicolon behind them. */
const added = (...values: string[]) => `\`${values.map((value) => `\${${value}}`).join('')};\``;

const changes = [
  // Of the theme, of the measures, and of the scroll bar.
  { from: 'createElement("style")', to: 'createElement("adopted-style")', times: 3 },
  // What is read as an attribute may be written as a property.
  {
    from: `t.setAttribute("style",${added('t.getAttribute("style")||""', 'e')})`,
    to: `t.style.cssText+=${added('e')}`,
    times: 1,
  },
];
