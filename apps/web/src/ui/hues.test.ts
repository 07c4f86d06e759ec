import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colours } from '@hexpedition/contract/map-vocabulary';
import { expect, test } from 'vitest';

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** CSS blocks that define all hues, the dark theme first. */
const blocks = [...tokens.matchAll(/\{[^}]*--hue-teal: #[^}]*\}/g)].map(([block]) => block);

const themeOf = (block: string): Map<string, Rgb> =>
  new Map([...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, rgbOf(hex)]));

type Rgb = [number, number, number];
const rgbOf = (hex: string): Rgb => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const mixed = (a: Rgb, share: number, b: Rgb): Rgb => a.map((one, i) => one * share + (b[i] ?? 0) * (1 - share)) as Rgb;

/** Relative luminance as defined by WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const themes = [
  { name: 'dark', at: 0, land: 0.8 },
  { name: 'light', at: 1, land: 0.86 },
];

test.each(themes)('every hue of the $name theme has enough contrast on sea and land', ({ at, land }) => {
  const theme = themeOf(blocks[at] ?? '');
  const named = (name: string): Rgb => {
    const rgb = theme.get(name);
    if (!rgb) throw new Error(`--${name} is missing.`);
    return rgb;
  };
  for (const colour of colours) {
    const hue = named(`hue-${colour}`);
    const own = mixed(named('land'), land, hue);
    const seen = { sea: contrast(hue, named('sea')), land: contrast(hue, own), name: contrast(named('ink'), own) };
    // Continent names are large text, and coasts and hexagons are graphics: 3:1 is enough. Course names are text:
    // 4.5:1.
    expect([colour, seen.sea >= 3, seen.land >= 3, seen.name >= 4.5]).toEqual([colour, true, true, true]);
  }
});
