import fastify from 'fastify';
import { openDb } from '../../apps/server/src/platform/db/db.ts';
import { answerParent } from '../machine/children.ts';

export interface BareWebhook {
  port: number;
  databaseUrl: string;
}

/** Stores each event with the minimum of work: a Fastify that inserts the bytes into its own table and responds. */
answerParent(async ({ port, databaseUrl }: BareWebhook) => {
  const { pool } = openDb(databaseUrl);
  await pool.query('create table if not exists bare_events (id text primary key, body text not null)');
  const app = fastify();
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post<{ Body: string }>('/api/paddle/webhook', async ({ body }) => {
    const { event_id } = JSON.parse(body) as { event_id: string };
    await pool.query('insert into bare_events values ($1, $2) on conflict do nothing', [event_id, body]);
    return {};
  });
  await app.listen({ host: '127.0.0.1', port });
});
