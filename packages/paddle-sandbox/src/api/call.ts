import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { invalid } from '../paddle-error.ts';

/** A request to the API. Path parameters and query values are strings. */
export type Call = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, string> }>;

/** Returns a path parameter. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`${call.url} has no ${name}.`);
  return value;
}

/** Returns the validated body. A missing body counts as `{}`. @throws PaddleError that lists the invalid fields */
export function bodyOf<T extends z.ZodType>(schema: T, call: Call): z.output<T> {
  const result = schema.safeParse(call.body ?? {});
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map((issue) => ({
      field: issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.') || 'body',
      message: issue.message,
    })),
  );
}

/** Returns whether the `include` parameter contains a value. */
export const includes = ({ query }: Call, what: string): boolean => (query.include ?? '').split(',').includes(what);

const comparisons = {
  '': (value: string, bound: string) => value === bound,
  '[LT]': (value: string, bound: string) => value < bound,
  '[LTE]': (value: string, bound: string) => value <= bound,
  '[GT]': (value: string, bound: string) => value > bound,
  '[GTE]': (value: string, bound: string) => value >= bound,
};

/**
 * Filters items by the query.
 * @param fields fields that the query can filter by comma-separated values
 * @param dates fields that the query can compare with a time
 */
export function filtered<T extends object>(
  items: T[],
  { query }: Call,
  { fields = [], dates = [] }: { fields?: (keyof T & string)[]; dates?: (keyof T & string)[] },
): T[] {
  let matches = items;
  for (const field of fields) {
    const values = query[field]?.split(',');
    if (values) matches = matches.filter((one) => values.includes(one[field] === null ? 'null' : String(one[field])));
  }
  for (const field of dates) {
    for (const [suffix, holds] of Object.entries(comparisons)) {
      const value = query[`${field}${suffix}`];
      if (value === undefined) continue;
      const bound = new Date(value);
      if (Number.isNaN(bound.getTime())) throw invalid([{ field, message: 'is not a date' }]);
      matches = matches.filter((one) => one[field] !== null && holds(String(one[field]), bound.toISOString()));
    }
  }
  return matches;
}

export const metaOf = ({ id }: Call) => ({ request_id: id });

/**
 * Returns one page of a list in Paddle's format. `after` is the id of the last item of the previous page, and `next` is
 * the full URL of the next one.
 * @param idOf returns the id, which defines the order; ids sort by creation time
 */
export function page<T, U>(
  call: Call,
  items: T[],
  {
    idOf,
    show,
    maxPerPage = 200,
    defaultPerPage = 50,
  }: { idOf: (item: T) => string; show: (item: T) => U; maxPerPage?: number; defaultPerPage?: number },
) {
  const requested = Number(call.query.per_page ?? defaultPerPage);
  if (!Number.isInteger(requested) || requested < 1)
    throw invalid([{ field: 'per_page', message: 'must be at least 1' }]);
  const perPage = Math.min(requested, maxPerPage);
  const { after } = call.query;
  const isAscending = /\[ASC\]$/i.test(call.query.order_by ?? '');
  const direction = isAscending ? 1 : -1;
  const order = (a: string, b: string) => (a < b ? -direction : a > b ? direction : 0);
  const sorted = [...items].sort((a, b) => order(idOf(a), idOf(b)));
  const rest = after ? sorted.filter((one) => order(idOf(one), after) > 0) : sorted;
  const shown = rest.slice(0, perPage);
  const last = shown.at(-1);
  const next = new URL(call.url, `http://${call.host}`);
  const cursor = last ? idOf(last) : after;
  if (cursor) next.searchParams.set('after', cursor);
  return {
    data: shown.map(show),
    meta: {
      ...metaOf(call),
      pagination: {
        per_page: perPage,
        next: next.href,
        has_more: rest.length > perPage,
        estimated_total: items.length,
      },
    },
  };
}
