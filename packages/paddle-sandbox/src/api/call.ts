import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { invalid } from '../paddle-error.ts';

/** A request to the API: what stands in its path and its query is text. */
export type Call = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, string> }>;

/** A part of the path. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`${call.url} has no ${name}.`);
  return value;
}

/** The body in the shape that is expected, or Paddle's error that names each field. No body counts as an empty one. */
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

/** Whether the answer is asked to include something. */
export const includes = ({ query }: Call, what: string): boolean => (query.include ?? '').split(',').includes(what);

const comparisons = {
  '': (value: string, bound: string) => value === bound,
  '[LT]': (value: string, bound: string) => value < bound,
  '[LTE]': (value: string, bound: string) => value <= bound,
  '[GT]': (value: string, bound: string) => value > bound,
  '[GTE]': (value: string, bound: string) => value >= bound,
};

/**
 * Keeps what the query asks for.
 * @param fields texts that the query may list, divided by commas
 * @param dates times that the query may compare
 */
export function filtered<T extends object>(
  items: T[],
  { query }: Call,
  { fields = [], dates = [] }: { fields?: (keyof T & string)[]; dates?: (keyof T & string)[] },
): T[] {
  let kept = items;
  for (const field of fields) {
    const wanted = query[field]?.split(',');
    if (wanted) kept = kept.filter((one) => wanted.includes(one[field] === null ? 'null' : String(one[field])));
  }
  for (const field of dates) {
    for (const [suffix, holds] of Object.entries(comparisons)) {
      const asked = query[`${field}${suffix}`];
      if (asked === undefined) continue;
      const bound = new Date(asked);
      if (Number.isNaN(bound.getTime())) throw invalid([{ field, message: 'is not a date' }]);
      kept = kept.filter((one) => one[field] !== null && holds(String(one[field]), bound.toISOString()));
    }
  }
  return kept;
}

export const metaOf = ({ id }: Call) => ({ request_id: id });

/**
 * One page of a list, in Paddle's form: `after` is the id of the last one that was seen, and `next` is the whole address.
 * @param idOf what orders the list; ids sort by the time at which they were made
 */
export function page<T, U>(
  call: Call,
  items: T[],
  {
    idOf,
    show,
    most = 200,
    usual = 50,
  }: { idOf: (item: T) => string; show: (item: T) => U; most?: number; usual?: number },
) {
  const asked = Number(call.query.per_page ?? usual);
  if (!Number.isInteger(asked) || asked < 1) throw invalid([{ field: 'per_page', message: 'must be at least 1' }]);
  const perPage = Math.min(asked, most);
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
