import type { Plugin } from 'vite';

/**
 * Puts the style sheets of `src/ui` into the cascade layer `ui` and the base into `base`. The order of style sheets
 * differs between pages, since each brings its own; with layers a feature's class always overrides a component's. The
 * order of the layers is declared at the top of tokens.css.
 */
export function cssLayers(): Plugin {
  return {
    name: 'hexpedition:css-layers',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? id;
      const layer = /\/src\/ui\/[^/]+\.module\.css$/.test(path)
        ? 'ui'
        : /\/src\/styles\/base\.css$/.test(path)
          ? 'base'
          : undefined;
      return layer && { code: `@layer base, ui;\n@layer ${layer} {\n${code}\n}`, map: null };
    },
  };
}
