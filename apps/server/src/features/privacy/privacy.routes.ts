import { consentConfigName } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import { readRates } from './consent-rates.read-model.ts';
import { readReceipts } from './consent-receipts.read-model.ts';
import { assertManager, type createSubmit } from './consent-submissions.service.ts';
import { presentFacts, presentServed, presentVersion } from './privacy.presenter.ts';
import { findDraft, findVersion, readVersions } from './privacy.read-model.ts';
import { type PrivacyService, selectActive } from './privacy.service.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  configService: PrivacyService;
  submit: ReturnType<typeof createSubmit>;
}

/** Registers the endpoints that visitors' browsers call. */
export async function privacyManagerRoutes(app: FastifyInstance, { config, db, submit }: Deps): Promise<void> {
  /** With `testing`, also returns the draft if there is one. */
  const readServed = async (manager: string, testing: string | undefined) => {
    assertManager(manager);
    const [active, draft] = await Promise.all([selectActive(db), testing === 'true' ? findDraft(db) : undefined]);
    return [presentServed(active, 'active'), ...(draft ? [presentServed(draft, 'draft')] : [])] as const;
  };

  registerEndpoints(app, {
    'GET /v1/privacy-managers/:id/config.json': async ({ params, query }) => {
      const [active, draft] = await readServed(params.id, query.testing);
      if (query.name !== consentConfigName) throw notFound('configuration');
      return draft ?? active;
    },

    'GET /v1/privacy-managers/:id/configs.json': async ({ params, query }) => [
      ...(await readServed(params.id, query.testing)),
    ],

    'GET /api/config/privacy': async () => presentFacts(await selectActive(db), config),
  });

  await app.register(async (scope) => {
    // Klaro sends JSON as text/plain, which needs no preflight.
    scope.removeContentTypeParser('text/plain');
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    registerEndpoints(scope, {
      'POST /v1/privacy-managers/:id/submit': async ({ params, body, request }) => {
        // text/plain needs no preflight, so pages of other sites could submit decisions that visitors never made.
        if (request.headers['sec-fetch-site'] === 'cross-site') {
          throw new AppError('forbidden', 'Only pages of this site can submit a consent decision.');
        }
        await submit(params.id, networkOf(request.ip), body);
        return {};
      },
    });
  });
}

/** Registers the endpoints for superusers. */
export function privacyAdminRoutes(app: FastifyInstance, { db, clock, configService }: Deps): void {
  registerEndpoints(app, {
    'GET /api/admin/privacy': () => configService.read(),

    'PUT /api/admin/privacy/draft': ({ viewer, body }) => configService.saveDraft(viewer.pk, body),

    'DELETE /api/admin/privacy/draft': ({ viewer, query }) => configService.discardDraft(viewer.pk, query.revision),

    'POST /api/admin/privacy/publish': ({ viewer, body }) => configService.publish(viewer.pk, body.revision),

    'GET /api/admin/privacy/versions': ({ query: { limit, cursor } }) =>
      readVersions(db, limit, parseCursor(cursor, 9)),

    'GET /api/admin/privacy/versions/:number': async ({ params }) => {
      const version = await findVersion(db, params.number);
      if (!version) throw notFound('configuration');
      return presentVersion(version);
    },

    'GET /api/admin/privacy/rates': async ({ query }) =>
      readRates(db, (await selectActive(db)).config, query.days, clock.now()),

    'GET /api/admin/privacy/records': ({ query: { limit, cursor, type } }) =>
      readReceipts(db, { limit, type, before: parseCursor(cursor, 18) }),
  });
}

/** @throws AppError invalid_request if the cursor has more digits than any key */
function parseCursor(cursor: string | undefined, digits: number): string | undefined {
  if (cursor !== undefined && cursor.length > digits) {
    throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  }
  return cursor;
}
