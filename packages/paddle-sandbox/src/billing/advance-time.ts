import type { Context } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import { refused } from '../paddle-error.ts';
import type { State } from '../sandbox-state.ts';
import type { Cycle } from '../shapes.ts';
import { nextDueEvent, runDueEvents } from './due-events.ts';
import { emitUpdated } from './subscriptions.ts';

export type TimeStep = 'day' | 'week' | 'month' | 'year' | 'next_billing';

/**
 * Advances time by moving all stored dates back.
 *
 * A clock that runs ahead would not match the shop's clock: periods would start in the shop's future, and webhook
 * signatures would be too new. So the clock does not change. Every stored date moves back by the same duration, which
 * turns a subscription of today into one of a month ago. Then all due events run, and each subscription emits
 * `subscription.updated` with its new dates. To the shop, the time seems to have passed.
 *
 * Events that were sent at least once keep their time and data, so that the order of events stays correct and a replay
 * equals the first delivery.
 *
 * @returns the duration in ms
 */
export function advanceTime(context: Context, step: TimeStep | number): number {
  const by = typeof step === 'number' ? step : lengthOf(context, step);
  if (!(by > 0)) throw refused('bad_request', 'Time can only be advanced.');
  const { state } = context;
  const moved = new Set<object>();
  for (const part of datedParts(state)) moveBack(part, by, moved);
  const notifications = Object.values(state.notifications);
  const sent = new Set(notifications.filter((one) => one.times_attempted > 0).map(({ payload }) => payload.event_id));
  for (const { payload } of notifications) {
    const event = state.events[payload.event_id];
    if (!event || sent.has(payload.event_id)) continue;
    moveBack(event, by, moved);
    moveBack(payload, by, moved);
  }
  for (const subscription of Object.values(state.subscriptions)) {
    if (subscription.status !== 'canceled') emitUpdated(context, subscription);
  }
  runDueEvents(context);
  return by;
}

const datedParts = (state: State) => [
  state.customers,
  state.addresses,
  state.paymentMethods,
  state.transactions,
  state.subscriptions,
  state.billing,
  state.adjustments,
];

function lengthOf(context: Context, step: TimeStep): number {
  const now = context.now();
  if (step !== 'next_billing') {
    const cycle: Cycle = { interval: step, frequency: 1 };
    return addCycle(now, cycle).getTime() - now.getTime();
  }
  const dues = Object.values(context.state.subscriptions).flatMap(
    (one) => nextDueEvent(context, one)?.at.getTime() ?? [],
  );
  if (dues.length === 0) throw refused('bad_request', 'No subscription has an upcoming event.');
  return Math.max(1, Math.min(...dues) - now.getTime());
}

const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Moves every date in a value back, in place. Skips the shop's own data (`custom_data`).
 * @param moved objects that were already moved: a subscription and its transaction can share a period
 */
function moveBack(value: object, by: number, moved: Set<object>): void {
  if (moved.has(value)) return;
  moved.add(value);
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'custom_data') continue;
    if (typeof inner === 'object' && inner !== null) moveBack(inner, by, moved);
    else if (typeof inner === 'string' && date.test(inner)) {
      (value as Record<string, unknown>)[key] = new Date(Date.parse(inner) - by).toISOString();
    }
  }
}
