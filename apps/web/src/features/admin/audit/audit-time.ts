import { dateFormat } from '#lib/format.ts';

/** Formats a time in UTC with seconds: `25 Nov 2026, 03:08:23`. */
export const formatAuditTime = dateFormat({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  timeZone: 'UTC',
});
