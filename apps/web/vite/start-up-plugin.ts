import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const name = 'virtual:start-up-script';
const source = fileURLToPath(new URL('../src/lib/start-up-script.ts', import.meta.url));

/** `virtual:start-up-script`: the compiled and minified inline script in the head of every page. */
export function startUpScript(): Plugin {
  return {
    name: 'hexpedition:start-up-script',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return;
      this.addWatchFile(source);
      const { outputFiles } = await build({
        entryPoints: [source],
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
        write: false,
      });
      return `export const startUpScript = ${JSON.stringify(outputFiles[0]?.text.trim() ?? '')};`;
    },
  };
}
