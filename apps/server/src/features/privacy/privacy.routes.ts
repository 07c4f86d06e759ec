import { consentConfigName } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import { presentFacts, presentServed, presentVersion } from './privacy.presenter.ts';
import { findDraft, findVersion, readVersions } from './privacy.read-model.ts';
import { type PrivacyService, selectActive } from './privacy.service.ts';
import { readRates } from './rates.read-model.ts';
import { readRecords } from './records.read-model.ts';
import { type createSubmissions, expectManager } from './submissions.service.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  desk: PrivacyService;
  submit: ReturnType<typeof createSubmissions>;
}

/** What visitors' browsers ask and tell. */
export async function managerRoutes(app: FastifyInstance, { config, db, submit }: Deps): Promise<void> {
  /** With `testing` the draft too, where there is one. */
  const readServed = async (manager: string, testing: string | undefined) => {
    expectManager(manager);
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
    // Klaro sends its JSON as text, which needs no preflight.
    scope.removeContentTypeParser('text/plain');
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    registerEndpoints(scope, {
      'POST /v1/privacy-managers/:id/submit': async ({ params, body, request }) => {
        // Text needs no preflight, so any page could have its visitors' browsers tell what they never decided.
        if (request.headers['sec-fetch-site'] === 'cross-site') {
          throw new AppError('forbidden', 'What is decided here is told by this site’s own pages.');
        }
        await submit(params.id, networkOf(request.ip), body);
        return {};
      },
    });
  });
}

/** What superusers see and change. */
export function deskRoutes(app: FastifyInstance, { db, clock, desk }: Deps): void {
  registerEndpoints(app, {
    'GET /api/admin/privacy': () => desk.read(),

    'PUT /api/admin/privacy/draft': ({ viewer, body }) => desk.saveDraft(viewer.pk, body),

    'DELETE /api/admin/privacy/draft': ({ viewer, query }) => desk.discardDraft(viewer.pk, query.revision),

    'POST /api/admin/privacy/publish': ({ viewer, body }) => desk.publish(viewer.pk, body.revision),

    'GET /api/admin/privacy/versions': ({ query: { limit, cursor } }) => readVersions(db, limit, placeOf(cursor, 9)),

    'GET /api/admin/privacy/versions/:number': async ({ params }) => {
      const version = await findVersion(db, params.number);
      if (!version) throw notFound('configuration');
      return presentVersion(version);
    },

    'GET /api/admin/privacy/rates': async ({ query }) =>
      readRates(db, (await selectActive(db)).config, query.days, clock.now()),

    'GET /api/admin/privacy/records': ({ query: { limit, cursor, type } }) =>
      readRecords(db, { limit, type, before: placeOf(cursor, 18) }),
  });
}

/** @throws AppError invalid_request where it has more digits than any key */
function placeOf(cursor: string | undefined, digits: number): string | undefined {
  if (cursor !== undefined && cursor.length > digits) {
    throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  }
  return cursor;
}
