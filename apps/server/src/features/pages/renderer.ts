import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** What the web side's server entry offers; `apps/web/src/entry-server.tsx` has the same words. */
export interface ServerEntry {
  render(request: {
    url: string;
    origin: string;
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
  /** The paths of the API that were read. */
  tags: ReadonlySet<string>;
  /** Every call was answered properly. A page that could be rendered although one was not must not be kept. */
  complete: boolean;
}

/** The built entry of the web side. It lies outside the server's bundle, which knows nothing of React. */
export async function loadServerEntry(distDir: string): Promise<ServerEntry> {
  return import(pathToFileURL(join(distDir, 'server/entry-server.js')).href);
}

/** Renders pages by asking this very server's API, without credentials. */
export function createRenderer({
  app,
  origin,
  apiHeaders = () => ({}),
}: {
  app: FastifyInstance;
  origin: string;
  apiHeaders?: (() => Record<string, string>) | undefined;
}) {
  return async (entry: ServerEntry, url: string, extraCss: readonly string[] = []): Promise<RenderedPage> => {
    const tags = new Set<string>();
    let complete = true;
    let isUnavailable = false;
    const result = await entry.render({
      url,
      origin,
      extraCss,
      transport: async ({ method, url: call }) => {
        // Rendering only reads. A page that wrote would write for nobody.
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
    // A page that lacks what it shows because the database is away is worth another try.
    const status = result.status === 500 && isUnavailable ? 503 : result.status;
    return { ...result, status, tags, complete };
  };
}
