import { storable } from '@hexpedition/contract';
import { type Document, isMap, isScalar, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { z } from 'zod';
import { didYouMean, type Report } from '../diagnostics.ts';

/** Values of a YAML text that passed its schema, with the line of each key. */
export interface YamlFile<T> {
  value: T;
  lineOf(key: string): number;
}

type ObjectSchema = z.ZodObject & z.ZodType;

/**
 * Reads YAML against a schema; reports every problem with its line.
 * @param firstLine first line of the text in its file
 */
export function readYaml<S extends ObjectSchema>(
  source: string,
  schema: S,
  report: Report,
  firstLine = 1,
): YamlFile<z.infer<S>> | undefined {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, uniqueKeys: true });
  const lineAt = (offset: number): number => counter.linePos(offset).line + firstLine - 1;

  for (const error of [...document.errors, ...document.warnings]) {
    report(lineAt(error.pos[0]), 'yaml-syntax', explain(error));
  }
  if (document.errors.length > 0) return undefined;
  if (!isMap(document.contents)) {
    report(firstLine, 'yaml-syntax', 'Write lines of "key: value" here.');
    return undefined;
  }

  const lineOf = (path: readonly PropertyKey[]): number => {
    const offset = offsetOf(document, path);
    return offset === undefined ? firstLine : lineAt(offset);
  };
  const value = toValues(document);
  if (!value) {
    report(
      firstLine,
      'yaml-syntax',
      'Anchors and aliases (& and *) are not supported; quote a text that begins with *.',
    );
    return undefined;
  }
  const unstorable = findUnstorable(value, []);
  if (unstorable) {
    report(
      lineOf(unstorable),
      'yaml-character',
      'This value contains a character that cannot be stored, such as "\\0".',
    );
    return undefined;
  }
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, lineOf: (key) => lineOf([key]) };
  for (const issue of result.error.issues)
    reportIssue(issue, { known: Object.keys(schema.shape), given: Object.keys(value) }, lineOf, report);
  return undefined;
}

/** Replaces the parser's message for the most common mistake. */
function explain({ code, message }: YAMLError): string {
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'BAD_SCALAR_START') {
    return 'A text that contains ": " or begins with a special character needs quotes around it.';
  }
  return `${(message.split(' at line ')[0] ?? message).replace(/[.:]$/, '')}.`;
}

/** Returns undefined if an alias has no anchor or expands too often, which would exhaust the memory. */
function toValues(document: Document): Record<string, unknown> | undefined {
  try {
    return document.toJS({ maxAliasCount: 0 }) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Returns the path of a text or key that contains an invalid character. `value` has no aliases, so it is a tree. */
function findUnstorable(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  if (typeof value === 'string') return storable.test(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = storable.test(key) ? findUnstorable(inner, [...path, key]) : path;
    if (found) return found;
  }
  return undefined;
}

/** Offset of a key; for an entry of a list, the offset of the entry. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  const [key, ...rest] = path;
  if (key === undefined || !isMap(document.contents)) return undefined;
  const pair = document.contents.items.find((item) => isScalar(item.key) && item.key.value === key);
  const inner = rest.length > 0 ? document.getIn(path as string[], true) : pair?.key;
  const node = (inner ?? pair?.key) as { range?: [number, number, number] | null } | undefined;
  return node?.range?.[0];
}

type Issue = z.core.$ZodIssue;

function reportIssue(
  issue: Issue,
  { known, given }: { known: string[]; given: string[] },
  lineOf: (path: readonly PropertyKey[]) => number,
  report: Report,
): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys)
      report(lineOf([key]), 'key-unknown', `There is no key "${key}"${didYouMean(key, known) || '.'}`);
    return;
  }
  const name = String(issue.path[0] ?? '');
  if (issue.path.length === 1 && !given.includes(name)) {
    report(lineOf(issue.path), 'key-missing', `${name} is missing.`);
    return;
  }
  const options = issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : '';
  const message = options ? `${name} must be ${options}.` : issue.message;
  const code = name === 'id' ? 'id-format' : name === 'slug' ? 'slug-format' : 'value-invalid';
  report(lineOf(issue.path), code, message.startsWith(name) ? message : `${name}: ${message}`);
}
