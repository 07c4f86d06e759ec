/*
 * The query language: GraphQL without subscriptions and without custom directives. This file parses text to a document,
 * and `execute.ts` answers it.
 */

export type Value =
  | { kind: 'variable'; name: string }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'enum'; name: string }
  | { kind: 'list'; items: Value[] }
  | { kind: 'object'; fields: Map<string, Value> };

export interface Directive {
  name: string;
  args: Map<string, Value>;
}

export interface Field {
  kind: 'field';
  /** Its name in the answer. */
  alias: string;
  name: string;
  args: Map<string, Value>;
  directives: Directive[];
  selections: Selection[] | undefined;
}

export type Selection =
  | Field
  | { kind: 'spread'; name: string; directives: Directive[] }
  | { kind: 'inline'; on: string | undefined; directives: Directive[]; selections: Selection[] };

export interface Operation {
  type: 'query' | 'mutation';
  name: string | undefined;
  /** Name → default value; undefined without one. */
  variables: Map<string, Value | undefined>;
  selections: Selection[];
}

interface Fragment {
  on: string;
  selections: Selection[];
}

export interface Document {
  operations: Operation[];
  fragments: Map<string, Fragment>;
}

/** An error of the whole query, of which nothing is answered. */
export class QuestionError extends Error {}

const MAX_TOKENS = 3000;
const MAX_DEPTH = 25;

interface Token {
  kind: 'mark' | 'name' | 'number' | 'text' | 'end';
  text: string;
  at: number;
}

const PATTERN =
  /[\s,\uFEFF]+|#[^\n\r]*|(\.\.\.|[!$&()=:@[\]{|}])|([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|"""((?:[^"\\]|\\"""|\\|"(?!""))*)"""|"((?:[^"\\\n\r]|\\.)*)"/y;

function tokens(source: string): Token[] {
  const found: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < source.length) {
    const at = PATTERN.lastIndex;
    const match = PATTERN.exec(source);
    if (!match) throw new QuestionError(`Syntax Error: Unexpected character ${JSON.stringify(source[at])} at ${at}.`);
    const [, mark, name, number, block, text] = match;
    if (mark !== undefined) found.push({ kind: 'mark', text: mark, at });
    else if (name !== undefined) found.push({ kind: 'name', text: name, at });
    else if (number !== undefined) found.push({ kind: 'number', text: number, at });
    else if (block !== undefined) found.push({ kind: 'text', text: block.trim().replaceAll('\\"""', '"""'), at });
    else if (text !== undefined) found.push({ kind: 'text', text: plainText(text), at });
    if (found.length > MAX_TOKENS) throw new QuestionError('The query is too long.');
  }
  found.push({ kind: 'end', text: 'the end', at: source.length });
  return found;
}

function plainText(text: string): string {
  try {
    return JSON.parse(`"${text.replaceAll('\t', '\\t')}"`);
  } catch {
    throw new QuestionError('Syntax Error: Invalid escape in a string.');
  }
}

/** @throws QuestionError */
export function parse(source: string): Document {
  const list = tokens(source);
  let position = 0;
  let depth = 0;

  const peek = () => list[position] as Token;
  const next = () => list[position++] as Token;
  const wrong = (wanted: string): never => {
    throw new QuestionError(`Syntax Error: Expected ${wanted}, found ${peek().text} at ${peek().at}.`);
  };
  const at = (text: string) => peek().kind === 'mark' && peek().text === text;
  const take = (text: string) => at(text) && Boolean(next());
  const expect = (text: string) => take(text) || wrong(text);
  const name = () => (peek().kind === 'name' ? next().text : wrong('a name'));
  const deeper = <T>(read: () => T): T => {
    if (++depth > MAX_DEPTH) throw new QuestionError('The query is nested too deeply.');
    const result = read();
    depth--;
    return result;
  };

  /** @param isFixed for a default value, which contains no variables: two could depend on each other */
  function value(isFixed: boolean): Value {
    const token = peek();
    if (!isFixed && take('$')) return { kind: 'variable', name: name() };
    if (token.kind === 'number') return { kind: 'literal', value: Number(next().text) };
    if (token.kind === 'text') return { kind: 'literal', value: next().text };
    if (token.kind === 'name') {
      next();
      if (token.text === 'true' || token.text === 'false') return { kind: 'literal', value: token.text === 'true' };
      return token.text === 'null' ? { kind: 'literal', value: null } : { kind: 'enum', name: token.text };
    }
    return deeper(() => {
      if (take('[')) {
        const items: Value[] = [];
        while (!take(']')) items.push(value(isFixed));
        return { kind: 'list', items };
      }
      if (take('{')) return { kind: 'object', fields: pairs('}', isFixed) };
      return wrong('a value');
    });
  }

  function pairs(close: string, isFixed = false): Map<string, Value> {
    const found = new Map<string, Value>();
    while (!take(close)) {
      const key = name();
      expect(':');
      found.set(key, value(isFixed));
    }
    return found;
  }

  const args = () => (take('(') ? pairs(')') : new Map<string, Value>());

  function directives(): Directive[] {
    const found: Directive[] = [];
    while (take('@')) found.push({ name: name(), args: args() });
    return found;
  }

  function selections(): Selection[] {
    expect('{');
    return deeper(() => {
      const found: Selection[] = [];
      do found.push(selection());
      while (!take('}'));
      return found;
    });
  }

  function selection(): Selection {
    if (take('...')) {
      if (peek().kind === 'name' && peek().text !== 'on')
        return { kind: 'spread', name: name(), directives: directives() };
      const on = peek().kind === 'name' && next() ? name() : undefined;
      return { kind: 'inline', on, directives: directives(), selections: selections() };
    }
    const first = name();
    const second = take(':') ? name() : first;
    return {
      kind: 'field',
      alias: first,
      name: second,
      args: args(),
      directives: directives(),
      selections: at('{') ? selections() : undefined,
    };
  }

  /** Types of variables are parsed and dropped: each value is checked against the argument in which it is used. */
  function type(): void {
    if (take('[')) {
      deeper(type);
      expect(']');
    } else name();
    take('!');
  }

  function operation(kind: 'query' | 'mutation'): Operation {
    const called = peek().kind === 'name' ? name() : undefined;
    const variables = new Map<string, Value | undefined>();
    if (take('(')) {
      while (!take(')')) {
        expect('$');
        const variable = name();
        expect(':');
        type();
        variables.set(variable, take('=') ? value(true) : undefined);
        directives();
      }
    }
    directives();
    return { type: kind, name: called, variables, selections: selections() };
  }

  const document: Document = { operations: [], fragments: new Map() };
  do {
    if (at('{'))
      document.operations.push({ type: 'query', name: undefined, variables: new Map(), selections: selections() });
    else {
      const kind = name();
      if (kind === 'query' || kind === 'mutation') document.operations.push(operation(kind));
      else if (kind === 'fragment') {
        const called = name();
        if (name() !== 'on') wrong('on');
        const on = name();
        directives();
        document.fragments.set(called, { on, selections: selections() });
      } else throw new QuestionError(`Syntax Error: Unexpected ${kind}.`);
    }
  } while (peek().kind !== 'end');
  refuseCircles(document.fragments);
  return document;
}

/** @throws QuestionError for a fragment that contains itself */
function refuseCircles(fragments: Map<string, Fragment>): void {
  const ending = new Set<string>();
  const follow = (name: string, above: Set<string>): void => {
    if (above.has(name)) throw new QuestionError(`Cannot spread fragment "${name}" within itself.`);
    if (ending.has(name)) return;
    above.add(name);
    for (const next of spreadsIn(fragments.get(name)?.selections ?? [])) follow(next, above);
    above.delete(name);
    ending.add(name);
  };
  for (const name of fragments.keys()) follow(name, new Set());
}

const spreadsIn = (selections: Selection[]): string[] =>
  selections.flatMap((one) => (one.kind === 'spread' ? [one.name] : spreadsIn(one.selections ?? [])));
