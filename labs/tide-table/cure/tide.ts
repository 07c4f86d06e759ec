/** Heights in metres over chart datum, and the hours between low and high water. */
export const tide = { low: 0.8, high: 4.2, range: 3.4, hours: 6.2 };

export type Outcome = { kind: 'height'; text: string } | { kind: 'refused' | 'failed'; text: string };

export const LONGEST = 160;

const names = new Map<string, number>([...Object.entries(tide), ['PI', Math.PI]]);
const functions = new Map<string, (x: number) => number>([
  ['sin', Math.sin],
  ['cos', Math.cos],
]);

/** Computes a formula of a pilot. It is read and never run: what is in neither list above does not exist. */
export function compute(formula: string): Outcome {
  if (formula.length > LONGEST) return { kind: 'refused', text: `A formula fits into ${LONGEST} characters.` };
  try {
    return { kind: 'height', text: `${read(formula).toFixed(2)} m` };
  } catch (error) {
    return { kind: 'failed', text: error instanceof Error ? error.message : String(error) };
  }
}

function read(formula: string): number {
  const words = formula.match(/\d+(?:\.\d+)?|[A-Za-z]+|\S/g) ?? [];
  let at = 0;
  const take = (...wanted: string[]) => (wanted.includes(words[at] ?? '') ? words[at++] : undefined);

  function sum(): number {
    let value = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) value += sign === '+' ? product() : -product();
    return value;
  }
  function product(): number {
    let value = factor();
    for (let sign = take('*', '/'); sign; sign = take('*', '/')) {
      if (sign === '*') value *= factor();
      else value /= factor();
    }
    return value;
  }
  function factor(): number {
    if (take('-')) return -factor();
    if (take('(')) return inParentheses();
    const word = words[at++] ?? 'the end';
    if (/^\d/.test(word)) return Number(word);
    const apply = functions.get(word);
    if (apply && take('(')) return apply(inParentheses());
    const value = names.get(word);
    if (value === undefined) throw new Error(`The office does not know what to do with ${word}.`);
    return value;
  }
  function inParentheses(): number {
    const value = sum();
    if (!take(')')) throw new Error('A parenthesis is not closed.');
    return value;
  }

  const value = sum();
  if (at < words.length) throw new Error(`The office does not know what to do with ${words[at]}.`);
  return value;
}
