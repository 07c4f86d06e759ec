import type { AuditEvent } from '@hexpedition/contract';

const columns = ['pk', 'at', 'actor', 'action', 'subject', 'person', 'data'] as const;

/** Returns the events as CSV, one row per event. `data` is written as JSON. */
export const auditCsv = (events: readonly AuditEvent[]): string =>
  [
    columns.join(','),
    ...events.map((event) =>
      columns.map((name) => cell(name === 'data' ? JSON.stringify(event.data) : event[name])).join(','),
    ),
    '',
  ].join('\r\n');

/** Quotes a cell. A leading apostrophe makes a spreadsheet treat text that looks like a formula as text. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
