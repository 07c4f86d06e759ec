import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { contextDrills, inputs, type Place, places, runs, treatments } from './contexts.ts';

/**
 * Verified results of a parser of the HTML standard (parse5) and JavaScript for every input in every context; Chromium
 * 156 gives the same results. One row for each treatment, one byte for each input, one bit for each context, with the
 * first context in the highest bit.
 */
const verdicts = [
  '80 a1 90 c8 8e a7 20 10 08 04 02 01 b5',
  '00 00 00 00 00 00 20 10 08 04 02 01 04',
  '80 88 90 c8 8e 8e 00 10 08 04 00 01 94',
  '80 a1 88 c8 8e a7 20 00 08 00 02 01 a9',
  '00 00 00 00 00 00 00 10 08 04 00 01 04',
  '00 00 00 00 00 00 00 00 08 00 00 01 00',
];

it('runs an input exactly where a browser runs it', () => {
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

it('gives the letters of the pages that run the input', () => {
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
