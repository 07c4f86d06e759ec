import { timeText } from './time.ts';

interface Difference {
  changes: { field: string; before: string; after: string }[];
  /** What else was recorded. */
  rest: { field: string; value: string }[];
}

type Fields = Record<string, unknown>;

/** Puts `before` and `after` of an entry side by side, field by field; a thing that is new had nothing before. */
export function differenceOf({ before, after, ...others }: Fields): Difference {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return {
    changes: [...new Set([...Object.keys(old), ...Object.keys(now)])].map((field) => ({
      field,
      before: textOf(old[field]),
      after: textOf(now[field]),
    })),
    rest: Object.entries(others).map(([field, value]) => ({ field, value: textOf(value) })),
  };
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value !== 'string') return JSON.stringify(value);
  return isTime.test(value) ? `${timeText(value)} UTC` : value;
}

/** As the server writes times. */
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
