import type { ConsentConfig } from '@hexpedition/contract';
import { colours } from '../names.ts';

type Styling = NonNullable<ConsentConfig['styling']>;
type Colour = keyof typeof colours;

/** Words, and the ground that they stand on. */
const pairs = [
  ['light1', 'dark1'],
  ['light2', 'dark1'],
  ['button-text-color', 'green1'],
] as const satisfies [Colour, Colour][];

const least = 4.5;

/** What readers would have trouble with, by the colour of the words. */
export function contrastWarnings(styling: Styling = {}): Partial<Record<Colour, string>> {
  return Object.fromEntries(
    pairs.flatMap(([words, ground]) => {
      const [ink, paper] = [styling[words], styling[ground]];
      const [name, other] = [colours[words].label, colours[ground].label];
      if (!ink && !paper) return [];
      if (!ink || !paper) {
        const [given, missing] = ink ? [name, other] : [other, name];
        return [[words, `Give ${missing} too: ${given} alone can be hard to read in one of the themes.`]];
      }
      const ratio = contrastOf(ink, paper);
      if (ratio === undefined || ratio >= least) return [];
      return [
        [words, `${name} on ${other} have a contrast of ${ratio.toFixed(1)}:1. Below 4.5:1 many cannot read them.`],
      ];
    }),
  );
}

/** After WCAG 2.2; undefined where one is no colour. */
function contrastOf(one: string, other: string): number | undefined {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
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

/** `#abc` as `#aabbcc`; undefined where it is no colour of these two forms. */
export function hexOf(colour: string | undefined): string | undefined {
  if (colour === undefined || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) return undefined;
  return colour.length === 7 ? colour : `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}`;
}
