import type { Plugin } from 'vite';

/**
 * xterm writes rules into `<style>` elements and colours into `style` attributes, which the Content Security Policy
 * forbids. In the browser's copy the elements become `<adopted-style>`, which adopts a constructed style sheet
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
        `xterm contains ${from} ${parts.length - 1} times instead of ${times}. Check vite/xterm-styles.ts against its source.`,
      );
    }
    return parts.join(to);
  }, code);
}

/** Template literal in xterm's source that concatenates values, followed by a semicolon. */
const concatenated = (...values: string[]) => `\`${values.map((value) => `\${${value}}`).join('')};\``;

const changes = [
  // For the theme, the measurements and the scroll bar.
  { from: 'createElement("style")', to: 'createElement("adopted-style")', times: 3 },
  // A style that is set as an attribute can be set as a property.
  {
    from: `t.setAttribute("style",${concatenated('t.getAttribute("style")||""', 'e')})`,
    to: `t.style.cssText+=${concatenated('e')}`,
    times: 1,
  },
];
