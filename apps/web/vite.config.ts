import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { cssLayers } from './vite/css-layers.ts';
import { leanReact } from './vite/lean-react.ts';
import { precompress } from './vite/precompress.ts';
import { routeAssets } from './vite/route-assets.ts';
import { startUpScript } from './vite/start-up.ts';
import { xtermStyles } from './vite/xterm-styles.ts';

const out = (name: string) => new URL(`../../${process.env.WEB_OUT ?? 'dist/web'}/${name}`, import.meta.url).pathname;

/**
 * What every page uses; without what the shell opens on demand, what only some kinds of pages are made of, and the
 * tokens, which belong to the entry's style sheet.
 */
const isCore = (id: string) =>
  /apps\/web\/src\/(?:(?:ui|lib|shell)\/|hydrate\.|features\/(?:(?:\w+\/queries|learn\/(?:locks\/lazy-why-locked|visit\/visits))\.public|company\/sponsored-by)\.)/.test(
    id,
  ) &&
  !/\/(?:palette\/(?:palette\.|palette-option|palette-entries|use-)|user-menu|versions-badge|member-banners|bars\/(?:running-labs|admin-menu)|admin-pages|impersonation-banner|shortcut-list|plain-layout|shell\/consent\/(?!consent-host\.)|lib\/consent\/(?!(?:stored-consent|open-consent)\.)|lib\/matomo|map-backdrop|ui\/(?:tokens|avatar|avatar-shape|menu|empty-state|page|checkbox|switch|text-area|text-field|password-field|select-field|page-links|did-not-load|field|form|form-status|load-more|tabs|tooltip|back-link|subject-head)\.|lib\/(?:countdown-text|copy-text|focus-pane|problem-text|save-file|slug-of)\.)/.test(
    id,
  );

/**
 * The list of a lesson's kinds of modules, what draws one of them, and the style sheets of them all. The scripts of a kind
 * come with the kind. The lesson editor draws modules as well: without this a lesson would be two files more.
 */
const isModuleKind = (id: string) =>
  /apps\/web\/src\/features\/learn\/modules\/(?:(?:module-kinds|lesson-modules|late)\.|(?:\w+\/)?(?:demo-module|file-module|lab-module|poll-module|quiz|video)\.module\.css)/.test(
    id,
  ) || isLateLook(id);

/**
 * The looks of what the server has rendered in a lesson and a late script wakes: fields and buttons of quizzes and flags, the
 * lesson's end, its notes. If they came with the script, all of that would jump, and a press in that moment be lost.
 */
const isLateLook = (id: string) =>
  /apps\/web\/src\/(?:ui\/field|features\/(?:flags\/flag-box|labs\/instance\/instance-panel|learn\/(?:lesson\/lesson-(?:foot|notes)|outline\/neighbours)))\.module\.css/.test(
    id,
  );

/** What the maps of learners are made of, without what comes later: the editor shares it. */
const isMap = (id: string) =>
  /apps\/web\/src\/features\/map\/(?:atlas|camera|overlay|scene|map-)/.test(id) &&
  !/\/(?:camera\/fit-map|overlay\/(?:map-detail\.tsx|map-extras|tour|follow-hex|graticule|minimap|sheet|place-map-card)|scene\/(?:crowding|marks|name-box)|atlas\/testing)\b/.test(
    id,
  );

/**
 * Two warnings are no faults here: a module may be loaded late on one page and at once on another, and plugins take long
 * on a slow machine.
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
      // What a page asks for comes with the page: the first load holds no other page's questions. The map's addresses are
      // an exception (`codeSplitGroupings`): nothing is waited for when one hex leads to another.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'loader', 'pendingComponent'], ['errorComponent'], ['notFoundComponent']],
      },
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.(test|module)\\.',
      quoteStyle: 'single',
      // Without the environment's name, editing a route ends the development server.
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
  // All of them at the start: one that is found later reloads the page under the user's hands.
  // xterm is one module already, and what is put together beforehand does not pass by our plugins.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.*'], exclude: ['@xterm/xterm'] },
  // React has had this hook since 18; the package's copy for older ones stays out.
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
        // Everything is a file: a data: URL in CSS would need a wider Content Security Policy for fonts.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // Only style sheets are asked for beside a script: the lists of scripts behind each page would be a tenth of
          // the core, and a script names what it needs itself.
          resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
        },
        rollupOptions: {
          onLog,
          input: { 'entry-client': 'src/entry-client.ts', sw: 'src/offline/service-worker.ts' },
          output: {
            // The service worker has one address for ever, at the root, because it looks after everything below it.
            entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
            // Two files instead of two dozen: what npm brings, which browsers keep from one release to the next, and
            // what every page of ours uses.
            codeSplitting: {
              groups: [
                // The entry needs it, and is not to wait for anything else.
                { name: 'preload-helper', test: /vite\/preload-helper/, priority: 1 },
                {
                  name: 'vendor',
                  test: /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
                },
                { name: 'core', test: isCore },
                // What the server renders of a module needs its looks before the module's own script comes.
                { name: 'modules', test: isModuleKind },
                { name: 'map', test: isMap },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The build is one file without packages; in development React must stay outside, as CommonJS.
      resolve: command === 'build' ? { noExternal: true } : {},
      // Without it React's development half is built in as well, and read at each start.
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
      // The server's build reads the client's manifest, so the order is fixed.
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
}));
