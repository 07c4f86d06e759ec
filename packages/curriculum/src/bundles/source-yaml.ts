import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type YAMLMap,
} from 'yaml';
import { didYouMean, type Report } from '../diagnostics.ts';
import { indentQuotes } from './indent-quotes.ts';

/** A value of a foreign YAML file with its line. Its expected type is only known when a converter asks for it. */
export interface Value {
  line: number;
  /** First line of its text: a block after | or > begins on the next line. */
  textLine: number;
  data: null | string | number | boolean | Value[] | Map<string, Value>;
  /** Source text of a number or boolean: 007 is a flag, not 7. */
  written?: string;
}

/** Field names of a format: the correct name → other spellings of it. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

/**
 * Reads every document of a file that is a dictionary and reports the others.
 * Anchors are not resolved: a few lines of them can expand to gigabytes.
 */
export function readSourceYaml(source: string, names: FieldNames, report: Report): Fields[] {
  // Accepts old line endings (CR); offsets stay the same.
  const text = source.replace(/^\uFEFF/, '').replace(/\r(?!\n)/g, '\n');
  const parsed = tryParse(() => parseLikePyYaml(text));
  if (!parsed) {
    report(1, 'yaml-syntax', 'This YAML is nested too deeply.', 'warning');
    return [];
  }
  const { documents, lineAt } = parsed;
  const found = documents.flatMap((document): Fields[] => {
    const [error] = document.errors;
    if (error) {
      const line = lineAt(error.pos[0]);
      report(line, ...explain(text, line, error.code, error.message), 'warning');
      return [];
    }
    const value = tryParse(() => toValue(document.contents, lineAt, report));
    if (!value) report(1, 'yaml-syntax', 'This YAML is nested too deeply.', 'warning');
    if (value?.data === null && documents.length > 1) return [];
    if (!(value?.data instanceof Map)) {
      if (value) report(value.line, 'yaml-shape', 'Write lines of "key: value" here.', 'warning');
      return [];
    }
    return [new Fields(value.data, value.line, names, report)];
  });
  if (documents.length === 0) report(1, 'yaml-empty', 'This file is empty; fill it in or remove it.', 'warning');
  if (found.length > 1)
    report(
      found[1]?.line ?? 1,
      'yaml-documents',
      'This file has several documents. Put each into its own file. All were read.',
      'warning',
    );
  return found;
}

interface ParsedYaml {
  documents: Document.Parsed[];
  lineAt: (offset: number) => number;
}

function parseDocuments(text: string): ParsedYaml {
  const counter = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: counter, uniqueKeys: false });
  return { documents: 'empty' in parsed ? [] : parsed, lineAt: (offset) => counter.linePos(offset).line || 1 };
}

/** Accepts quoted texts that continue in the first column, as PyYAML does. */
function parseLikePyYaml(text: string): ParsedYaml {
  const strict = parseDocuments(text);
  const isValid = ({ documents }: ParsedYaml): boolean => documents.every(({ errors }) => errors.length === 0);
  if (isValid(strict)) return strict;
  const indented = indentQuotes(text);
  const lenient = indented === text ? strict : parseDocuments(indented);
  return isValid(lenient) ? lenient : strict;
}

function tryParse<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function explain(source: string, line: number, code: string, message: string): [code: string, message: string] {
  const text = source.split('\n')[line - 1] ?? '';
  if (/\{\{|\{%|\$\{/.test(text))
    return ['yaml-template', 'This is a template: fill in the placeholders in braces and import the result.'];
  if (code === 'TAB_AS_INDENT' || /^\s*\t/.test(text))
    return ['yaml-tab', 'YAML is indented with spaces; replace the tab with spaces.'];
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'BAD_SCALAR_START')
    return ['yaml-syntax', 'A text that contains ": " or begins with a special character needs quotes around it.'];
  return ['yaml-syntax', `${(message.split(' at line ')[0] ?? message).replace(/[.:]$/, '')}. Fix this line.`];
}

function toValue(node: unknown, lineAt: (offset: number) => number, report: Report): Value {
  const line = lineAt((node as Node | null)?.range?.[0] ?? 0);
  if (isAlias(node)) {
    report(line, 'yaml-alias', 'Anchors and aliases (& and *) are not supported; write the value itself.', 'warning');
    return { line, textLine: line, data: null };
  }
  if (isMap(node)) return { line, textLine: line, data: toMap(node, lineAt, report) };
  if (isSeq(node)) return { line, textLine: line, data: node.items.map((item) => toValue(item, lineAt, report)) };
  const data = isScalar(node) ? node.value : null;
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  const textLine = isBlock ? line + 1 : line;
  if (typeof data === 'string') return { line, textLine, data };
  if (typeof data === 'number' || typeof data === 'boolean')
    return { line, textLine, data, written: isScalar(node) ? (node.source ?? String(data)) : String(data) };
  return { line, textLine, data: data === null || data === undefined ? null : String(data) };
}

function toMap(node: YAMLMap, lineAt: (offset: number) => number, report: Report): Map<string, Value> {
  const map = new Map<string, Value>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const line = lineAt((key as Node | null)?.range?.[0] ?? 0);
    const parsed = toValue(value, lineAt, report);
    // An empty value has no position of its own.
    if (parsed.data === null) parsed.line = line;
    const existing = map.get(name);
    if (!existing) map.set(name, parsed);
    else if (Array.isArray(existing.data) && Array.isArray(parsed.data)) {
      existing.data.push(...parsed.data);
      report(line, 'key-duplicate', `"${name}" is duplicated; merge both lists. Both were read.`, 'warning');
    } else report(line, 'key-duplicate', `"${name}" is duplicated; remove one. The first was read.`, 'warning');
  }
  return map;
}

/** Typed access to the fields of a dictionary. Reports values that do not have the expected type. */
export class Fields {
  readonly line: number;
  readonly #values = new Map<string, Value>();
  readonly #report: Report;
  /** Keys that were already reported, so that a second access does not report them again. */
  readonly #reportedKeys = new Set<string>();

  constructor(data: Map<string, Value>, line: number, names: FieldNames, report: Report) {
    this.line = line;
    this.#report = report;
    for (const [key, value] of data) this.#assign(key, value, data, names);
  }

  #assign(key: string, value: Value, data: ReadonlyMap<string, Value>, names: FieldNames): void {
    if (Object.hasOwn(names, key)) {
      this.#values.set(key, value);
      return;
    }
    const plain = plainName(key);
    const meant = Object.keys(names).find(
      (name) => plainName(name) === plain || names[name]?.some((other) => plainName(other) === plain),
    );
    if (meant === undefined) {
      const hint = didYouMean(key, Object.keys(names)) || '; remove it.';
      this.#report(value.line, 'key-unknown', `There is no field "${key.slice(0, 60)}"${hint}`, 'warning');
    } else if (data.has(meant) || this.#values.has(meant)) {
      this.#report(value.line, 'key-duplicate', `"${key}" duplicates "${meant}"; remove one.`, 'warning');
    } else {
      this.#report(
        value.line,
        'key-spelling',
        `Write "${meant}" instead of "${key}". It was read as "${meant}".`,
        'warning',
      );
      this.#values.set(meant, value);
    }
  }

  has(key: string): boolean {
    return (this.#values.get(key)?.data ?? null) !== null;
  }

  lineOf(key: string): number {
    return this.#values.get(key)?.line ?? this.line;
  }

  textLineOf(key: string): number {
    return this.#values.get(key)?.textLine ?? this.line;
  }

  #reportOnce(key: string, line: number, message: string): void {
    if (this.#reportedKeys.has(key)) return;
    this.#reportedKeys.add(key);
    this.#report(line, 'value-shape', message, 'warning');
  }

  /** Returns one text; of a list the first. Numbers and booleans count as texts without quotes. */
  text(key: string): string | undefined {
    const value = this.#values.get(key);
    if (!value || value.data === null) return undefined;
    if (Array.isArray(value.data)) {
      const texts = value.data.flatMap((item) => textOfValue(item) ?? []);
      this.#reportOnce(key, value.line, `${key} must be one text, not a list. The first was read.`);
      return texts[0];
    }
    const text = textOfValue(value);
    if (text === undefined)
      this.#reportOnce(
        key,
        value.line,
        `${key} must be a text, not a dictionary. Quote a text that contains braces; fill in a template first.`,
      );
    return text;
  }

  number(key: string): number | undefined {
    const value = this.#values.get(key);
    if (!value || value.data === null) return undefined;
    const text = typeof value.data === 'string' ? value.data.trim() : '';
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : value.data;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    this.#reportOnce(key, value.line, `${key} must be a number.`);
    return undefined;
  }

  /** Returns a list. A single value counts as a list of one; of a dictionary of dictionaries the values count. */
  list(key: string): Value[] {
    const value = this.#values.get(key);
    if (!value || value.data === null) return [];
    if (Array.isArray(value.data)) return value.data.filter((item) => item.data !== null);
    this.#reportOnce(key, value.line, `${key} must be a list: put "- " before each entry. It was read as a list.`);
    if (!(value.data instanceof Map)) return [value];
    return [...value.data.values()].every(({ data }) => data instanceof Map) ? [...value.data.values()] : [value];
  }

  /** Returns the values of a field that may be one value or a list. */
  oneOrMany(key: string): Value[] {
    const value = this.#values.get(key);
    if (!value || value.data === null) return [];
    return Array.isArray(value.data) ? value.data : [value];
  }

  /** Returns a nested dictionary. */
  dictionary(key: string, names: FieldNames): Fields | undefined {
    const value = this.#values.get(key);
    if (!(value?.data instanceof Map)) return undefined;
    return new Fields(value.data, value.line, names, this.#report);
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns a scalar as text; undefined for lists and dictionaries. */
export function textOfValue({ data, written }: Value): string | undefined {
  return data === null || typeof data === 'object' ? undefined : (written ?? String(data));
}
