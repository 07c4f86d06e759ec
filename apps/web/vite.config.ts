import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { chunkGroups } from './vite/chunk-groups.ts';
import { cssLayers } from './vite/css-layers.ts';
import { precompress } from './vite/precompress.ts';
import { routeAssets } from './vite/route-assets.ts';
import { startUpScript } from './vite/start-up-plugin.ts';
import { xtermStyles } from './vite/xterm-styles.ts';

const out = (name: string) => new URL(`../../${process.env.WEB_OUT ?? 'dist/web'}/${name}`, import.meta.url).pathname;

/**
 * Ignores two warnings: a module may be imported statically on one page and dynamically on another, and plugins are
 * slow on a slow machine.
 */
const onLog: Rolldown.InputOptions['onLog'] = (level, log, write) => {
  if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && log.code !== 'PLUGIN_TIMINGS') write(level, log);
};

/** `npx vite build --app -c apps/web/vite.config.ts` builds both sides, the client first. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loaders are split with their page, so that the first load contains no other page's queries. Exception: the
      // map's routes (`codeSplitGroupings`), so that moving between hexes does not wait for anything.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'loader', 'pendingComponent'], ['errorComponent'], ['notFoundComponent']],
      },
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.(test|module)\\.',
      quoteStyle: 'single',
      // Without the environment's name, editing a route crashes the development server.
      plugin: { vite: { environmentName: 'client' } },
    }),
    react(),
    xtermStyles(),
    cssLayers(),
    routeAssets(out('client')),
    startUpScript(),
    precompress(),
  ],
  // All entries at the start: a dependency that is found later reloads the page during use.
  // xterm is a single module, and prebundled modules bypass our plugins.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.*'], exclude: ['@xterm/xterm'] },
  // React has had this hook since version 18; excludes the package's shim for older versions.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js' },
  },
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      // Short names: the map has about a thousand.
      ...(command === 'build' ? { generateScopedName: '_[hash:base64:5]' } : {}),
    },
  },
  environments: {
    client: {
      build: {
        outDir: out('client'),
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        // No inlining: a data: URL in CSS would need a wider Content Security Policy for fonts.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // Preload only style sheets: the lists of scripts would be a tenth of the core, and scripts import what they
          // need.
          resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
        },
        rollupOptions: {
          onLog,
          input: { 'entry-client': 'src/entry-client.ts', sw: 'src/offline/service-worker.ts' },
          output: {
            // The service worker needs a fixed address at the root, because its scope is everything below it.
            entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
    },
    ssr: {
      // The build is one file without packages; in development React must stay external, as CommonJS.
      resolve: command === 'build' ? { noExternal: true } : {},
      // Otherwise React's development build is bundled too, and parsed at each start.
      define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
      build: {
        outDir: out('server'),
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        minify: false,
        rollupOptions: { onLog, input: 'src/entry-server.tsx', output: { entryFileNames: 'entry-server.js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      // The server build reads the client's manifest, so the order is fixed.
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
}));
