import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Hexmap, MapDocument } from '@hexpedition/contract';
import { decodeRuns, hexOf, toPixel } from '@hexpedition/hexkit';
import { projectRoot } from '../../apps/server/src/platform/paths.ts';
import { iconPaths } from '../../apps/web/src/ui/icon-paths.ts';
import { freePort } from '../machine/port.ts';
import type { FlowMap } from './page.tsx';

/** Serves the page that draws a map with React Flow, and calls `use` with its address. */
export async function withReactFlow<T>(
  document: MapDocument,
  compiled: Hexmap,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const html = await pageOf(flowMapOf(document, compiled));
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html; charset=utf-8').end(html));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function flowMapOf(document: MapDocument, { continents, paths }: Hexmap): FlowMap {
  const hexes = document.continents.flatMap(({ cells, colour }) =>
    [...decodeRuns(cells)].map((key) => ({ ...toPixel(hexOf(key)), colour })),
  );
  const trainings = continents.flatMap(({ trainings: all, colour }) =>
    all.map(({ slug, x, y, icon }) => {
      const sign = iconPaths[icon as keyof typeof iconPaths];
      return { ref: `training:${slug}`, x, y, colour, name: slug, sign };
    }),
  );
  const edges = paths.flatMap((path) => path.edges.map(({ from, to, d }) => ({ from, to, d })));
  return { hexes, trainings, edges };
}

/** The page is one response, so that the comparison excludes the network. */
async function pageOf(map: FlowMap): Promise<string> {
  const { build } = await import('esbuild');
  const folder = join(projectRoot, 'bench/react-flow');
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.tsx')],
    bundle: true,
    minify: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const styles = [join(projectRoot, 'node_modules/@xyflow/react/dist/style.css'), join(folder, 'page.css')];
  const css = await Promise.all(styles.map((path) => readFile(path, 'utf8')));
  const safe = (text: string) => text.replaceAll('</script', '<\\/script');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>React Flow</title><style>${css.join('\n')}</style>
<div id="root"></div><script type="application/json" id="map">${safe(JSON.stringify(map))}</script>
<script>${safe(outputFiles[0]?.text ?? '')}</script></html>`;
}
