import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages } from 'shiki/langs';

/** A token of a line; `kind` becomes the class `tok-<kind>`. */
export interface Token {
  text: string;
  kind: string | null;
}

export type Highlight = (code: string, language: string) => Token[][];

const grammars = [
  'bash',
  'http',
  'html',
  'css',
  'js',
  'ts',
  'json',
  'python',
  'sql',
  'php',
  'yaml',
  'diff',
  'c',
  'java',
  'xml',
] as const;

/** Languages that a fenced block may name, with their labels. */
export const languages: Readonly<Record<string, string>> = {
  text: '',
  console: 'Console',
  bash: 'Bash',
  http: 'HTTP',
  html: 'HTML',
  css: 'CSS',
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  python: 'Python',
  sql: 'SQL',
  php: 'PHP',
  yaml: 'YAML',
  diff: 'Diff',
  c: 'C',
  java: 'Java',
  xml: 'XML',
};

const theme = 'variables';
let loading: Promise<HighlighterCore> | undefined;

/** Loads the grammars once per process. The returned function is pure. */
export async function loadHighlight(): Promise<Highlight> {
  loading ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: theme, variablePrefix: '--' })],
    langs: grammars.map((name) => bundledLanguages[name]),
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
  const highlighter = await loading;
  return (code, language) => {
    if (!grammars.some((name) => name === language)) return plain(code);
    // Disables the default limit of half a second per line: a busy machine must not highlight the same code
    // differently.
    const lines = highlighter.codeToTokensBase(code, { lang: language, theme, tokenizeTimeLimit: 0 });
    return lines.map((line) => merge(line.map((token) => ({ text: token.content, kind: kindOf(token.color) }))));
  };
}

const plain = (code: string): Token[][] => code.split('\n').map((line) => (line ? [{ text: line, kind: null }] : []));

/**
 * `var(--token-string-expression)` → `string-expression`. Colours are classes because our CSP forbids style
 * attributes.
 */
function kindOf(colour: string | undefined): string | null {
  return /^var\(--token-([a-z-]+)\)$/.exec(colour ?? '')?.[1] ?? null;
}

function merge(tokens: Token[]): Token[] {
  const merged: Token[] = [];
  for (const token of tokens) {
    const last = merged[merged.length - 1];
    if (last && last.kind === token.kind) last.text += token.text;
    else merged.push(token);
  }
  return merged;
}
