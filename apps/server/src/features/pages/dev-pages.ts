import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ServerEntry } from './page-renderer.ts';

export interface DevPages {
  middlewares: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  entry: () => Promise<ServerEntry>;
  /** Stylesheets that the server's modules have loaded so far; they prevent a flash of unstyled content. */
  css: () => string[];
  close: () => Promise<void>;
}

/** The used part of Vite's API: its own types would make the server's type check depend on the web tools. */
interface Vite {
  createServer(options: object): Promise<ViteServer>;
}
interface ViteServer {
  middlewares: DevPages['middlewares'];
  close: () => Promise<void>;
  environments: {
    ssr: {
      runner: { import: (path: string) => Promise<ServerEntry> };
      moduleGraph: { urlToModuleMap: Map<string, unknown> };
    };
  };
}

/** Runs Vite inside this server for `npm run dev`: pages are rendered from the sources, and edits appear at once. */
export async function createDevPages(server: Server, projectRoot: string): Promise<DevPages> {
  const name = 'vite';
  const { createServer }: Vite = await import(name);
  const vite = await createServer({
    configFile: join(projectRoot, 'apps/web/vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  const { runner, moduleGraph } = vite.environments.ssr;
  return {
    middlewares: vite.middlewares,
    entry: () => runner.import('/src/entry-server.tsx'),
    css: () => [...moduleGraph.urlToModuleMap.keys()].filter((url) => /\.css$/.test(url)).map((url) => `${url}?direct`),
    close: () => vite.close(),
  };
}
