import { formatAuditTime } from './audit-time.ts';

interface AuditChanges {
  changes: { field: string; before: string; after: string }[];
  /** Data of the event other than `before` and `after`. */
  rest: { field: string; value: string }[];
}

type Fields = Record<string, unknown>;

/** Compares `before` and `after` of an audit event field by field. A new subject has no `before`. */
export function auditChangesOf({ before, after, ...others }: Fields): AuditChanges {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  return {
    changes: [...new Set([...Object.keys(old), ...Object.keys(current)])].map((field) => ({
      field,
      before: textOf(old[field]),
      after: textOf(current[field]),
    })),
    rest: Object.entries(others).map(([field, value]) => ({ field, value: textOf(value) })),
  };
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value !== 'string') return JSON.stringify(value);
  return isoTime.test(value) ? `${formatAuditTime(value)} UTC` : value;
}

/** Format in which the server writes times. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
