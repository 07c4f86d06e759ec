/** What is known of a card: the names that a text may use. */
export interface Names {
  to: string;
  from: string;
  age: number;
}

type Value = string | number | boolean;

/** Characters that a text may have, and a card. */
export const LONGEST = 600;
const LARGEST = 4000;

/** Ways to say something, written behind it: `to | shout`. */
const manners = new Map<string, (text: string) => string>([
  ['shout', (text) => text.toUpperCase()],
  ['whisper', (text) => text.toLowerCase()],
  ['twice', (text) => `${text} ${text}`],
]);

/**
 * Fills in a text: each `{{ … }}` is replaced by what it comes to. In the braces stand names, numbers and texts in quotes; `+ - * /`,
 * comparisons, a choice with `? :`, parentheses; and at the end, behind a bar, a manner.
 * @throws Error with a sentence for whoever wrote the text
 */
export function fill(text: string, names: Names): string {
  if (text.length > LONGEST) throw new Error(`A text fits into ${LONGEST} characters.`);
  const known = new Map<string, Value>(Object.entries(names));
  const filled = text.replace(/\{\{(.*?)\}\}/gs, (_, inner: string) => say(inner, known));
  if (filled.length > LARGEST) throw new Error('No card is that large.');
  return filled;
}

/** Reads what stands in the braces, and computes while it reads. Nothing of it is ever run. */
function say(inner: string, known: Map<string, Value>): string {
  const words = inner.match(/"[^"]*"|'[^']*'|\d+(?:\.\d+)?|\w+|[<>]=?|[=!]==?|\S/g) ?? [];
  let at = 0;
  const take = (...wanted: string[]) => (wanted.includes(words[at] ?? '') ? words[at++] : undefined);
  const demand = (wanted: string) => {
    if (!take(wanted)) throw new Error(`The parrot expected ${wanted} and heard ${words[at] ?? 'nothing'}.`);
  };

  function choice(): Value {
    const condition = comparison();
    if (!take('?')) return condition;
    const yes = choice();
    demand(':');
    const no = choice();
    return condition ? yes : no;
  }
  function comparison(): Value {
    const left = sum();
    const sign = take('<', '>', '<=', '>=', '==', '===', '!=', '!==');
    if (!sign) return left;
    const right = sum();
    if (sign.startsWith('=')) return left === right;
    if (sign.startsWith('!')) return left !== right;
    return (sign.startsWith('<') ? left < right : left > right) || (sign.endsWith('=') && left === right);
  }
  function sum(): Value {
    let value = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) {
      const next = product();
      if (sign === '-') value = Number(value) - Number(next);
      else value = typeof value === 'number' && typeof next === 'number' ? value + next : `${value}${next}`;
    }
    return value;
  }
  function product(): Value {
    let value = atom();
    for (let sign = take('*', '/'); sign; sign = take('*', '/')) {
      const next = Number(atom());
      value = sign === '*' ? Number(value) * next : Number(value) / next;
    }
    return value;
  }
  function atom(): Value {
    if (take('-')) return -Number(atom());
    if (take('(')) {
      const value = choice();
      demand(')');
      return value;
    }
    const word = words[at++] ?? 'nothing';
    if (/^["']./.test(word)) return word.slice(1, -1);
    if (/^\d/.test(word)) return Number(word);
    const value = known.get(word);
    if (value === undefined) throw new Error(`The parrot does not know ${word}.`);
    return value;
  }

  let said = String(choice());
  if (take('|')) {
    const manner = manners.get(words[at++] ?? '');
    if (!manner) throw new Error('The parrot has other manners.');
    said = manner(said);
  }
  if (at < words.length) throw new Error(`The parrot does not know what to do with ${words[at]}.`);
  return said;
}
