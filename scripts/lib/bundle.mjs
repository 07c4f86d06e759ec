// How esbuild bundles the server and its commands; `npm run build` and `npm run dev` share these options.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** Node loads npm's packages from node_modules. The project's own are bundled, and those that dist/ can't see. */
const packagesStayOutside = {
  name: 'packages-stay-outside',
  setup(build) {
    build.onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) => {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      const inside =
        kind === 'entry-point' ||
        path.startsWith('@hexpedition/') ||
        existsSync(join(root, 'apps/server/node_modules', name));
      return inside ? undefined : { path, external: true };
    });
  },
};

/** The server, and the scripts of the threads that it starts (`map-compiler.ts`, `reading-thread.ts`), which lie beside it. */
export const serverEntries = {
  main: 'apps/server/src/main.ts',
  'compile.worker': 'apps/server/src/features/maps/compile.worker.ts',
  'read.worker': 'apps/server/src/features/content/sources/read.worker.ts',
};

/** @returns esbuild's options; a build adds its `entryPoints`, its `outdir` and perhaps more plugins */
export const bundleOptions = (...plugins) => ({
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [packagesStayOutside, ...plugins],
});
