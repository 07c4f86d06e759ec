/* Types of the schema: object types with fields. A type is written as in GraphQL, `[Wire!]!`. */

export type TypeRef =
  | { kind: 'NON_NULL'; ofType: TypeRef }
  | { kind: 'LIST'; ofType: TypeRef }
  | { kind: 'NAMED'; name: string };

export interface Argument {
  type: string;
  description?: string;
  /** Default value. */
  fallback?: string | number | boolean;
}

type Args = Record<string, unknown>;

export interface FieldType<Context> {
  type: string;
  description?: string;
  args?: Record<string, Argument>;
  /** Omitted if the field of the same name of the parent object is the value. */
  // biome-ignore lint/suspicious/noExplicitAny: each resolver knows what its own type holds
  resolve?: (source: any, args: any, context: Context) => unknown;
}

interface ObjectType<Context> {
  description?: string;
  fields: Record<string, FieldType<Context>>;
}

/** Name → type. Queries start at `Query` and `Mutation`. */
export type Schema<Context> = Record<string, ObjectType<Context>>;

export const scalars: Record<string, string> = {
  String: 'Text.',
  Int: 'A whole number of 32 bits.',
  Boolean: 'true or false.',
};

/** Values of enums; only introspection has some. */
export const enums: Record<string, string[]> = {
  __TypeKind: ['SCALAR', 'OBJECT', 'INTERFACE', 'UNION', 'ENUM', 'INPUT_OBJECT', 'LIST', 'NON_NULL'],
  __DirectiveLocation: ['FIELD', 'FRAGMENT_SPREAD', 'INLINE_FRAGMENT'],
};

const read = new Map<string, TypeRef>();

export function typeOf(text: string): TypeRef {
  const known = read.get(text);
  if (known) return known;
  const ref: TypeRef = text.endsWith('!')
    ? { kind: 'NON_NULL', ofType: typeOf(text.slice(0, -1)) }
    : text.startsWith('[')
      ? { kind: 'LIST', ofType: typeOf(text.slice(1, -1)) }
      : { kind: 'NAMED', name: text };
  read.set(text, ref);
  return ref;
}

/** Converts an argument to its type; undefined if it does not match. */
export function coerce(ref: TypeRef, value: unknown): Args[string] | undefined {
  if (ref.kind === 'NON_NULL') return value === null ? undefined : coerce(ref.ofType, value);
  if (value === null) return null;
  if (ref.kind === 'LIST') {
    const items = (Array.isArray(value) ? value : [value]).map((item) => coerce(ref.ofType, item));
    return items.includes(undefined) ? undefined : items;
  }
  if (ref.name === 'String') return typeof value === 'string' ? value : undefined;
  if (ref.name === 'Boolean') return typeof value === 'boolean' ? value : undefined;
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
}
