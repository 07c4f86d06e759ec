import { expect, it } from 'vitest';
import { findPlaceholders } from './placeholders.ts';

const linesOf = (text: string) => findPlaceholders(text).map(({ line }) => line);

it('finds the texts of templates by line', () => {
  const text = [
    '## Title of the section',
    '',
    'Write your text here.',
    ':::flag[Find the flag]{#my-flag-1 points=10 answer="flag{change_me}"}',
    'What to do with it.',
    ':::',
    '::figure[A lock]{src="figures/lock.svg" alt="Describe the picture"}',
    '- [x] The right answer',
  ];
  expect(linesOf(text.join('\r\n'))).toEqual([1, 3, 4, 4, 5, 7, 8]);
});

it('finds nothing in texts that only contain the same words, and in code blocks', () => {
  const text = [
    '## Title of the section for you',
    'Find the flag. Write your text here.',
    ':::flag[Find the flag of the king]{#a points=1 answer="flag{changed}"}',
    'The right answer',
    '````markdown',
    '```',
    ':::flag[Find the flag]{#a answer="flag{change_me}"}',
    '````',
    '~~~',
    'Write your text here.',
    '~~~',
  ];
  expect(linesOf(text.join('\n'))).toEqual([]);
});
