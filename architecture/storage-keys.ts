import type { BrowserStorageItem } from '@hexpedition/contract';

/** Extracts from a source file the keys under which it stores data in the browser. */

interface Key {
  kind: BrowserStorageItem['kind'];
  /** With `…` for a part that is only known at run time. */
  name: string;
}

/** Files that receive their keys as arguments, and the function in them that creates all keys. */
const keyFunctions: Record<string, string> = { 'apps/web/src/entities/note/store/note-drafts.ts': 'prefixOf' };
/** The only files that write cookies: the consent cookie, whose name is configured, and the one for `/`. */
const writesCookies = ['apps/web/src/lib/consent/cookies.ts', 'apps/web/src/lib/member-cookie.ts'];
/** Wraps both storages. Its callers state the keys. */
const wrapsStorages = 'apps/web/src/lib/safe-storage.ts';

/** Lists the names under which a file stores data. */
export function keysIn(file: string, text: string): Key[] {
  if (file === wrapsStorages) return [];
  const maker = keyFunctions[file];
  return [...text.matchAll(/\b(?:(\w*Storage)\??\s*\.\s*setItem|caches\s*\.\s*open)\(\s*/gi)].map((call) => {
    const [start, storage] = call;
    const kind = storage === undefined ? 'cache' : /local/i.test(storage) ? 'local' : 'session';
    return { kind, name: resolvePrefix(maker ?? firstArgument(text.slice(call.index + start.length)), text) };
  });
}

/** Reports uses that could hide a key from this test, with a remedy. */
export function findUnclearUses(file: string, text: string): string[] {
  if (file === wrapsStorages) return [];
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/^import .*$/gm, '');
  const problems: [pattern: RegExp, problem: string][] = [
    [
      /(?<!typeof |Object\.keys\()\b(?:local|session|safeLocal|safeSession)Storage\b(?!\s*\??\.\s*(?:getItem|setItem|removeItem)\()/,
      'uses a storage in a way that hides its keys. Call getItem, setItem and removeItem on it directly.',
    ],
    [/\bcookieStore\b|\bindexedDB\b/, 'stores data in a place that the legal page does not list. Use another one.'],
  ];
  if (!writesCookies.includes(file)) {
    problems.push([/\bdocument\.cookie\s*=[^=]/, 'writes a cookie. Use localStorage.']);
  }
  return [
    ...problems.filter(([pattern]) => pattern.test(code)).map(([, problem]) => `${file} ${problem}`),
    ...keysIn(file, text)
      .filter(({ name }) => name === '…')
      .map(() => `${file} uses a storage key from another file. Define the key in this file as a string.`),
  ];
}

/** Returns the text up to the comma or bracket that ends the first argument. */
function firstArgument(text: string): string {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote) {
      if (sign === quote) quote = '';
    } else if (/['"`]/.test(sign)) quote = sign;
    else if (/[([{]/.test(sign)) depth++;
    else if (depth === 0 && /[,)]/.test(sign)) return text.slice(0, at).trim();
    else if (/[)\]}]/.test(sign)) depth--;
  }
  return text;
}

/** Resolves the beginning of an expression from the text of its file, for example `typed:…`. */
function resolvePrefix(expression: string, text: string, depth = 0): string {
  const literal = /^'([^']*)'$/.exec(expression) ?? /^`([^`$]*)`$/.exec(expression);
  if (literal) return literal[1] ?? '';
  const template = /^`([\s\S]*?)\$\{/.exec(expression);
  if (template) return `${template[1]}…`;
  const sum = /^(\w+|'[^']*') \+ /.exec(expression);
  if (sum) return `${resolvePrefix(sum[1] ?? '', text, depth + 1).replace('…', '')}…`;
  // A constant of this file, or a function that creates the key.
  const name = /^(\w+)(?:\(|$)/.exec(expression)?.[1];
  const declared =
    name && new RegExp(`\\bconst ${name}(?::[^=]+)? = (?:\\([^)]*\\)(?:: \\w+)? => )?([^;\\n]+)`).exec(text);
  return declared && depth < 4 ? resolvePrefix((declared[1] ?? '').trim(), text, depth + 1) : '…';
}
