import type { FastifyInstance } from 'fastify';
import { createAccessTokens } from '#features/accounts/access-token';
import { accountRoutes } from '#features/accounts/accounts.routes';
import { createAccountService } from '#features/accounts/accounts.service';
import { authenticate } from '#features/accounts/authenticate';
import { createProofOfWork } from '#features/accounts/pow';
import { createSessionService } from '#features/accounts/sessions.service';
import { docsRoutes } from '#features/docs/docs.routes';
import { leaderboardRoutes } from '#features/leaderboard/leaderboard.routes';
import { progressRoutes } from '#features/progress/progress.routes';
import { createProgressService } from '#features/progress/progress.service';
import { healthRoutes } from '#features/system/health.routes';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import { apiNotFound } from '#platform/http/error-handler';
import { createRateLimiter } from '#platform/http/rate-limit';
import { createServer } from '#platform/http/server';
import type { Secrets } from '#platform/secrets';
import { startSweeps } from '#platform/sweeps';

export interface AppDeps {
  config: Config;
  db: Db;
  clock: Clock;
  secrets: Secrets;
}

/** The composition root: what there is, what it is made of, and who may call it. */
export async function createApp({ config, db, clock, secrets }: AppDeps): Promise<FastifyInstance> {
  const app = createServer({ logLevel: config.logLevel, trustProxy: config.trustProxy });
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  const limiter = createRateLimiter({ db, clock });
  const tokens = createAccessTokens(secrets.key('access-token'), clock);
  const sessions = createSessionService({ db, clock, tokens });
  const pow = createProofOfWork({ db, clock, key: secrets.key('proof-of-work'), cost: config.powCost });
  const accounts = createAccountService({ db, sessions, register: config.register });
  const progress = createProgressService({ db, clock });

  healthRoutes(app, { db, isStopping: () => isStopping });
  await docsRoutes(app);

  await app.register(async (api) => {
    authenticate(api, sessions);
    api.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    accountRoutes(api, { db, accounts, sessions, pow, limiter });
    progressRoutes(api, { db, progress, limiter });
    leaderboardRoutes(api, { db });
    api.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
      url: '/api/*',
      config: { access: 'public' },
      schema: { hide: true },
      handler: () => {
        throw apiNotFound();
      },
    });
  });

  startSweeps(app, [limiter.sweep, pow.sweep]);
  return app;
}
