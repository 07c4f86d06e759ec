import type { Context } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import { refused } from '../paddle-error.ts';
import type { Cycle } from '../shapes.ts';
import type { State } from '../state.ts';
import { nextDue, runDue } from './due.ts';
import { tell } from './subscriptions.ts';

export type Step = 'day' | 'week' | 'month' | 'year' | 'next_billing';

/**
 * Moves time forward by moving the past back.
 *
 * A clock that runs ahead would part the sandbox from its shop: the shop would see periods that begin in its future, and
 * signatures of webhooks that are too new. So the clock stays. Every date that is stored moves back by the same time,
 * which makes a subscription that was bought today one that was bought a month ago; then everything that is due by now
 * happens, and each subscription is told once more with its new dates. To the shop this looks as if the time had passed.
 *
 * Not moved is what the shop has seen already: events that were sent at least once keep their time and their data, so
 * that the order of events stays true and a replay is the same as the first delivery.
 *
 * @returns by how many milliseconds time was moved
 */
export function moveTime(context: Context, step: Step | number): number {
  const by = typeof step === 'number' ? step : lengthOf(context, step);
  if (!(by > 0)) throw refused('bad_request', 'Time moves forward only.');
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
    if (subscription.status !== 'canceled') tell(context, subscription);
  }
  runDue(context);
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

function lengthOf(context: Context, step: Step): number {
  const now = context.now();
  if (step !== 'next_billing') {
    const cycle: Cycle = { interval: step, frequency: 1 };
    return addCycle(now, cycle).getTime() - now.getTime();
  }
  const dues = Object.values(context.state.subscriptions).flatMap((one) => nextDue(context, one)?.at.getTime() ?? []);
  if (dues.length === 0) throw refused('bad_request', 'No subscription has anything ahead of it.');
  return Math.max(1, Math.min(...dues) - now.getTime());
}

const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Moves every date inside of a value back, in place. What the shop has put in itself (`custom_data`) is left alone.
 * @param moved what was moved before: a period may be part of a subscription and of its transaction
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
