import { type BuiltInService, builtInServices, type PrivacyFeatures } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { featuresOf } from './consent-config.ts';
import { createReceiptsSweep } from './consent-receipts.sweep.ts';
import { createSubmit } from './consent-submissions.service.ts';
import { matomoFeatures, matomoSources } from './matomo-sources.ts';
import { findActiveId } from './privacy.read-model.ts';
import { privacyAdminRoutes, privacyManagerRoutes } from './privacy.routes.ts';
import { createPrivacyService, selectActive } from './privacy.service.ts';
import { syncPrivacy } from './privacy.sync.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** Creates the privacy feature. */
export function createPrivacy({ config, db, clock, limiter }: Deps) {
  const needed = neededServices(config);
  const submit = createSubmit({ db, clock, limiter });
  const configService = createPrivacyService({ db, clock, needed });

  /** Cached for all pages. A published configuration never changes, so its id shows whether the cache is current. */
  let cached: PrivacyFeatures | undefined;
  async function readFeatures(): Promise<PrivacyFeatures> {
    const now = await findActiveId(db);
    if (!cached || cached.config !== now?.id) {
      const active = await selectActive(db);
      cached = featuresOf(active.id, active.config);
    }
    return cached;
  }

  return {
    readFeatures,
    matomo: matomoFeatures(config),
    /** CSP sources of every page. */
    sources: matomoSources(config),
    /** Must finish before the server accepts requests. */
    sync: () => syncPrivacy({ db, clock, needed }),
    sweep: createReceiptsSweep({ db, clock }),
    async routes(api: FastifyInstance): Promise<void> {
      const parts = { config, db, clock, configService, submit };
      await privacyManagerRoutes(api, parts);
      privacyAdminRoutes(api, parts);
    },
  };
}

/** Returns the built-in services that the operator's settings enable. */
function neededServices({ paddle, paddleSandbox, matomoUrl }: Config): BuiltInService[] {
  // The processes on one database share the configuration, but only the first one runs the sandbox.
  const sells = paddle !== null || paddleSandbox;
  const isUsed = { platform: true, paddle: sells, matomo: matomoUrl !== null, youtube: true };
  return builtInServices.filter((name) => isUsed[name]);
}
