import type { Element } from 'hast';
import type { Code } from 'mdast';
import { didYouMean, type Report } from '../diagnostics.ts';
import { readConsole } from './console.ts';
import { type Highlight, languages, type Token } from './highlight.ts';
import { h } from './tree.ts';

interface Meta {
  title: string | null;
  marked: Set<number>;
}

const metaWord = /title="([^"]*)"|\{([\d,\s-]+)\}|(\S+)/g;

/** A fenced block as HTML: title bar, numbered and marked lines, a copy button that the page's script brings to life. */
export function codeToHtml(node: Code, line: number, highlight: Highlight, report: Report): Element {
  const language = readLanguage(node, line, report);
  const lines = language === 'console' ? readConsole(node.value, highlight) : null;
  const tokens = lines?.map((one) => one.tokens) ?? highlight(node.value, language);
  const meta = readMeta(node.meta ?? '', tokens.length, line, report);
  const numbered = !['text', 'console', 'http'].includes(language) && tokens.length >= 3;
  const input = lines?.flatMap((one) => (one.kind === 'output' ? [] : [one.command]));
  const label = languages[language] ?? '';

  const body = tokens.map((lineTokens, i) => {
    const className = ['code-line'];
    if (meta.marked.has(i + 1)) className.push('line-marked');
    if (lines?.[i]) className.push(lines[i].kind === 'output' ? 'line-output' : 'line-input');
    // The line break is inside, so that lines can be blocks and empty ones keep their height.
    return h('span', { className, ...(numbered && { dataLine: String(i + 1) }) }, [
      ...lineTokens.map(tokenToHtml),
      '\n',
    ]);
  });
  const head = [
    ...(meta.title ? [h('span', { className: ['code-title'] }, [meta.title])] : []),
    ...(label ? [h('span', { className: ['code-lang'] }, [label])] : []),
  ];
  const button = h('button', { type: 'button', className: ['code-copy'], dataCopyTarget: '' }, ['Copy']);
  // Focusable, because what is wider than the screen has to scroll without a mouse too.
  const pre = { className: ['code-body'], tabIndex: 0, ...(input?.length && { dataCopy: input.join('\n') }) };
  return h('figure', { className: ['code', ...(numbered ? ['code-numbered'] : [])], dataLang: language }, [
    ...(head.length ? [h('figcaption', { className: ['code-head'] }, head)] : []),
    // A block of output alone has nothing that could be typed.
    ...(input?.length === 0 ? [] : [button]),
    h('pre', pre, [h('code', {}, body)]),
  ]);
}

const tokenToHtml = ({ text, kind }: Token): Element | string =>
  kind === null ? text : h('span', { className: [`tok-${kind}`] }, [text]);

function readLanguage(node: Code, line: number, report: Report): string {
  if (!node.lang) {
    report(line, 'code-language', 'A block of code names its language after the fence; `text` when it has none.');
    return 'text';
  }
  if (Object.hasOwn(languages, node.lang)) return node.lang;
  const hint = didYouMean(node.lang, Object.keys(languages)) || `. There are ${Object.keys(languages).join(', ')}.`;
  report(line, 'code-language', `The language "${node.lang}" is unknown${hint}`);
  return 'text';
}

function readMeta(source: string, lineCount: number, line: number, report: Report): Meta {
  const meta: Meta = { title: null, marked: new Set() };
  for (const [, title, ranges, other] of source.matchAll(metaWord)) {
    if (title !== undefined) meta.title = title;
    else if (ranges !== undefined) for (const number of readRanges(ranges, line, report)) meta.marked.add(number);
    else report(line, 'code-word', `"${other}" is not known after a language; there are title="…" and {lines}.`);
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
    report(line, 'code-lines', `"{${source}}" does not say which lines to mark; write {2,4-6}.`);
    return [];
  });
}
