import type { Tx } from '#platform/db/db';

export interface AuditEvent {
  /** Who did it; null for the platform itself. */
  actor: number | null;
  /** `thing.happened`, such as `session.opened`. */
  action: string;
  /** To what, such as `lab:lost-luggage`. */
  subject?: string;
  data?: Record<string, unknown>;
}

/** Records an event in the transaction of the change itself: either both are there, or neither. */
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
