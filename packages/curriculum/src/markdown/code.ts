import type { Element } from 'hast';
import type { Code } from 'mdast';
import { didYouMean, type Report } from '../diagnostics.ts';
import { type Highlight, languages, type Token } from './highlight.ts';
import { h } from './syntax-tree.ts';

interface Meta {
  title: string | null;
  marked: Set<number>;
}

const metaWord = /title="([^"]*)"|\{([\d,\s-]+)\}|(\S+)/g;

/**
 * Renders a fenced block as HTML: title bar, numbered and marked lines, and a copy button that the page's script
 * activates.
 */
export function codeToHtml(node: Code, line: number, highlight: Highlight, report: Report): Element {
  const language = readLanguage(node, line, report);
  const lines = language === 'console' ? readConsole(node.value, highlight) : null;
  const tokens = lines?.map((one) => one.tokens) ?? highlight(node.value, language);
  const meta = readMeta(node.meta ?? '', tokens.length, line, report);
  const numbered = !['text', 'console', 'http'].includes(language) && tokens.length >= 3;
  const input = lines?.flatMap((one) => (one.kind === 'output' ? [] : [one.command]));
  const label = languages[language] ?? '';

  const body = tokens.map((lineTokens, index) => {
    const className = ['code-line'];
    if (meta.marked.has(index + 1)) className.push('line-marked');
    if (lines?.[index]) className.push(lines[index].kind === 'output' ? 'line-output' : 'line-input');
    // The line break is inside the span, so that lines can be blocks and empty lines keep their height.
    return h('span', { className, ...(numbered && { dataLine: String(index + 1) }) }, [
      ...lineTokens.map(tokenToHtml),
      '\n',
    ]);
  });
  const head = [
    ...(meta.title ? [h('span', { className: ['code-title'] }, [meta.title])] : []),
    ...(label ? [h('span', { className: ['code-lang'] }, [label])] : []),
  ];
  const button = h('button', { type: 'button', className: ['code-copy'], dataCopyTarget: '' }, ['Copy']);
  // Focusable, so that a wide block can be scrolled with the keyboard.
  const pre = { className: ['code-body'], tabIndex: 0, ...(input?.length && { dataCopy: input.join('\n') }) };
  return h('figure', { className: ['code', ...(numbered ? ['code-numbered'] : [])], dataLang: language }, [
    ...(head.length ? [h('figcaption', { className: ['code-head'] }, head)] : []),
    // A block that is all output has no input to copy.
    ...(input?.length === 0 ? [] : [button]),
    h('pre', pre, [h('code', {}, body)]),
  ]);
}

interface ConsoleLine {
  kind: 'input' | 'output';
  tokens: Token[];
  /** The command without its prompt; for output, the line itself. */
  command: string;
}

/**
 * Separates commands from output: a line that begins with `$ ` or `# ` is input, and so is each line after one that
 * ends in a backslash.
 */
function readConsole(source: string, highlight: Highlight): ConsoleLine[] {
  let continues = false;
  return source.split('\n').map((line) => {
    const prompt = continues ? '' : (/^[$#] /.exec(line)?.[0] ?? null);
    if (prompt === null) return { kind: 'output', tokens: line ? [{ text: line, kind: null }] : [], command: line };
    const command = line.slice(prompt.length);
    continues = command.endsWith('\\');
    const tokens = highlight(command, 'bash')[0] ?? [];
    return { kind: 'input', tokens: prompt ? [{ text: prompt, kind: 'prompt' }, ...tokens] : tokens, command };
  });
}

const tokenToHtml = ({ text, kind }: Token): Element | string =>
  kind === null ? text : h('span', { className: [`tok-${kind}`] }, [text]);

function readLanguage(node: Code, line: number, report: Report): string {
  if (!node.lang) {
    report(line, 'code-language', 'Name the language of a code block after the fence, or write `text`.');
    return 'text';
  }
  if (Object.hasOwn(languages, node.lang)) return node.lang;
  const hint =
    didYouMean(node.lang, Object.keys(languages)) || `. Known languages: ${Object.keys(languages).join(', ')}.`;
  report(line, 'code-language', `The language "${node.lang}" is unknown${hint}`);
  return 'text';
}

function readMeta(source: string, lineCount: number, line: number, report: Report): Meta {
  const meta: Meta = { title: null, marked: new Set() };
  for (const [, title, ranges, other] of source.matchAll(metaWord)) {
    if (title !== undefined) meta.title = title;
    else if (ranges !== undefined) for (const number of readRanges(ranges, line, report)) meta.marked.add(number);
    else report(line, 'code-word', `"${other}" is not allowed after the language; use title="…" or {lines}.`);
  }
  const beyond = [...meta.marked].find((number) => number < 1 || number > lineCount);
  if (beyond !== undefined) report(line, 'code-lines', `Line ${beyond} is marked, but the block has ${lineCount}.`);
  return meta;
}

function readRanges(source: string, line: number, report: Report): number[] {
  return source.split(',').flatMap((part) => {
    const match = /^\s*(\d{1,4})(?:-(\d{1,4}))?\s*$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? from);
    if (match && to >= from) return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    report(line, 'code-lines', `"{${source}}" is not a list of lines to mark; write {2,4-6}.`);
    return [];
  });
}
