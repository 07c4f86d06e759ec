import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { isSame } from '../api/api.ts';
import { bodyOf, type Call, param } from '../api/call.ts';
import { adjust, approveAdjustment } from '../billing/adjustments.ts';
import { advanceTime } from '../billing/advance-time.ts';
import { cancel } from '../billing/cancel-and-pause.ts';
import { billingOf } from '../billing/item-change-plan.ts';
import { selectSubscription } from '../billing/subscriptions.ts';
import { selectTransaction } from '../billing/transactions.ts';
import type { Context } from '../context.ts';
import type { Deliveries } from '../events/deliveries.ts';
import { notify } from '../events/outbox.ts';
import { notFound, PaddleError } from '../paddle-error.ts';
import { isSameOrigin, requireThisMachine, sendPage } from '../request-guards.ts';
import { controlPage, lockedPage } from './page.ts';

export interface ControlOptions {
  context: Context;
  deliveries: Deliveries;
  controlKey: string;
}

const cookieName = 'paddle_sandbox_control';
export const keyHeader = 'x-control-key';

/**
 * Registers the control page and its actions. It is only for users of this machine, because a learner who can advance
 * time gets a year for the price of a month. It requires a key, which is in the logged URL and then in a cookie.
 */
export function controlRoutes(app: FastifyInstance, { context, deliveries, controlKey }: ControlOptions): void {
  const { state } = context;
  const hasCookie = ({ headers }: FastifyRequest) => {
    const cookie = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
    return cookie !== undefined && isSame(cookie, controlKey);
  };
  const hasKey = ({ headers }: FastifyRequest) => isSame(String(headers[keyHeader] ?? ''), controlKey);

  app.addHook('onRequest', async (request) => requireThisMachine(request));

  app.get('/', (request, reply) => {
    if (!hasCookie(request)) return sendPage(reply.code(403), lockedPage());
    return sendPage(reply, controlPage(context));
  });
  app.get('/control/:key', (call: Call, reply) => {
    if (!isSame(param(call, 'key'), controlKey)) return sendPage(reply.code(403), lockedPage());
    return reply
      .header('set-cookie', `${cookieName}=${controlKey}; Path=/; HttpOnly; SameSite=Strict`)
      .header('referrer-policy', 'no-referrer')
      .redirect('/', 303);
  });
  app.get('/control/overview', (request) => {
    if (!hasKey(request) && !hasCookie(request)) throw forbidden();
    return overviewOf(context);
  });

  app.register(async (scope) => {
    scope.addHook('preHandler', async (request) => {
      const isPage = hasCookie(request) && isSameOrigin(request, '');
      // Programs send no origin. A page of another site that knows the key does.
      const isProgram = hasKey(request) && (!request.headers.origin || isSameOrigin(request, ''));
      if (!isPage && !isProgram) throw forbidden();
    });
    for (const [name, action] of Object.entries(actionsOf(context, deliveries))) {
      scope.post(`/control/${name}`, (call: Call, reply) => answer(call, reply, action(call)));
    }
  });

  function answer(call: Call, reply: FastifyReply, result: object) {
    const isForm = call.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    return isForm ? reply.redirect('/', 303) : { ...result, switches: state.switches };
  }
}

const forbidden = () => new PaddleError(403, 'forbidden', 'The control page requires its key.');

const stepInput = z.object({ step: z.enum(['day', 'week', 'month', 'year', 'next_billing']) });
const timeInput = z.union([stepInput, z.object({ ms: z.number().positive() })]);
const subscriptionInput = z.object({ subscription_id: z.string() });
const transactionInput = z.object({ transaction_id: z.string() });
const eventInput = z.object({ event_id: z.string() });
const apiInput = z.object({ mode: z.enum(['ok', 'down', 'slow', '429']) });
const scriptInput = z.object({ mode: z.enum(['ok', 'fail']) });
// Forms cannot send booleans.
const disorderInput = z.object({ on: z.union([z.boolean(), z.enum(['yes', 'no']).transform((on) => on === 'yes')]) });

/** Returns the actions by the last segment of their path. */
function actionsOf(context: Context, deliveries: Deliveries): Record<string, (call: Call) => object> {
  const { state } = context;
  return {
    'move-time': (call) => {
      const input = bodyOf(timeInput, call);
      return { movedMs: advanceTime(context, 'step' in input ? input.step : input.ms) };
    },
    'fail-next-charge': (call) => {
      const subscription = selectSubscription(context, bodyOf(subscriptionInput, call).subscription_id);
      billingOf(context, subscription).failNextCharge = true;
      return {};
    },
    refund: (call) => {
      const transaction = selectTransaction(context, bodyOf(transactionInput, call).transaction_id);
      const reason = 'Refunded on the control page.';
      const adjustment = adjust(context, transaction, { action: 'refund', type: 'full', reason, items: [] });
      approveAdjustment(context, adjustment);
      return { adjustmentId: adjustment.id };
    },
    cancel: (call) => {
      const subscription = selectSubscription(context, bodyOf(subscriptionInput, call).subscription_id);
      cancel(context, subscription, 'immediately');
      return {};
    },
    redeliver: (call) => {
      const { event_id } = bodyOf(eventInput, call);
      const event = state.events[event_id];
      if (!event) throw notFound(`Event ${event_id}`);
      for (const settingId of Object.keys(state.settings)) {
        deliveries.send(notify(context, event, settingId, 'replay'));
      }
      return {};
    },
    api: (call) => {
      state.switches.api = bodyOf(apiInput, call).mode;
      return {};
    },
    script: (call) => {
      state.switches.script = bodyOf(scriptInput, call).mode;
      return {};
    },
    disorder: (call) => {
      state.switches.disorder = bodyOf(disorderInput, call).on;
      return {};
    },
    hurry: () => {
      deliveries.flush();
      return {};
    },
  };
}

function overviewOf({ state }: Context) {
  const { customers, subscriptions, transactions, adjustments, events, notifications, switches } = state;
  return {
    customers: Object.values(customers),
    subscriptions: Object.values(subscriptions),
    transactions: Object.values(transactions),
    adjustments: Object.values(adjustments),
    events: Object.values(events),
    notifications: Object.values(notifications),
    switches,
  };
}

export type Overview = ReturnType<typeof overviewOf>;
