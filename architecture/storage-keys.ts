import type { BrowserStorageItem } from '@hexpedition/contract';

/** Reads out of a source file under which names it keeps things in the browser. */

interface Key {
  kind: BrowserStorageItem['kind'];
  /** With `…` for what is known only when it runs. */
  name: string;
}

/** Files that are handed their keys, and the function there that makes all of them. */
const makers: Record<string, string> = { 'apps/web/src/features/notes/keeper/drafts.ts': 'prefixOf' };
/** The one file that writes cookies: the consent's, whose name the configuration has, and those that it deletes. */
const writesCookies = 'apps/web/src/lib/consent/cookies.ts';

/** Every name that a file stores something under. */
export function keysIn(file: string, text: string): Key[] {
  const maker = makers[file];
  return [...text.matchAll(/\b(?:(\w*Storage)\??\s*\.\s*setItem|caches\s*\.\s*open)\(\s*/gi)].map((call) => {
    const [start, storage] = call;
    const kind = storage === undefined ? 'cache' : /local/i.test(storage) ? 'local' : 'session';
    return { kind, name: meaningOf(maker ?? firstArgument(text.slice(call.index + start.length)), text) };
  });
}

/** What could hide a key from this test, with what to do about it. */
export function unclearUses(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const faults: [pattern: RegExp, fault: string][] = [
    [
      /(?<!typeof |Object\.keys\()\b(?:local|session)Storage\b(?!\s*\??\.\s*(?:getItem|setItem|removeItem)\()/,
      'uses a storage in a way that hides its keys. Call getItem, setItem and removeItem on it directly.',
    ],
    [/\bcookieStore\b|\bindexedDB\b/, 'keeps things in a place that the legal page does not know. Use another one.'],
  ];
  if (file !== writesCookies) {
    faults.push([/\bdocument\.cookie\s*=[^=]/, 'writes a cookie. Only the consent has one: use the local storage.']);
  }
  return [
    ...faults.filter(([pattern]) => pattern.test(code)).map(([, fault]) => `${file} ${fault}`),
    ...keysIn(file, text)
      .filter(({ name }) => name === '…')
      .map(() => `${file} stores under a key that is made elsewhere. Make it in this file, from a text.`),
  ];
}

/** Up to the comma or the bracket that ends it. */
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

/** What an expression begins with, as far as the text of its file tells: `typed:…`. */
function meaningOf(expression: string, text: string, depth = 0): string {
  const literal = /^'([^']*)'$/.exec(expression) ?? /^`([^`$]*)`$/.exec(expression);
  if (literal) return literal[1] ?? '';
  const template = /^`([\s\S]*?)\$\{/.exec(expression);
  if (template) return `${template[1]}…`;
  const sum = /^(\w+|'[^']*') \+ /.exec(expression);
  if (sum) return `${meaningOf(sum[1] ?? '', text, depth + 1).replace('…', '')}…`;
  // A constant of this file, or a function that makes the key.
  const name = /^(\w+)(?:\(|$)/.exec(expression)?.[1];
  const declared =
    name && new RegExp(`\\bconst ${name}(?::[^=]+)? = (?:\\([^)]*\\)(?:: \\w+)? => )?([^;\\n]+)`).exec(text);
  return declared && depth < 4 ? meaningOf((declared[1] ?? '').trim(), text, depth + 1) : '…';
}
