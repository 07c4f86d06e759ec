import { runInNewContext } from 'node:vm';

/** Values of a card: the names that a text may use. */
export interface Names {
  to: string;
  from: string;
  age: number;
}

/** Maximum characters of a text, and of a card. */
export const LONGEST = 600;
const LARGEST = 4000;

/** Filters for a value, written after it: `to | shout`. */
const manners = {
  shout: (text: string) => text.toUpperCase(),
  whisper: (text: string) => text.toLowerCase(),
  twice: (text: string) => `${text} ${text}`,
};

/**
 * Fills in a text: each `{{ … }}` is replaced by its value. An expression contains names, numbers and texts in quotes;
 * `+ - * /`, comparisons, a choice with `? :`, parentheses; and at the end, after a bar, a filter.
 * @throws Error with a sentence for the author of the text
 */
export function fill(text: string, names: Names): string {
  if (text.length > LONGEST) throw new Error(`A text can have up to ${LONGEST} characters.`);
  const filled = text.replace(/\{\{(.*?)\}\}/gs, (_, inner: string) => say(inner, names));
  if (filled.length > LARGEST) throw new Error('The finished card is too long.');
  return filled;
}

function say(inner: string, names: Names): string {
  const [, expression = '', manner] = /^(.*?)(?:\|\s*(shout|whisper|twice)\s*)?$/s.exec(inner) ?? [];
  // In a separate context that contains only these names
  const said: unknown = runInNewContext(`String((${expression}))`, { ...names }, { timeout: 1000 });
  if (typeof said !== 'string') throw new Error('The result must be a text or a number.');
  if (said.length > LARGEST) throw new Error('The finished card is too long.');
  return manner ? manners[manner as keyof typeof manners](said) : said;
}
