import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, type YAMLMap } from 'yaml';
import { didYouMean, type Report } from '../diagnostics.ts';

/** A value of somebody else's YAML, with its line. What it should be is not known before it is asked. */
export interface Value {
  line: number;
  /** Where its text begins: a block after | or > begins on the line below. */
  textLine: number;
  data: null | string | number | boolean | Value[] | Map<string, Value>;
  /** How a number, or yes or no, is written there: 007 is a flag, and not 7. */
  written?: string;
}

/** How a format calls its fields: the right name → other spellings of it. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

/**
 * Reads every document of a file that is a dictionary, and reports the rest.
 * Anchors are not followed: a few lines of them can stand for gigabytes.
 */
export function readSourceYaml(source: string, names: FieldNames, report: Report): Fields[] {
  const counter = new LineCounter();
  // Lines may end as they did on old machines; each sign keeps its place.
  const text = source.replace(/^\uFEFF/, '').replace(/\r(?!\n)/g, '\n');
  const parsed = attempt(() => parseAllDocuments(text, { lineCounter: counter, uniqueKeys: false }));
  if (!parsed) {
    report(1, 'yaml-syntax', 'This YAML is nested too deeply to be read.', 'warning');
    return [];
  }
  const lineAt = (offset: number): number => counter.linePos(offset).line || 1;
  const documents = 'empty' in parsed ? [] : parsed;
  const found = documents.flatMap((document): Fields[] => {
    const [fault] = document.errors;
    if (fault) {
      const line = lineAt(fault.pos[0]);
      report(line, ...explain(text, line, fault.code, fault.message), 'warning');
      return [];
    }
    const value = attempt(() => toValue(document.contents, lineAt, report));
    if (!value) report(1, 'yaml-syntax', 'This YAML is nested too deeply to be read.', 'warning');
    if (value?.data === null && documents.length > 1) return [];
    if (!(value?.data instanceof Map)) {
      if (value) report(value.line, 'yaml-shape', 'Write lines of "key: value" here.', 'warning');
      return [];
    }
    return [new Fields(value.data, value.line, names, report)];
  });
  if (documents.length === 0) report(1, 'yaml-empty', 'This file is empty; fill it in or take it out.', 'warning');
  if (found.length > 1)
    report(
      found[1]?.line ?? 1,
      'yaml-documents',
      'There are several documents here; put each in a file of its own. All were read.',
      'warning',
    );
  return found;
}

function attempt<T>(run: () => T): T | undefined {
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
    return ['yaml-template', 'This is a template: fill in what stands in braces, and import the result.'];
  if (code === 'TAB_AS_INDENT' || /^\s*\t/.test(text))
    return ['yaml-tab', 'YAML is indented with spaces; put spaces here in place of the tab.'];
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'BAD_SCALAR_START')
    return ['yaml-syntax', 'A text that holds ": " or begins with a special character needs quotes around it.'];
  return ['yaml-syntax', `${(message.split(' at line ')[0] ?? message).replace(/[.:]$/, '')}. Mend this line.`];
}

function toValue(node: unknown, lineAt: (offset: number) => number, report: Report): Value {
  const line = lineAt((node as Node | null)?.range?.[0] ?? 0);
  if (isAlias(node)) {
    report(line, 'yaml-alias', 'Anchors and aliases (& and *) are not read; write the value itself here.', 'warning');
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
    const read = toValue(value, lineAt, report);
    // An empty value has no place of its own.
    if (read.data === null) read.line = line;
    const before = map.get(name);
    if (!before) map.set(name, read);
    else if (Array.isArray(before.data) && Array.isArray(read.data)) {
      before.data.push(...read.data);
      report(line, 'key-duplicate', `"${name}" is there twice; make one list of both. Both were read.`, 'warning');
    } else report(line, 'key-duplicate', `"${name}" is there twice; take one out. The first was read.`, 'warning');
  }
  return map;
}

/** The fields of a dictionary, as what we need them to be. Whatever is something else is reported where it stands. */
export class Fields {
  readonly line: number;
  readonly #values = new Map<string, Value>();
  readonly #report: Report;
  /** What was said of a field once is not said again when it is asked again. */
  readonly #told = new Set<string>();

  constructor(data: Map<string, Value>, line: number, names: FieldNames, report: Report) {
    this.line = line;
    this.#report = report;
    for (const [key, value] of data) this.#take(key, value, data, names);
  }

  #take(key: string, value: Value, data: ReadonlyMap<string, Value>, names: FieldNames): void {
    if (Object.hasOwn(names, key)) {
      this.#values.set(key, value);
      return;
    }
    const plain = plainName(key);
    const meant = Object.keys(names).find(
      (name) => plainName(name) === plain || names[name]?.some((other) => plainName(other) === plain),
    );
    if (meant === undefined) {
      const hint = didYouMean(key, Object.keys(names)) || '; take it out.';
      this.#report(value.line, 'key-unknown', `There is no field "${key.slice(0, 60)}"${hint}`, 'warning');
    } else if (data.has(meant) || this.#values.has(meant)) {
      this.#report(value.line, 'key-duplicate', `"${key}" says the same as "${meant}"; take one out.`, 'warning');
    } else {
      this.#report(value.line, 'key-spelling', `Write "${meant}" for "${key}". It was read as that.`, 'warning');
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

  #tell(key: string, line: number, message: string): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#report(line, 'value-shape', message, 'warning');
  }

  /** One text; of a list the first. Numbers and yes or no are texts that lack their quotes. */
  text(key: string): string | undefined {
    const value = this.#values.get(key);
    if (!value || value.data === null) return undefined;
    if (Array.isArray(value.data)) {
      const texts = value.data.flatMap((item) => textOfValue(item) ?? []);
      this.#tell(key, value.line, `${key} is one text, not a list. The first was read.`);
      return texts[0];
    }
    const text = textOfValue(value);
    if (text === undefined)
      this.#tell(
        key,
        value.line,
        `${key} is a text, not a dictionary. A text that holds braces needs quotes; a template is filled in first.`,
      );
    return text;
  }

  number(key: string): number | undefined {
    const value = this.#values.get(key);
    if (!value || value.data === null) return undefined;
    const text = typeof value.data === 'string' ? value.data.trim() : '';
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : value.data;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    this.#tell(key, value.line, `${key} is a number.`);
    return undefined;
  }

  /** A list; a single value is a list of one, and of a dictionary the values count. */
  list(key: string): Value[] {
    const value = this.#values.get(key);
    if (!value || value.data === null) return [];
    if (Array.isArray(value.data)) return value.data.filter((item) => item.data !== null);
    this.#tell(key, value.line, `${key} is a list: put "- " before each entry. It was read as one.`);
    if (!(value.data instanceof Map)) return [value];
    return [...value.data.values()].every(({ data }) => data instanceof Map) ? [...value.data.values()] : [value];
  }

  /** A field that may be one value or a list of them. */
  either(key: string): Value[] {
    const value = this.#values.get(key);
    if (!value || value.data === null) return [];
    return Array.isArray(value.data) ? value.data : [value];
  }

  /** A dictionary inside of this one. */
  inner(key: string, names: FieldNames): Fields | undefined {
    const value = this.#values.get(key);
    if (!(value?.data instanceof Map)) return undefined;
    return new Fields(value.data, value.line, names, this.#report);
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A scalar as a text; undefined for lists and dictionaries. */
export function textOfValue({ data, written }: Value): string | undefined {
  return data === null || typeof data === 'object' ? undefined : (written ?? String(data));
}
