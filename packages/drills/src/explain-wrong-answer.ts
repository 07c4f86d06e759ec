import type { Drill, Round } from './drill.ts';

/** Two answers in the form that the drill's `normalize` returns. */
interface Comparison {
  right: string;
  given: string;
}

const bases = [
  { name: 'hexadecimal', prefix: '0x', digits: /^[\da-f]{1,400}$/ },
  { name: 'octal', prefix: '0o', digits: /^[0-7]{2,400}$/ },
  { name: 'binary', prefix: '0b', digits: /^[01]{2,1600}$/ },
];

function explainNumber({ right, given }: Comparison): string | undefined {
  if (!/^-?\d{1,400}$/.test(right)) return undefined;
  const bare = given.toLowerCase().replace(/^0[ob]/, '');
  const base = bases.find(({ prefix, digits }) => digits.test(bare) && BigInt(prefix + bare) === BigInt(right));
  if (base) return `This is the right number in ${base.name}. Convert it to decimal.`;
  if (!/^-?\d{1,400}$/.test(given)) return undefined;
  if (BigInt(given) === -BigInt(right)) return 'The sign is wrong.';
  const difference = BigInt(given) - BigInt(right);
  return difference === 1n || difference === -1n ? 'You are off by one.' : undefined;
}

function explainHex({ right, given }: Comparison): string | undefined {
  if (!/^[\da-f]{1,400}$/.test(right) || !/^[\da-f]{1,400}$/.test(given)) return undefined;
  const value = BigInt(`0x${right}`);
  if (BigInt(`0x${given}`) === value) return `The value is right. Write all ${right.length} digits.`;
  if (/^\d+$/.test(given) && BigInt(given) === value)
    return 'This is the right number in decimal. Convert it to hexadecimal.';
  const reversed = right.length % 2 === 0 && (right.match(/../g) ?? []).reverse().join('');
  return reversed === given ? 'These are the right bytes in the opposite order.' : undefined;
}

function explainText({ right, given }: Comparison): string | undefined {
  const [words, others] = [right, given].map((text) => text.split(' ').sort().join(' '));
  if (words === others) return 'These are the right parts in the wrong order.';
  if (given.toLowerCase() === right.toLowerCase()) return 'Only capital and small letters differ.';
  const [joined, other] = [right, given].map((text) => text.replace(/\s/g, ''));
  return joined === other ? 'Only spaces differ.' : undefined;
}

/**
 * Returns a sentence that names the mistake in a wrong answer, or undefined if the mistake is unknown. It never says
 * which part of an answer is right, because a learner could then guess one part after the other.
 */
export function explainWrongAnswer(drill: Drill, { answer: right, mistakes }: Round, text: string): string | undefined {
  const given = drill.normalize(text);
  if (mistakes && Object.hasOwn(mistakes, given)) return mistakes[given];
  // The drill's own normalization shows whether its answers are numbers or hexadecimal digits.
  const reading = drill.normalize('0x1F');
  const explainNotation = reading === '31' ? explainNumber : reading === '1f' ? explainHex : undefined;
  return explainNotation?.({ right, given }) ?? explainText({ right, given });
}
