import { join } from 'node:path';
import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import { createAccessTokens } from '#features/accounts/access-token';
import { accountRoutes } from '#features/accounts/accounts.routes';
import { createAccountService } from '#features/accounts/accounts.service';
import { authenticate } from '#features/accounts/authenticate';
import { createProofOfWork } from '#features/accounts/pow';
import { createSessionService } from '#features/accounts/sessions.service';
import { contentRoutes } from '#features/content/content.routes';
import { docsRoutes } from '#features/docs/docs.routes';
import { createLabs } from '#features/labs/labs.public';
import { leaderboardRoutes } from '#features/leaderboard/leaderboard.routes';
import type { DevPages } from '#features/pages/pages.dev';
import { createFastPath, type PageCache } from '#features/pages/pages.public';
import { registerPages } from '#features/pages/pages.routes';
import { progressRoutes } from '#features/progress/progress.routes';
import { createProgressService } from '#features/progress/progress.service';
import { healthRoutes } from '#features/system/health.routes';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import { apiNotFound } from '#platform/http/error-handler';
import { createRateLimiter } from '#platform/http/rate-limit';
import { createServer } from '#platform/http/server';
import { projectRoot } from '#platform/paths';
import type { Secrets } from '#platform/secrets';
import { startSweeps } from '#platform/sweeps';

export interface AppDeps {
  config: Config;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  /** What runs labs; the embedded driver when left out. */
  labRuntime?: LabRuntime;
  /** The web side; left out by tests of the API alone. */
  web?: { distDir: string; cache: PageCache; dev?: (app: FastifyInstance) => Promise<DevPages> };
}

/** The composition root: what there is, what it is made of, and who may call it. */
export async function createApp({ config, db, clock, secrets, labRuntime, web }: AppDeps): Promise<FastifyInstance> {
  const limiter = createRateLimiter({ db, clock });
  const labsFolder = join(projectRoot, 'labs');
  const labs = createLabs({ config, db, clock, secrets, limiter, folder: labsFolder, runtime: labRuntime });
  const app = createServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    serverFactory: labs.serverFactory(web && !web.dev ? createFastPath(web.cache) : undefined),
  });
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  const tokens = createAccessTokens(secrets.key('access-token'), clock);
  const sessions = createSessionService({ db, clock, tokens });
  const pow = createProofOfWork({ db, clock, key: secrets.key('proof-of-work'), cost: config.powCost });
  const accounts = createAccountService({ db, sessions, register: config.register });
  const progress = createProgressService({ db, clock });
  const switches = () => ({ paddle: false, login: true, register: config.register, msg: '' });

  healthRoutes(app, { db, isStopping: () => isStopping });
  await docsRoutes(app);

  // Everything below /api knows who asks, and holds each route to the access that the contract declares.
  await app.register(async (api) => {
    authenticate(api, sessions);
    api.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    accountRoutes(api, { db, accounts, sessions, pow, limiter });
    contentRoutes(api, { db, switches, limiter });
    progressRoutes(api, { db, progress, limiter });
    leaderboardRoutes(api, { db });
    labs.routes(api);
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

  // Pages do not: they are the same for everybody.
  if (web) {
    await app.register(async (pages) => {
      const { distDir, cache } = web;
      await registerPages(pages, { distDir, cache, publicUrl: config.publicUrl, dev: await web.dev?.(app) });
    });
  }

  labs.attach(app);
  startSweeps(app, [limiter.sweep, pow.sweep]);
  return app;
}
