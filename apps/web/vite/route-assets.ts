import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Manifest, ManifestChunk, Plugin } from 'vite';

const name = 'virtual:route-assets';

interface RouteAssets {
  css?: string[];
  scripts?: { attrs: Record<string, string | boolean> }[];
}

/**
 * `virtual:route-assets`: route id → files that its page needs, in the format of the router's server manifest. A build
 * reads them from Vite's client manifest; in development there is only the entry.
 */
export function routeAssets(clientDir: string): Plugin {
  let root = '';
  let building = false;
  return {
    name: 'hexpedition:route-assets',
    configResolved(config) {
      root = config.root;
      building = config.command === 'build';
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return;
      const routes = building ? fromManifest(root, clientDir) : { __root__: { scripts: development } };
      return `export const routes = ${JSON.stringify(routes)};`;
    },
  };
}

/** Without `async`, because the refresh preamble must run before any component is loaded. */
const development = [
  { attrs: { type: 'module' }, children: react.preambleCode.replace('__BASE__', '/') },
  { attrs: { type: 'module', src: '/@vite/client' } },
  { attrs: { type: 'module', src: '/src/entry-client.ts' } },
];

const entry = (src: string) => ({ attrs: { type: 'module', src, async: true } });

/** Script element that the browser ignores: the entry requests it after the first paint. */
const deferred = ({ file }: ManifestChunk) => ({ attrs: { type: 'deferred', src: `/${file}` } });

function fromManifest(root: string, clientDir: string): Record<string, RouteAssets> {
  const manifest: Manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'));
  const main = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!main) throw new Error('The client build has no entry.');
  const [hydration] = main.dynamicImports ?? [];
  if (!hydration || !manifest[hydration]) throw new Error('The entry does not import the hydration script.');
  const first = [...new Set([...closure(manifest, main), ...closure(manifest, manifest[hydration])])];
  const shared = new Set(first);
  const routes: Record<string, RouteAssets> = {
    __root__: {
      css: cssOf(first),
      scripts: [entry(`/${main.file}`), ...first.slice(1).map(deferred)],
    },
  };
  for (const [key, chunk] of Object.entries(manifest)) {
    const [file, split] = key.split('?tsr-split=');
    if (!file || !split?.split('---').includes('component')) continue;
    const own = closure(manifest, chunk).filter((item) => !shared.has(item));
    const id = routeId(readFileSync(join(root, file), 'utf8'));
    if (id) routes[id] = { css: cssOf(own), scripts: own.map(deferred) };
  }
  return routes;
}

/** Returns a chunk with all its static imports. */
function closure(manifest: Manifest, start: ManifestChunk, seen = new Set<ManifestChunk>()): ManifestChunk[] {
  if (seen.has(start)) return [];
  seen.add(start);
  for (const key of start.imports ?? []) {
    const next = manifest[key];
    if (next) closure(manifest, next, seen);
  }
  return [...seen];
}

const cssOf = (chunks: ManifestChunk[]) =>
  [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`);

/** The router's generator keeps this argument equal to the route id. */
const routeId = (source: string) => /createFileRoute\(\s*(['"])(.+?)\1/.exec(source)?.[2];
