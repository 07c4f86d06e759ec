import type { FastifyInstance } from 'fastify';
import type { SendTestMail } from '#features/mail-templates/mail-templates.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { invalid, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import type { RenderAnnouncement } from './announcement-mail.ts';
import { findAnnouncement, readAnnouncements, readTroubledMails } from './announcements.read-model.ts';
import type { createAnnouncementService } from './announcements.service.ts';
import { countAudience } from './audience/audience.read-model.ts';
import { readAccountMailStatus, readBounces } from './bounces/bounces.read-model.ts';
import type { BounceService } from './bounces/bounces.service.ts';
import { unsubscribeByLink } from './unsubscribe.service.ts';
import type { Unsubscribe } from './unsubscribe.ts';

/** A superuser who types without a pause requests fewer previews than this. */
const previewLimit = { name: 'announcement-preview', hits: 40, seconds: 10 };

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  service: ReturnType<typeof createAnnouncementService>;
  bounces: BounceService;
  unsubscribe: Unsubscribe;
  renderAnnouncement: RenderAnnouncement;
  sendTest: SendTestMail;
}

export function announcementsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, limiter, service, bounces, renderAnnouncement, sendTest } = deps;
  const find = async (pk: number) => {
    const found = await findAnnouncement(db, pk);
    if (!found) throw notFound('announcement');
    return found;
  };

  registerEndpoints(app, {
    'POST /api/account/unsubscribe': async ({ body }) => {
      await unsubscribeByLink(deps, body.user_id, body.hmac);
      return {};
    },

    'GET /api/admin/announcements': ({ query }) => readAnnouncements(db, parseCursor(query.cursor)),

    'POST /api/admin/announcements': async ({ viewer, body }) => ({
      announcement: await service.draft(viewer.pk, body),
    }),

    'POST /api/admin/announcements/audience': ({ body }) => countAudience(db, body.segment, clock.now()),

    'POST /api/admin/announcements/preview': async ({ viewer, body }) => {
      await limiter.take(previewLimit, String(viewer.pk));
      return service.preview(body);
    },

    'GET /api/admin/announcements/:pk': async ({ params }) => ({ announcement: await find(params.pk) }),

    'PUT /api/admin/announcements/:pk': async ({ viewer, params, body }) => ({
      announcement: await service.edit(viewer.pk, params.pk, body),
    }),

    'DELETE /api/admin/announcements/:pk': async ({ viewer, params }) => {
      await service.remove(viewer.pk, params.pk);
      return {};
    },

    'POST /api/admin/announcements/:pk/test': async ({ viewer, params }) => {
      const announcement = await find(params.pk);
      return sendTest(viewer.pk, `announcement:${params.pk}`, async (recipient) =>
        (await renderAnnouncement(announcement)).mailTo(params.pk, recipient),
      );
    },

    'POST /api/admin/announcements/:pk/send': async ({ viewer, params, body }) => ({
      announcement: await service.send(viewer.pk, params.pk, body),
    }),

    'POST /api/admin/announcements/:pk/act': async ({ viewer, params, body }) => ({
      announcement: await service.act(viewer.pk, params.pk, body.act),
    }),

    'POST /api/admin/announcements/:pk/settle': async ({ viewer, params, body }) => ({
      announcement: await service.settle(viewer.pk, params.pk, body),
    }),

    'GET /api/admin/announcements/:pk/troubled': async ({ params, query }) => {
      await find(params.pk);
      return readTroubledMails(db, params.pk, parseCursor(query.cursor) ?? 0);
    },

    'GET /api/admin/bounces': ({ query }) => readBounces(db, parseCursor(query.cursor)),

    'GET /api/admin/users/:username/mails': async ({ params }) => {
      const found = await readAccountMailStatus(db, params.username);
      if (!found) throw notFound('account');
      return found;
    },

    'DELETE /api/admin/bounces/:pk': async ({ viewer, params }) => {
      await bounces.forget(viewer.pk, params.pk);
      return {};
    },
  });
}

const maxPk = 2_147_483_647;

/** Returns the key in a page cursor; null for the first page. */
function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const pk = /^[1-9]\d{0,9}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(pk <= maxPk)) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return pk;
}
