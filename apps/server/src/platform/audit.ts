import type { Tx } from '#platform/db/db';

export interface AuditEvent {
  /** The acting account; null for the platform itself. */
  actor: number | null;
  /** `object.verb`, such as `session.opened`. */
  action: string;
  /** The affected object, such as `lab:lost-luggage`. */
  subject?: string;
  data?: Record<string, unknown>;
}

/** Records an event in the transaction of the change, so that both commit or neither does. */
export async function audit(tx: Tx, event: AuditEvent): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
      actor_pk: event.actor,
      action: event.action,
      subject: event.subject ?? '',
      data: JSON.stringify(event.data ?? {}),
    })
    .execute();
}
