import type { ConsentConfig } from '@hexpedition/contract';
import { colours } from '../config-names.ts';

type Styling = NonNullable<ConsentConfig['styling']>;
type Colour = keyof typeof colours;

/** Pairs of a text colour and its background colour. */
const pairs = [
  ['light1', 'dark1'],
  ['light2', 'dark1'],
  ['button-text-color', 'green1'],
] as const satisfies [Colour, Colour][];

/** Minimum contrast of text by WCAG 2.2, level AA. */
const minContrast = 4.5;

/** Returns warnings about text that is hard to read, by its colour. */
export function contrastWarnings(styling: Styling = {}): Partial<Record<Colour, string>> {
  return Object.fromEntries(
    pairs.flatMap(([text, background]) => {
      const [textValue, backgroundValue] = [styling[text], styling[background]];
      const [name, other] = [colours[text].label, colours[background].label];
      if (!textValue && !backgroundValue) return [];
      if (!textValue || !backgroundValue) {
        const [set, missing] = textValue ? [name, other] : [other, name];
        return [[text, `Set “${missing}” too. “${set}” alone can be hard to read in one of the themes.`]];
      }
      const ratio = contrastOf(textValue, backgroundValue);
      if (ratio === undefined || ratio >= minContrast) return [];
      return [
        [text, `“${name}” on “${other}” has a contrast of ${ratio.toFixed(1)}:1. Text below 4.5:1 is hard to read.`],
      ];
    }),
  );
}

/** Returns the contrast ratio by WCAG 2.2, or undefined if one value is not a colour. */
function contrastOf(first: string, second: string): number | undefined {
  const [a, b] = [luminanceOf(first), luminanceOf(second)];
  if (a === undefined || b === undefined) return undefined;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(colour: string): number | undefined {
  const digits = hexOf(colour)?.slice(1);
  if (!digits) return undefined;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Expands `#abc` to `#aabbcc`. Returns undefined for anything but these two forms. */
export function hexOf(colour: string | undefined): string | undefined {
  if (colour === undefined || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) return undefined;
  return colour.length === 7 ? colour : `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}`;
}
