import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { cssLayers } from './vite/css-layers.ts';
import { leanReact } from './vite/lean-react.ts';
import { precompress } from './vite/precompress.ts';
import { routeAssets } from './vite/route-assets.ts';
import { startUpScript } from './vite/start-up-plugin.ts';
import { xtermStyles } from './vite/xterm-styles.ts';

const out = (name: string) => new URL(`../../${process.env.WEB_OUT ?? 'dist/web'}/${name}`, import.meta.url).pathname;

/**
 * Modules of every page. Excludes what the shell loads on demand, what only some pages use, and the tokens, which
 * belong to the entry's style sheet.
 */
const isCore = (id: string) =>
  /apps\/web\/src\/(?:(?:ui|lib|shell)\/|hydrate\.|entities\/(?:(?:training|lab|map|progress)\/(?:training|lab|map|overview)-queries|training\/(?:lazy-why-locked|sponsored-by)|progress\/visitor-progress|site\/use-features|account\/tier-access|consent\/use-consent)\.)/.test(
    id,
  ) &&
  !/\/(?:palette\/(?:palette\.|palette-option|palette-entries|use-)|user-menu|versions-badge|member-banners|bars\/(?:running-labs|admin-menu)|admin-pages|impersonation-banner|shortcut-list|plain-layout|shell\/consent\/(?!consent-host\.)|lib\/consent\/(?!(?:stored-consent|open-consent)\.)|lib\/matomo|map-backdrop|ui\/(?:tokens|avatar|avatar-shape|menu|empty-state|page|checkbox|switch|text-area|text-field|password-field|select-field|page-links|load-error|field|form|form-status|load-more|tabs|tooltip|back-link|subject-head|file-field|use-file-drop|editor-icons)\.|ui\/(?:code|prose)\/|lib\/(?:clock-text|file-size|countdown-text|copy-text|focus-pane|problem-text|save-file|slug-of)\.)/.test(
    id,
  );

/**
 * The list of a lesson's module kinds, the component that renders one, and the style sheets of all kinds. The scripts
 * of a kind are loaded with it. Needed because the lesson editor renders modules too: otherwise a lesson would load two
 * more files.
 */
const isModuleKind = (id: string) =>
  /apps\/web\/src\/entities\/lesson\/(?:(?:module-kinds|lesson-modules|lazy-part)\.|(?:\w+\/)?(?:demo-module|drill-module|file-module|flag-module|lab-module|poll-module|quiz|video)\.module\.css)/.test(
    id,
  ) || isLazyPartStyle(id);

/**
 * Style sheets of lesson parts that the server renders and a lazily loaded script hydrates: quizzes, flags, the end of
 * the lesson, notes. If they were loaded with the script, the page would shift and presses at that moment would be
 * lost.
 */
const isLazyPartStyle = (id: string) =>
  /apps\/web\/src\/(?:ui\/field|entities\/(?:flag\/flag-box|lab\/instance\/instance-panel)|features\/learn\/(?:lesson\/lesson-(?:foot|notes)|outline\/prev-next-nav))\.module\.css/.test(
    id,
  );

/** Modules of the learner's maps without lazily loaded parts; the editor shares them. */
const isMap = (id: string) =>
  /apps\/web\/src\/features\/map\/(?:atlas|camera|overlay|scene|map-)/.test(id) &&
  !/\/(?:camera\/fit-map|overlay\/(?:map-detail\.tsx|map-extras|tour|follow-hex|graticule|minimap|canvas-layer|place-map-card)|scene\/(?:crowding|map-marks|name-box)|atlas\/testing)\b/.test(
    id,
  );

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
    leanReact(),
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
  css: { modules: { localsConvention: 'camelCaseOnly' } },
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
            // Two files instead of two dozen: npm packages, which browsers cache across releases, and our code that
            // every page uses.
            codeSplitting: {
              groups: [
                // The entry needs it and must not wait for anything else.
                { name: 'preload-helper', test: /vite\/preload-helper/, priority: 1 },
                {
                  name: 'vendor',
                  test: /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
                },
                { name: 'core', test: isCore },
                // Server-rendered modules need their style sheets before their own script loads.
                { name: 'modules', test: isModuleKind },
                { name: 'map', test: isMap },
              ],
            },
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
