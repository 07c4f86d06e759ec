/** A part of a word: text, or an expansion. */
export interface Piece {
  kind: 'text' | 'variable' | 'command';
  text: string;
  quoted: boolean;
}
export type Word = Piece[];

interface Redirection {
  fd: number;
  how: '>' | '>>' | '<' | 'dup' | 'both';
  to: Word;
}
export interface Simple {
  words: Word[];
  redirections: Redirection[];
}
/** Commands joined by `|`, and the operator before them: `;`, `&&` or `||`. */
export interface Pipeline {
  join: ';' | '&&' | '||';
  commands: Simple[];
}

export class LineError extends Error {
  override name = 'LineError';
}

type Token = { operator: string } | { word: Word };
const OPERATORS = [
  '&&',
  '||',
  '2>>',
  '2>&1',
  '1>&2',
  '>&2',
  '&>',
  '2>',
  '1>',
  '>>',
  '<<',
  '>',
  '<',
  '|',
  ';',
  '\n',
  '&',
  '(',
  ')',
];
const KEYWORDS = ['if', 'for', 'while', 'until', 'case', 'function', 'select', '{', '[['];

/**
 * Parses a line.
 * @throws LineError
 */
export function parse(line: string): Pipeline[] {
  const pipelines: Pipeline[] = [];
  let pipeline: Pipeline = { join: ';', commands: [] };
  let command: Simple = { words: [], redirections: [] };
  const isEmpty = () => command.words.length === 0 && command.redirections.length === 0;
  const endCommand = (needed: string | undefined) => {
    if (isEmpty() && needed !== undefined) throw new LineError(`syntax error near unexpected token \`${needed}'`);
    if (!isEmpty()) pipeline.commands.push(command);
    command = { words: [], redirections: [] };
  };
  const tokens = tokenize(line);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) break;
    if ('word' in token) {
      const text = token.word.length === 1 && !token.word[0]?.quoted ? token.word[0]?.text : undefined;
      if (command.words.length === 0 && text && KEYWORDS.includes(text)) {
        throw new LineError(`${text}: this small shell has no loops, conditions or functions`);
      }
      command.words.push(token.word);
      continue;
    }
    const { operator } = token;
    if (operator === '|') {
      endCommand('|');
    } else if ([';', '\n', '&', '&&', '||'].includes(operator)) {
      const joins = operator === '&&' || operator === '||';
      endCommand(joins ? operator : undefined);
      if (pipeline.commands.length > 0) pipelines.push(pipeline);
      pipeline = { join: joins ? (operator as '&&' | '||') : ';', commands: [] };
    } else if (operator === '(' || operator === ')') {
      throw new LineError('this small shell has no subshells in parentheses');
    } else if (operator === '<<') {
      throw new LineError('this small shell has no here-documents; printf writes several lines');
    } else if (operator === '2>&1' || operator === '1>&2' || operator === '>&2') {
      const [fd, to] = operator === '2>&1' ? [2, '1'] : [1, '2'];
      command.redirections.push({ fd, how: 'dup', to: [{ kind: 'text', text: to, quoted: true }] });
    } else {
      const next = tokens[++i];
      if (!next || !('word' in next)) throw new LineError("syntax error near unexpected token `newline'");
      command.redirections.push({ ...redirection(operator), to: next.word });
    }
  }
  endCommand(undefined);
  if (pipeline.commands.length > 0) pipelines.push(pipeline);
  else if (pipeline.join !== ';') throw new LineError('syntax error: unexpected end of file');
  return pipelines;
}

function redirection(operator: string): Pick<Redirection, 'fd' | 'how'> {
  if (operator === '&>') return { fd: 1, how: 'both' };
  if (operator === '<') return { fd: 0, how: '<' };
  return { fd: operator.startsWith('2') ? 2 : 1, how: operator.endsWith('>>') ? '>>' : '>' };
}

function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let word: Word | undefined;
  const add = (kind: Piece['kind'], text: string, quoted: boolean) => {
    word ??= [];
    const last = word.at(-1);
    if (kind === 'text' && last?.kind === 'text' && last.quoted === quoted) last.text += text;
    else word.push({ kind, text, quoted });
  };
  const end = () => {
    if (word) tokens.push({ word });
    word = undefined;
  };
  let at = 0;
  /** Parses an expansion after its dollar sign. */
  const dollar = (quoted: boolean) => {
    const rest = line.slice(at);
    const name = /^\$(?:([A-Za-z_]\w*|[?$#@*0-9])|\{([A-Za-z_]\w*|[?$#@*0-9])\})/.exec(rest);
    if (rest.startsWith('$(')) {
      const close = closing(line, at + 1);
      add('command', line.slice(at + 2, close), quoted);
      at = close + 1;
    } else if (name) {
      add('variable', name[1] ?? name[2] ?? '', quoted);
      at += name[0].length;
    } else {
      add('text', '$', quoted);
      at++;
    }
  };
  const backquote = (quoted: boolean) => {
    const close = line.indexOf('`', at + 1);
    if (close < 0) throw new LineError("unexpected EOF while looking for matching ``'");
    add('command', line.slice(at + 1, close), quoted);
    at = close + 1;
  };
  while (at < line.length) {
    const sign = line[at] ?? '';
    // 2> is a redirection if the 2 begins a word, and 2 is text if it ends one
    const operator = OPERATORS.find((one) => line.startsWith(one, at) && (!/^\d/.test(one) || !word));
    if (operator) {
      end();
      tokens.push({ operator });
      at += operator.length;
    } else if (sign === ' ' || sign === '\t' || sign === '\r') {
      end();
      at++;
    } else if (sign === '#' && !word) {
      while (at < line.length && line[at] !== '\n') at++;
    } else if (sign === '\\') {
      if (line[at + 1] !== '\n') add('text', line[at + 1] ?? '\\', true);
      at += 2;
    } else if (sign === "'") {
      const close = line.indexOf("'", at + 1);
      if (close < 0) throw new LineError("unexpected EOF while looking for matching `''");
      add('text', line.slice(at + 1, close), true);
      at = close + 1;
    } else if (sign === '"') {
      at++;
      add('text', '', true);
      while (line[at] !== '"') {
        if (at >= line.length) throw new LineError('unexpected EOF while looking for matching `"\'');
        if (line[at] === '$') dollar(true);
        else if (line[at] === '`') backquote(true);
        else if (line[at] === '\\' && '"\\$`'.includes(line[at + 1] ?? ' ')) {
          add('text', line[at + 1] ?? '', true);
          at += 2;
        } else add('text', line[at++] ?? '', true);
      }
      at++;
    } else if (sign === '$') dollar(false);
    else if (sign === '`') backquote(false);
    else {
      add('text', sign, false);
      at++;
    }
  }
  end();
  return tokens;
}

/** Returns the position of the closing parenthesis. */
function closing(line: string, open: number): number {
  let depth = 0;
  let quote = '';
  for (let i = open; i < line.length; i++) {
    const sign = line[i] ?? '';
    if (quote) {
      if (sign === quote) quote = '';
    } else if (sign === "'" || sign === '"') quote = sign;
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return i;
  }
  throw new LineError("unexpected EOF while looking for matching `)'");
}
