import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Sign } from '../context.ts';
import { notify } from '../events/outbox.ts';
import { createWebhookSecret } from '../events/signature.ts';
import { notFound, PaddleError, refused } from '../paddle-error.ts';
import type { Switches } from '../sandbox-state.ts';
import { type EventType, eventTypes, type NotificationSetting } from '../shapes.ts';
import { bodyOf, type Call, filtered, metaOf, page, param } from './call.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { customerRoutes } from './customers.routes.ts';
import { settingCreate, settingUpdate } from './request-schemas.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { transactionRoutes } from './transactions.routes.ts';

export interface ApiOptions {
  context: Context;
  sign: Sign;
  apiKey: string;
  slowMs: number;
  send: (notificationId: string) => void;
}

/** @param send queues a notification for delivery */
function notificationRoutes(app: FastifyInstance, context: Context, send: (id: string) => void): void {
  const { state } = context;
  const byId = { idOf: ({ id }: { id: string }) => id };

  app.get('/event-types', (call: Call) => ({ data: eventTypes.map(typeOf), meta: metaOf(call) }));
  app.get('/events', (call: Call) =>
    page(call, Object.values(state.events), { idOf: ({ event_id }) => event_id, show: (event) => event }),
  );

  app.get('/notification-settings', (call: Call) => {
    const all = Object.values(state.settings).filter(
      ({ active }) => call.query.active === undefined || String(active) === call.query.active,
    );
    return page(call, filtered(all, call, { fields: ['traffic_source'] }), { ...byId, show: shownSetting });
  });
  app.post('/notification-settings', (call: Call, reply) => {
    const id = context.id('ntfset');
    const setting = { id, ...bodyOf(settingCreate, call), endpoint_secret_key: createWebhookSecret() };
    state.settings[id] = setting;
    reply.code(201);
    return { data: shownSetting(setting), meta: metaOf(call) };
  });
  const settingOf = (call: Call) => {
    const setting = state.settings[param(call, 'id')];
    if (!setting) throw notFound(`Notification setting ${param(call, 'id')}`);
    return setting;
  };
  app.get('/notification-settings/:id', (call: Call) => ({ data: shownSetting(settingOf(call)), meta: metaOf(call) }));
  app.patch('/notification-settings/:id', (call: Call) => {
    const setting = Object.assign(settingOf(call), bodyOf(settingUpdate, call));
    return { data: shownSetting(setting), meta: metaOf(call) };
  });
  app.delete('/notification-settings/:id', (call: Call, reply) => {
    delete state.settings[settingOf(call).id];
    reply.code(204).send();
  });

  app.get('/notifications', (call: Call) => {
    const { filter, search } = call.query;
    const all = Object.values(state.notifications)
      .filter(({ payload }) => !filter || Object.values(payload.data).includes(filter))
      .filter(({ type }) => !search || type.includes(search));
    const fields = ['status', 'notification_setting_id'] as const;
    return page(call, filtered(all, call, { fields: [...fields] }), { ...byId, show: (one) => one });
  });
  const notificationOf = (call: Call) => {
    const notification = state.notifications[param(call, 'id')];
    if (!notification) throw notFound(`Notification ${param(call, 'id')}`);
    return notification;
  };
  app.get('/notifications/:id', (call: Call) => ({ data: notificationOf(call), meta: metaOf(call) }));
  app.get('/notifications/:id/logs', (call: Call) =>
    page(call, state.logs[notificationOf(call).id] ?? [], { ...byId, show: (log) => log }),
  );
  app.post('/notifications/:id/replay', (call: Call, reply) => {
    const { origin, payload, notification_setting_id } = notificationOf(call);
    if (origin === 'replay') {
      throw refused('notification_replay_invalid_origin_type', 'Only notifications of events can be replayed.');
    }
    const event = state.events[payload.event_id];
    if (!event || !state.settings[notification_setting_id]) {
      throw refused('notification_cannot_replay', 'The event or the webhook of the notification no longer exists.');
    }
    const id = notify(context, event, notification_setting_id, 'replay');
    send(id);
    reply.code(202);
    return { data: { notification_id: id }, meta: metaOf(call) };
  });
}

function typeOf(name: EventType) {
  const [group = '', what = ''] = name.split('.');
  const subject = group.charAt(0).toUpperCase() + group.slice(1).replaceAll('_', ' ');
  return { name, description: `${subject}: ${what.replaceAll('_', ' ')}`, group: subject, available_versions: [1] };
}

const shownSetting = (setting: NotificationSetting) => ({
  ...setting,
  subscribed_events: setting.subscribed_events.map(typeOf),
});

/** Registers the endpoints of api.paddle.com. All of them require the API key. */
export function api(app: FastifyInstance, { context, sign, apiKey, slowMs, send }: ApiOptions): void {
  app.addHook('onRequest', async (request) => {
    await applyApiMode(context.state.switches.api, slowMs);
    requireKey(request, apiKey);
  });
  catalogueRoutes(app, context);
  customerRoutes(app, context, sign);
  transactionRoutes(app, context, sign);
  subscriptionRoutes(app, context, sign);
  notificationRoutes(app, context, send);
}

/** Delays or rejects a request in the API mode of the control page. */
export async function applyApiMode(mode: Switches['api'], slowMs: number): Promise<void> {
  if (mode === 'down') throw new PaddleError(503, 'service_unavailable', 'The sandbox is set to be down.');
  if (mode === '429') throw new PaddleError(429, 'too_many_requests', 'The sandbox is set to reject all requests.');
  if (mode === 'slow') await sleep(slowMs, undefined, { ref: false });
}

function requireKey({ headers }: FastifyRequest, apiKey: string): void {
  const { authorization } = headers;
  if (!authorization) throw new PaddleError(401, 'authentication_missing', 'The Authorization header is missing.');
  const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
  if (!token) throw new PaddleError(401, 'authentication_malformed', 'The Authorization header is malformed.');
  if (!isSame(token, apiKey)) throw new PaddleError(403, 'invalid_token', 'The API key is not valid for this sandbox.');
}

/** Compares secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
