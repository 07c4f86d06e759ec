import { expect, it } from 'vitest';
import type { Drill, Round } from './drill.ts';
import { drills, explainWrongAnswer, roundOf } from './index.ts';
import { normalizeExact, normalizeHex, normalizeNumber, normalizeText } from './normalize-answer.ts';

const explain = (normalize: Drill['normalize'], answer: string, text: string, mistakes?: Round['mistakes']) =>
  explainWrongAnswer({ normalize } as Drill, { answer, given: [], solution: [], mistakes }, text);

it('names a difference of one, a wrong sign and another base', () => {
  expect(explain(normalizeNumber, '94', '93')).toBe('You are off by one.');
  expect(explain(normalizeNumber, '94', '92')).toBeUndefined();
  expect(explain(normalizeNumber, '-7', '7')).toBe('The sign is wrong.');
  const inBase = (name: string) => `This is the right number in ${name}. Convert it to decimal.`;
  expect(explain(normalizeNumber, '12320', '3020')).toBe(inBase('hexadecimal'));
  expect(explain(normalizeNumber, '420', '0o644')).toBe(inBase('octal'));
  expect(explain(normalizeNumber, '22', '10110')).toBe(inBase('binary'));
});

it('names decimal digits, missing zeros and reversed bytes in place of hexadecimal bytes', () => {
  expect(explain(normalizeHex, '0a2f', '2607')).toBe('This is the right number in decimal. Convert it to hexadecimal.');
  expect(explain(normalizeHex, '0a2f', 'a2f')).toBe('The value is right. Write all 4 digits.');
  expect(explain(normalizeHex, '0a2f', '2f 0a')).toBe('These are the right bytes in the opposite order.');
  expect(explain(normalizeHex, '0a2f', '0a2e')).toBeUndefined();
});

it('names parts in the wrong order, capital letters and spaces', () => {
  expect(explain(normalizeText, '5 12 7', '5 7 12')).toBe('These are the right parts in the wrong order.');
  expect(explain(normalizeText, '5 12 7', '5 12')).toBeUndefined();
  expect(explain(normalizeExact, 'Parrot98', 'parrot98')).toBe('Only capital and small letters differ.');
  expect(explain(normalizeText, 'low tide', 'lowtide')).toBe('Only spaces differ.');
});

it('names the mistakes that a maker foresees', () => {
  const mistakes = { '1': 'This is the source port.' };
  expect(explain(normalizeNumber, '2', '0x1', mistakes)).toBe('This is the source port.');
  expect(explain(normalizeExact, 'x', 'toString', mistakes)).toBeUndefined();
});

it('has mistakes in the form that the drill returns', () => {
  for (const [name, drill] of drills) {
    const { mistakes = {} } = roundOf(drill, Buffer.from('learner'));
    for (const [text, reason] of Object.entries(mistakes)) {
      expect(drill.normalize(text), name).toBe(text);
      expect(reason, name).toMatch(/^[A-Z].*\.$/);
    }
  }
});
