import { CST, Lexer } from 'yaml';

/** Maximum characters that are read to repair one file: each repair reads the file from its start. */
const maxRead = 20_000_000;
/** Tokens of the lexer that represent no character. */
const markers: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/**
 * Indents the continuation lines of quoted texts that begin in the first column. YAML 1.2 forbids them, but PyYAML and
 * therefore ctfcli read them. Neither the value of a text nor the number of a line changes.
 */
export function indentQuotes(source: string): string {
  let text = source;
  let read = 0;
  let broken = findBrokenQuote(text);
  while (broken && read < maxRead) {
    const { start, end } = broken;
    read += end;
    text = text.slice(0, start) + text.slice(start, end).replace(/\n/g, `\n${' '.repeat(maxIndent)}`) + text.slice(end);
    broken = findBrokenQuote(text);
    // Indenting did not help: this text is broken for another reason.
    if (broken && broken.start <= start) break;
  }
  return text;
}

/** More than real files indent a key. */
const maxIndent = 40;

/** Finds the first quoted text that the lexer ends too early, and its real end. */
function findBrokenQuote(text: string): { start: number; end: number } | undefined {
  let start = 0;
  let isPlain = false;
  for (const token of new Lexer().lex(text)) {
    if (markers.has(token)) {
      isPlain = token === CST.SCALAR;
      continue;
    }
    if (!isPlain && /^["']/.test(token)) {
      const end = endOfQuote(text, start);
      if (end === undefined) return undefined;
      if (end > start + token.length) return { start, end };
    }
    start += token.length;
    isPlain = false;
  }
  return undefined;
}

/** Returns the offset after the closing quote; undefined if there is none. */
function endOfQuote(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    const isEscape = quote === '"' ? text[at] === '\\' : text.startsWith("''", at);
    if (isEscape) at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}
