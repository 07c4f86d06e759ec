import { describe, expect, it, test } from 'vitest';
import { excerptOf } from './search-excerpt.ts';
import { bestCorrection, wordsOf } from './search-words.ts';

test.each([
  ['SQL injection', ['sql', 'injection']],
  ['  a,b;c  ', ['a', 'b', 'c']],
  ["x' | !(y:*) & \\", ['x', 'y']],
  ['größe ΑΒΓ', ['größe', 'αβγ']],
  ['one one One', ['one']],
  ['1 2 3 4 5 6 7 8 9 10', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ['!!!', []],
])('splits %j into %j', (question, words) => {
  expect(wordsOf(question)).toEqual(words);
});

describe('correction', () => {
  it('is the most similar word, then the more frequent one', () => {
    const candidates = [
      { word: 'cookies', documents: 3 },
      { word: 'cookie', documents: 9 },
      { word: 'rookie', documents: 90 },
    ];
    expect(bestCorrection('cokie', candidates)).toBe('cookie');
    expect(bestCorrection('cooki', candidates)).toBe('cookie');
  });

  it('is undefined for a word that is too short or too different', () => {
    expect(bestCorrection('xor', [{ word: 'xos', documents: 1 }])).toBeUndefined();
    expect(bestCorrection('zebra', [{ word: 'session', documents: 50 }])).toBeUndefined();
  });
});

describe('excerpt', () => {
  const show = (text: string, ...words: string[]) =>
    excerptOf(text, words)
      ?.map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
      .join('');

  it('marks hits in any case and inflection', () => {
    expect(show('Cookies and cookie jars', 'cookie')).toBe('[Cookies] and [cookie] jars');
    expect(show('It injects.', 'injection')).toBe('It [injects].');
    expect(show('A <script> there', 'script')).toBe('A <[script]> there');
  });

  it('is cut between words, around the densest group of hits', () => {
    const far = `${'much before '.repeat(30)}one key and one lock ${'much after '.repeat(30)}key`;
    expect(show(far, 'key', 'lock')).toMatch(/^… .*one \[key\] and one \[lock\] .* …$/);
    expect(show(far, 'key', 'lock')?.length).toBeLessThan(200);
  });

  it('is undefined without hits', () => {
    expect(show('Water and wind', 'xor')).toBeUndefined();
  });
});
