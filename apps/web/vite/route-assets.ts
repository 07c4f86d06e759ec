import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Manifest, ManifestChunk, Plugin } from 'vite';

const name = 'virtual:route-assets';

interface RouteAssets {
  css?: string[];
  preloads?: string[];
  scripts?: { attrs: Record<string, string | boolean> }[];
}

/**
 * `virtual:route-assets`: route id → the files that its page needs, in the shape of the router's server manifest.
 * In the build it is read from Vite's client manifest; in development there is only the entry.
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

/** In order, so without `async`: the refresh preamble has to run before any component is loaded. */
const development = [
  { attrs: { type: 'module' }, children: react.preambleCode.replace('__BASE__', '/') },
  { attrs: { type: 'module', src: '/@vite/client' } },
  { attrs: { type: 'module', src: '/src/entry-client.tsx' } },
];

const entry = (src: string) => ({ attrs: { type: 'module', src, async: true } });

function fromManifest(root: string, clientDir: string): Record<string, RouteAssets> {
  const manifest: Manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'));
  const main = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!main) throw new Error('The client build has no entry.');
  const first = closure(manifest, main);
  const shared = new Set(first);
  const routes: Record<string, RouteAssets> = {
    __root__: {
      css: cssOf(first),
      preloads: first.map((chunk) => `/${chunk.file}`),
      scripts: [entry(`/${main.file}`)],
    },
  };
  for (const [key, chunk] of Object.entries(manifest)) {
    const [file, split] = key.split('?tsr-split=');
    if (!file || split !== 'component') continue;
    const own = closure(manifest, chunk).filter((item) => !shared.has(item));
    const id = routeId(readFileSync(join(root, file), 'utf8'));
    if (id) routes[id] = { css: cssOf(own), preloads: own.map((item) => `/${item.file}`) };
  }
  return routes;
}

/** A chunk and all that it imports statically. */
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

/** The router's generator keeps this argument equal to the id of the route. */
const routeId = (source: string) => /createFileRoute\(\s*(['"])(.+?)\1/.exec(source)?.[2];
