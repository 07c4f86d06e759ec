import { type Argument, enums, type FieldType, type Schema, scalars, type TypeRef, typeOf } from './types.ts';

/*
 * Introspection of a schema. The answers have ordinary types, so the executor needs nothing special for them but the
 * two fields of every `Query`.
 */

type AnySchema = Schema<never>;
type Named<T> = [name: string, value: T];

const directives: { name: string; description: string }[] = [
  { name: 'include', description: 'Includes a field only if the argument is true.' },
  { name: 'skip', description: 'Leaves a field out if the argument is true.' },
];
const condition: Named<Argument> = ['if', { type: 'Boolean!' }];

const isNamed = (type: TypeRef, known: object) => type.kind === 'NAMED' && Object.hasOwn(known, type.name);
const includeDeprecated: Record<string, Argument> = { includeDeprecated: { type: 'Boolean', fallback: false } };
const nothing = () => null;

/** Returns the schema with the types that describe it. */
export function describing<Context>(schema: Schema<Context>): Schema<Context> {
  const all = { ...schema } as AnySchema;
  const nameOf = (type: TypeRef) => (type.kind === 'NAMED' ? type.name : null);
  const field = (type: string, resolve: (source: never, args: never) => unknown, args?: Record<string, Argument>) =>
    ({ type, resolve, args }) as unknown as FieldType<never>;
  const byName = ([name]: Named<unknown>) => name;

  Object.assign(all, {
    __Schema: {
      fields: {
        description: field('String', () => 'The wire room of Port Ostrel.'),
        types: field('[__Type!]!', () => [scalars, enums, all].flatMap((known) => Object.keys(known).map(typeOf))),
        queryType: field('__Type!', () => typeOf('Query')),
        mutationType: field('__Type', () => typeOf('Mutation')),
        subscriptionType: field('__Type', nothing),
        directives: field('[__Directive!]!', () => directives),
      },
    },
    __Type: {
      fields: {
        kind: field('__TypeKind!', (type: TypeRef) =>
          type.kind !== 'NAMED'
            ? type.kind
            : isNamed(type, scalars)
              ? 'SCALAR'
              : isNamed(type, enums)
                ? 'ENUM'
                : 'OBJECT',
        ),
        name: field('String', nameOf),
        description: field('String', (type: TypeRef) => {
          const name = nameOf(type) ?? '';
          return (Object.hasOwn(all, name) ? all[name]?.description : scalars[name]) ?? null;
        }),
        specifiedByURL: field('String', nothing),
        isOneOf: field('Boolean', nothing),
        fields: field(
          '[__Field!]',
          (type: TypeRef) => {
            const name = nameOf(type) ?? '';
            return Object.hasOwn(all, name) ? Object.entries(all[name]?.fields ?? {}) : null;
          },
          includeDeprecated,
        ),
        interfaces: field('[__Type!]', (type: TypeRef) => (isNamed(type, all) ? [] : null)),
        possibleTypes: field('[__Type!]', nothing),
        enumValues: field(
          '[__EnumValue!]',
          (type: TypeRef) => (isNamed(type, enums) ? enums[nameOf(type) ?? ''] : null),
          includeDeprecated,
        ),
        inputFields: field('[__InputValue!]', nothing, includeDeprecated),
        ofType: field('__Type', (type: TypeRef) => (type.kind === 'NAMED' ? null : type.ofType)),
      },
    },
    __Field: {
      fields: {
        name: field('String!', byName),
        description: field('String', ([, { description }]: Named<FieldType<never>>) => description ?? null),
        args: field(
          '[__InputValue!]!',
          ([, { args }]: Named<FieldType<never>>) => Object.entries(args ?? {}),
          includeDeprecated,
        ),
        type: field('__Type!', ([, { type }]: Named<FieldType<never>>) => typeOf(type)),
        isDeprecated: field('Boolean!', () => false),
        deprecationReason: field('String', nothing),
      },
    },
    __InputValue: {
      fields: {
        name: field('String!', byName),
        description: field('String', ([, { description }]: Named<Argument>) => description ?? null),
        type: field('__Type!', ([, { type }]: Named<Argument>) => typeOf(type)),
        defaultValue: field('String', ([, { fallback }]: Named<Argument>) =>
          fallback === undefined ? null : JSON.stringify(fallback),
        ),
        isDeprecated: field('Boolean!', () => false),
        deprecationReason: field('String', nothing),
      },
    },
    __EnumValue: {
      fields: {
        name: field('String!', (name: string) => name),
        description: field('String', nothing),
        isDeprecated: field('Boolean!', () => false),
        deprecationReason: field('String', nothing),
      },
    },
    __Directive: {
      fields: {
        name: { type: 'String!' },
        description: { type: 'String' },
        isRepeatable: field('Boolean!', () => false),
        locations: field('[__DirectiveLocation!]!', () => enums.__DirectiveLocation),
        args: field('[__InputValue!]!', () => [condition], includeDeprecated),
      },
    },
  });
  return all as Schema<Context>;
}

/** Additional fields of a schema's `Query`. */
export const metaFields = <Context>(schema: Schema<Context>): Record<string, FieldType<Context>> => ({
  __schema: { type: '__Schema!', resolve: () => ({}) },
  __type: {
    type: '__Type',
    args: { name: { type: 'String!' } },
    resolve: (_, { name }) =>
      [scalars, enums, schema].some((known) => Object.hasOwn(known, name)) ? typeOf(name) : null,
  },
});
