import fastify from 'fastify';
import { openDb, statementName } from '../../apps/server/src/platform/db/db.ts';
import { answerParent } from '../machine/children.ts';
import type { Statement } from './capture.ts';

export interface BareApi {
  port: number;
  databaseUrl: string;
  /** The routes as Fastify writes them, such as `/api/training/:slug`. */
  routes: string[];
  /** The statements to run for a request, by its address and its Authorization header; see `keyOf`. */
  plans: Map<string, Statement[][]>;
}

export const keyOf = (url: string, authorization: string | undefined) => `${url} ${authorization ?? ''}`;

/**
 * Runs a minimal Fastify server: no schemas, no log, no authentication. For each request it runs the platform's
 * statements with their parameters, on a pool of the same size, in parallel and prepared where the platform does so, and
 * sends the rows.
 */
answerParent(async ({ port, databaseUrl, routes, plans }: BareApi) => {
  const { pool } = openDb(databaseUrl);
  const app = fastify();
  for (const route of routes) {
    app.get(route, async ({ url, headers }) => {
      const plan = plans.get(keyOf(url, headers.authorization));
      if (!plan) throw new Error(`There are no statements for ${url}.`);
      const rows: unknown[] = [];
      for (const together of plan) {
        const results = await Promise.all(together.map((one) => pool.query({ name: statementName(one.text), ...one })));
        rows.push(...results.map((result) => result.rows));
      }
      return rows;
    });
  }
  await app.listen({ host: '127.0.0.1', port });
});
