import type { Context } from '../context.ts';
import type { EventType, NotificationSetting, PaddleEvent } from '../shapes.ts';

/**
 * Stores events, and a notification for each subscribed webhook. Each event is at least a millisecond later than the
 * one before, so that `occurred_at` is unique.
 *
 * @param onNotification called for each notification to send
 */
export function createOutbox(
  context: Pick<Context, 'state' | 'now' | 'id'>,
  onNotification: (id: string) => void,
): Context['emit'] {
  const { state } = context;
  return (type, data) => {
    const occurredAt = Math.max(state.lastEventAt + 1, context.now().getTime());
    state.lastEventAt = occurredAt;
    const event: PaddleEvent = {
      event_id: context.id('evt'),
      event_type: type,
      occurred_at: new Date(occurredAt).toISOString(),
      data: structuredClone(data) as Record<string, unknown>,
    };
    state.events[event.event_id] = event;
    for (const setting of Object.values(state.settings)) {
      if (isSubscribed(setting, type)) onNotification(notify(context, event, setting.id, 'event'));
    }
  };
}

const isSubscribed = ({ active, subscribed_events, traffic_source }: NotificationSetting, type: EventType): boolean =>
  active && traffic_source !== 'simulation' && subscribed_events.includes(type);

/** @returns the id of the new notification */
export function notify(
  { state, now, id }: Pick<Context, 'state' | 'now' | 'id'>,
  event: PaddleEvent,
  settingId: string,
  origin: 'event' | 'replay',
): string {
  const notificationId = id('ntf');
  state.notifications[notificationId] = {
    id: notificationId,
    type: event.event_type,
    status: 'not_attempted',
    payload: { ...event, notification_id: notificationId },
    occurred_at: event.occurred_at,
    delivered_at: null,
    replayed_at: origin === 'replay' ? now().toISOString() : null,
    origin,
    last_attempt_at: null,
    retry_at: null,
    times_attempted: 0,
    notification_setting_id: settingId,
  };
  return notificationId;
}
