import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { renderedUrl } from './page-key.ts';

/** API of the web app's server entry; must match `apps/web/src/entry-server.tsx`. */
export interface ServerEntry {
  render(request: {
    url: string;
    origin: string;
    canonicalPath?: string;
    transport: (request: {
      method: string;
      url: string;
      body?: unknown;
      headers?: Record<string, string>;
    }) => Promise<{ status: number; json: unknown; retryAfter?: string | null }>;
    extraCss?: readonly string[];
  }): Promise<{ status: number; html: string; redirect?: string }>;
}

export interface RenderedPage {
  status: number;
  html: string;
  redirect?: string;
  /** API paths that were read. */
  tags: ReadonlySet<string>;
  /** True if every API call succeeded. A page rendered despite a failed call must not be cached. */
  complete: boolean;
}

/** Loads the built entry of the web app. It is outside the server bundle, which does not contain React. */
export async function loadServerEntry(distDir: string): Promise<ServerEntry> {
  return import(pathToFileURL(join(distDir, 'server/entry-server.js')).href);
}

/** Renders pages with data from this server's own API, without credentials. */
export function createRenderer({
  app,
  origin,
  apiHeaders = () => ({}),
}: {
  app: FastifyInstance;
  origin: string;
  apiHeaders?: (() => Record<string, string>) | undefined;
}) {
  return async (entry: ServerEntry, key: string, extraCss: readonly string[] = []): Promise<RenderedPage> => {
    const tags = new Set<string>();
    let complete = true;
    let isUnavailable = false;
    const result = await entry.render({
      ...renderedUrl(key),
      origin,
      extraCss,
      transport: async ({ method, url: call }) => {
        // Rendering only reads: a write would have no account.
        if (method !== 'GET') throw new Error(`${method} ${call} was called while rendering.`);
        tags.add(call.split('?', 1)[0] ?? call);
        const headers = { ...apiHeaders(), accept: 'application/json' };
        const answer = await app.inject({ method: 'GET', url: call, headers });
        if (answer.statusCode >= 500 || answer.statusCode === 429) complete = false;
        if (answer.statusCode === 503) isUnavailable = true;
        const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
        return { status: answer.statusCode, json: isJson ? answer.json() : undefined };
      },
    });
    // A page that failed because the database is unavailable is worth a retry.
    const status = result.status === 500 && isUnavailable ? 503 : result.status;
    return { ...result, status, tags, complete };
  };
}
