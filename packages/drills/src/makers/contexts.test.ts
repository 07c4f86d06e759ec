import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { contextDrills, inputs, type Place, places, runs, treatments } from './contexts.ts';

/**
 * What a parser of the HTML standard (parse5) and JavaScript itself make of every input at every place, and Chromium 156 does
 * the same: a row for each treatment, a byte for each input, and in it a bit for each place, the first one at the left.
 */
const verdicts = [
  '80 a1 90 c8 8e a7 20 10 08 04 02 01 b5',
  '00 00 00 00 00 00 20 10 08 04 02 01 04',
  '80 88 90 c8 8e 8e 00 10 08 04 00 01 94',
  '80 a1 88 c8 8e a7 20 00 08 00 02 01 a9',
  '00 00 00 00 00 00 00 10 08 04 00 01 04',
  '00 00 00 00 00 00 00 00 08 00 00 01 00',
];

it('an input runs where it runs in a browser', () => {
  expect(verdicts).toHaveLength(treatments.length);
  for (const [row, signs] of treatments.entries()) {
    const bytes = verdicts[row]?.split(' ') ?? [];
    expect(bytes).toHaveLength(inputs.length);
    for (const [column, input] of inputs.entries()) {
      const found = Object.keys(places).map((place) => (runs(place as Place, input, signs) ? '1' : '0'));
      expect([input, signs, found.join('')]).toEqual([
        input,
        signs,
        Number.parseInt(bytes[column] ?? '', 16)
          .toString(2)
          .padStart(8, '0'),
      ]);
    }
  }
});

it('the letters of an answer are those of the pages shown', () => {
  for (const seed of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const { given, answer } = contextDrills['xss-places'].make(createRandom(Buffer.from(seed)));
    const [pages = '', input = '', treatment = ''] = given.map(({ text }) => text);
    const row = treatments.indexOf(treatment === 'nothing' ? '' : treatment.replace(/^writes| as .*|\s/g, ''));
    const byte = Number.parseInt(verdicts[row]?.split(' ')[inputs.indexOf(input)] ?? '', 16);
    const letters = pages.split('\n').flatMap((line) => {
      const at = Object.values<string>(places).indexOf(line.slice(3));
      return (byte >> (7 - at)) & 1 ? [line.slice(0, 1).toLowerCase()] : [];
    });
    expect(answer).toBe(letters.join(' '));
  }
});
