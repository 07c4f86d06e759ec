import type { AuditEvent } from '@hexpedition/contract';

const columns = ['pk', 'at', 'actor', 'action', 'subject', 'person', 'data'] as const;

/** One line for each entry; `data` is JSON. */
export const csvOf = (events: readonly AuditEvent[]): string =>
  [
    columns.join(','),
    ...events.map((event) =>
      columns.map((name) => cell(name === 'data' ? JSON.stringify(event.data) : event[name])).join(','),
    ),
    '',
  ].join('\r\n');

/** In quotation marks; a spreadsheet takes what begins like a formula for text, because of the apostrophe. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
