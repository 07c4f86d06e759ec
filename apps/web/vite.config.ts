import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cssLayers } from './vite/css-layers.ts';
import { precompress } from './vite/precompress.ts';
import { routeAssets } from './vite/route-assets.ts';

const out = (name: string) => new URL(`../../${process.env.WEB_OUT ?? 'dist/web'}/${name}`, import.meta.url).pathname;

/** `npx vite build --app -c apps/web/vite.config.ts` builds both sides, the client first. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.(test|module)\\.',
      quoteStyle: 'single',
      // Without the environment's name, editing a route ends the development server.
      plugin: { vite: { environmentName: 'client' } },
    }),
    react(),
    cssLayers(),
    routeAssets(out('client')),
    precompress(),
  ],
  // All of them at the start: one that is found later reloads the page under the user's hands.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.*'] },
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
        modulePreload: { polyfill: false },
        rollupOptions: {
          input: 'src/entry-client.tsx',
          output: {
            // Two files instead of two dozen: what npm brings, which browsers keep from one release to the next, and
            // what every page of ours uses.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
                },
                { name: 'core', test: /apps\/web\/src\/(?:ui|lib|shell)\// },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The build is one file without packages; in development React must stay outside, as CommonJS.
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: out('server'),
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        minify: false,
        rollupOptions: { input: 'src/entry-server.tsx', output: { entryFileNames: 'entry-server.js' } },
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
