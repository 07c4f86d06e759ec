import type { AuditEvent } from '@hexpedition/contract';
import { toCsv } from '@hexpedition/contract/csv';

const columns = ['pk', 'at', 'actor', 'action', 'subject', 'person', 'data'] as const;

/** Returns the events as CSV, one row per event. `data` is written as JSON. */
export const auditCsv = (events: readonly AuditEvent[]): string =>
  toCsv({
    columns,
    rows: events.map((event) => columns.map((name) => (name === 'data' ? JSON.stringify(event.data) : event[name]))),
  });
