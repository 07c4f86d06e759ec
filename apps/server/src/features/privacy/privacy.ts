import { type OwnService, ownServices, type PrivacyFeatures } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { featuresOf } from './consent-config.ts';
import { matomoFeatures, matomoSources } from './matomo.ts';
import { findActiveId } from './privacy.read-model.ts';
import { deskRoutes, managerRoutes } from './privacy.routes.ts';
import { createPrivacyService, selectActive } from './privacy.service.ts';
import { syncPrivacy } from './privacy.sync.ts';
import { createRecordsSweep } from './records.sweep.ts';
import { createSubmissions } from './submissions.service.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** The parts of this feature, put together. */
export function createPrivacy({ config, db, clock, limiter }: Deps) {
  const needed = neededServices(config);
  const submit = createSubmissions({ db, clock, limiter });
  const desk = createPrivacyService({ db, clock, needed });

  /** Every page asks for it. A configuration that was published never changes, so its id says whether this is still it. */
  let known: PrivacyFeatures | undefined;
  async function readFeatures(): Promise<PrivacyFeatures> {
    const now = await findActiveId(db);
    if (!known || known.config !== now?.id) {
      const active = await selectActive(db);
      known = featuresOf(active.id, active.config);
    }
    return known;
  }

  return {
    readFeatures,
    matomo: matomoFeatures(config),
    /** What every page lets in. */
    sources: matomoSources(config),
    /** Has to be done before anything is served. */
    sync: () => syncPrivacy({ db, clock, needed }),
    sweep: createRecordsSweep({ db, clock }),
    async routes(api: FastifyInstance): Promise<void> {
      const parts = { config, db, clock, desk, submit };
      await managerRoutes(api, parts);
      deskRoutes(api, parts);
    },
  };
}

/** Our services that the platform can use as the operator has set it up. */
function neededServices({ paddle, paddleSandbox, matomoUrl }: Config): OwnService[] {
  // Of several processes on one database, the sandbox runs in the first alone, and they share the configuration.
  const sells = paddle !== null || paddleSandbox;
  const isUsed = { platform: true, paddle: sells, matomo: matomoUrl !== null, youtube: true };
  return ownServices.filter((name) => isUsed[name]);
}
