import { describe, expect, it, test } from 'vitest';
import { excerptOf } from './search.excerpt.ts';
import { meant, wordsOf } from './search.words.ts';

test.each([
  ['SQL injection', ['sql', 'injection']],
  ['  a,b;c  ', ['a', 'b', 'c']],
  ["x' | !(y:*) & \\", ['x', 'y']],
  ['größe ΑΒΓ', ['größe', 'αβγ']],
  ['one one One', ['one']],
  ['1 2 3 4 5 6 7 8 9 10', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ['!!!', []],
])('the words of %j are %j', (question, words) => {
  expect(wordsOf(question)).toEqual(words);
});

describe('what is meant', () => {
  it('is the nearest word, then the one that is used more', () => {
    const candidates = [
      { word: 'cookies', documents: 3 },
      { word: 'cookie', documents: 9 },
      { word: 'rookie', documents: 90 },
    ];
    expect(meant('cokie', candidates)).toBe('cookie');
    expect(meant('cooki', candidates)).toBe('cookie');
  });

  it('is nothing for a word that is too short or too far off', () => {
    expect(meant('xor', [{ word: 'xos', documents: 1 }])).toBeUndefined();
    expect(meant('zebra', [{ word: 'session', documents: 50 }])).toBeUndefined();
  });
});

describe('an excerpt', () => {
  const show = (text: string, ...words: string[]) =>
    excerptOf(text, words)
      ?.map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
      .join('');

  it('marks what was found, in any case and form', () => {
    expect(show('Cookies and cookie jars', 'cookie')).toBe('[Cookies] and [cookie] jars');
    expect(show('It injects.', 'injection')).toBe('It [injects].');
    expect(show('A <script> there', 'script')).toBe('A <[script]> there');
  });

  it('is cut between words, where most hits stand together', () => {
    const far = `${'much before '.repeat(30)}one key and one lock ${'much after '.repeat(30)}key`;
    expect(show(far, 'key', 'lock')).toMatch(/^… .*one \[key\] and one \[lock\] .* …$/);
    expect(show(far, 'key', 'lock')?.length).toBeLessThan(200);
  });

  it('is nothing where nothing was found', () => {
    expect(show('Water and wind', 'xor')).toBeUndefined();
  });
});
