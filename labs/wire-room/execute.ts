import { metaFields } from './introspection.ts';
import {
  type Directive,
  type Document,
  type Field,
  type Operation,
  parse,
  QuestionError,
  type Selection,
  type Value,
} from './language.ts';
import { coerce, type FieldType, type Schema, type TypeRef, typeOf } from './types.ts';

export interface Question {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
  /** Whether it may change data. */
  mayChange: boolean;
}

type Path = (string | number)[];

export interface Reply {
  data?: unknown;
  errors?: { message: string; path?: Path }[];
}

/** Why a field has no value, as a message for the client. Other errors are not shown. */
export class Refusal extends Error {}

/** Maximum fields of one query. */
const MAX_FIELDS = 20_000;
const MAX_ERRORS = 100;
/** Nested fragments can be deeper than any written query. */
const MAX_PATH_LENGTH = 80;

interface Run<Context> {
  schema: Schema<Context>;
  document: Document;
  operation: Operation;
  variables: Record<string, unknown>;
  context: Context;
  errors: { message: string; path: Path }[];
  left: number;
}

/** Answers a query. Never throws. */
export function ask<Context>(schema: Schema<Context>, question: Question, context: Context): Reply {
  try {
    const document = parse(question.query);
    const operation = chosen(document, question);
    const variables = question.variables ?? {};
    const run: Run<Context> = { schema, document, operation, variables, context, errors: [], left: MAX_FIELDS };
    const root = operation.type === 'query' ? 'Query' : 'Mutation';
    let data: unknown = null;
    try {
      data = answerObject(run, root, {}, operation.selections, []);
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
    }
    return run.errors.length > 0 ? { errors: run.errors, data } : { data };
  } catch (error) {
    return { errors: [{ message: error instanceof QuestionError ? error.message : 'Internal error.' }] };
  }
}

function chosen({ operations }: Document, { operationName, mayChange }: Question): Operation {
  const wanted = operationName ? operations.filter(({ name }) => name === operationName) : operations;
  const [operation] = wanted;
  if (!operation) throw new QuestionError('There is no such operation in the document.');
  if (wanted.length > 1) throw new QuestionError('Must provide operation name if query contains multiple operations.');
  if (operation.type === 'mutation' && !mayChange) throw new QuestionError('A mutation has to be sent with POST.');
  return operation;
}

/** Thrown if a non-null field has no value; the next nullable field above becomes null. */
class Missing extends Error {}

function answerObject<C>(run: Run<C>, type: string, source: object, selections: Selection[], path: Path): object {
  const groups = new Map<string, Field[]>();
  collect(run, type, selections, groups, new Set());
  const answer: [string, unknown][] = [];
  for (const [alias, fields] of groups) answer.push([alias, answerField(run, type, source, fields, [...path, alias])]);
  return Object.fromEntries(answer);
}

/** Alias → fields with this alias, including those of fragments. */
function collect<C>(
  run: Run<C>,
  type: string,
  from: Selection[],
  groups: Map<string, Field[]>,
  seen: Set<string>,
): void {
  for (const selection of from) {
    if (--run.left < 0) throw new QuestionError('The query asks for too much.');
    if (!isWanted(run, selection.directives)) continue;
    if (selection.kind === 'field') {
      const group = groups.get(selection.alias);
      if (group) group.push(selection);
      else groups.set(selection.alias, [selection]);
    } else if (selection.kind === 'inline') {
      if (selection.on === undefined || selection.on === type) collect(run, type, selection.selections, groups, seen);
    } else {
      const fragment = run.document.fragments.get(selection.name);
      if (!fragment) throw new QuestionError(`Unknown fragment "${selection.name}".`);
      if (fragment.on !== type || seen.has(selection.name)) continue;
      seen.add(selection.name);
      collect(run, type, fragment.selections, groups, seen);
    }
  }
}

function isWanted<C>(run: Run<C>, directives: Directive[]): boolean {
  return directives.every(({ name, args }) => {
    if (name !== 'include' && name !== 'skip') throw new QuestionError(`Unknown directive "@${name}".`);
    const condition = worth(run, args.get('if') ?? { kind: 'literal', value: null });
    if (typeof condition !== 'boolean') throw new QuestionError(`Directive "@${name}" needs "if", true or false.`);
    return condition === (name === 'include');
  });
}

function answerField<C>(run: Run<C>, parent: string, source: object, fields: Field[], path: Path): unknown {
  if (--run.left < 0) throw new QuestionError('The query asks for too much.');
  if (path.length > MAX_PATH_LENGTH) throw new QuestionError('The query is nested too deeply.');
  const [first] = fields as [Field, ...Field[]];
  if (first.name === '__typename') return parent;
  const field = fieldOf(run.schema, parent, first.name);
  const type = typeOf(field.type);
  const selections = fields.flatMap((one) => one.selections ?? []);
  checkSelections(run.schema, first.name, field.type, selections);
  try {
    const args = argsOf(run, first, field);
    const value = field.resolve
      ? field.resolve(source, args, run.context)
      : (source as Record<string, unknown>)[first.name];
    return complete(run, type, value, selections, path);
  } catch (error) {
    if (error instanceof QuestionError) throw error;
    if (!(error instanceof Missing) && run.errors.length < MAX_ERRORS) {
      run.errors.push({ message: error instanceof Refusal ? error.message : 'Internal error.', path });
    }
    if (type.kind === 'NON_NULL') throw new Missing();
    return null;
  }
}

function fieldOf<C>(schema: Schema<C>, parent: string, name: string): FieldType<C> {
  const own = schema[parent]?.fields ?? {};
  if (Object.hasOwn(own, name)) return own[name] as FieldType<C>;
  const meta = parent === 'Query' ? metaFields(schema) : {};
  if (Object.hasOwn(meta, name)) return meta[name] as FieldType<C>;
  throw new QuestionError(`Cannot query field "${name}" on type "${parent}".`);
}

function checkSelections<C>(schema: Schema<C>, name: string, type: string, selections: Selection[]): void {
  const isObject = Object.hasOwn(schema, type.replace(/[[\]!]/g, ''));
  if (isObject && selections.length === 0) {
    throw new QuestionError(`Field "${name}" of type "${type}" must have a selection of subfields.`);
  }
  if (!isObject && selections.length > 0) {
    throw new QuestionError(`Field "${name}" must not have a selection since type "${type}" has no subfields.`);
  }
}

function argsOf<C>(run: Run<C>, field: Field, { args = {} }: FieldType<C>): Record<string, unknown> {
  for (const name of field.args.keys()) {
    if (!Object.hasOwn(args, name)) throw new QuestionError(`Unknown argument "${name}" on field "${field.name}".`);
  }
  const given: [string, unknown][] = [];
  for (const [name, { type, fallback }] of Object.entries(args)) {
    const node = field.args.get(name);
    const raw = (node && worth(run, node)) ?? fallback ?? null;
    const value = coerce(typeOf(type), raw);
    if (value === undefined) {
      throw new QuestionError(`Argument "${name}" of field "${field.name}" needs a value of type "${type}".`);
    }
    given.push([name, value]);
  }
  return Object.fromEntries(given);
}

function worth<C>(run: Run<C>, node: Value): unknown {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'enum':
      return node.name;
    case 'list':
      return node.items.map((item) => worth(run, item));
    case 'object':
      return Object.fromEntries([...node.fields].map(([name, value]) => [name, worth(run, value)]));
    case 'variable': {
      if (!run.operation.variables.has(node.name)) throw new QuestionError(`Variable "$${node.name}" is not defined.`);
      if (Object.hasOwn(run.variables, node.name)) return run.variables[node.name];
      const fallback = run.operation.variables.get(node.name);
      return fallback && worth(run, fallback);
    }
  }
}

function complete<C>(run: Run<C>, type: TypeRef, value: unknown, selections: Selection[], path: Path): unknown {
  if (type.kind === 'NON_NULL') {
    const answer = complete(run, type.ofType, value, selections, path);
    if (answer === null) throw new Missing();
    return answer;
  }
  if (value === null || value === undefined) return null;
  if (type.kind === 'LIST') {
    return (value as unknown[]).map((item, index) => complete(run, type.ofType, item, selections, [...path, index]));
  }
  if (!Object.hasOwn(run.schema, type.name)) return value;
  return answerObject(run, type.name, value as object, selections, path);
}
