/** First code points of Unicode's mathematical alphabets: capitals, small letters, digits. */
const alphabets: Record<string, readonly [upper: number, lower: number, digit: number | null]> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  italic: [0x1d434, 0x1d44e, null],
  'bold-italic': [0x1d468, 0x1d482, null],
  script: [0x1d49c, 0x1d4b6, null],
  'bold-script': [0x1d4d0, 0x1d4ea, null],
  fraktur: [0x1d504, 0x1d51e, null],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'bold-fraktur': [0x1d56c, 0x1d586, null],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-italic': [0x1d608, 0x1d622, null],
  'sans-serif-bold-italic': [0x1d63c, 0x1d656, null],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
};

/** Letters that Unicode had before it added these alphabets; their code points there are unassigned. */
const exceptions: Record<string, Record<string, string>> = {
  italic: { h: 'ℎ' },
  script: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
};

/**
 * Converts text to a TeX alphabet. Browsers support no `mathvariant` except `normal`, so the letters themselves
 * change.
 * @param variant the value of `mathvariant`; a single letter without one is drawn in italics
 */
export function toMathVariant(text: string, variant: string | undefined): string {
  const alphabet = variant === undefined ? undefined : alphabets[variant];
  if (!alphabet || variant === undefined) return text;
  return [...text].map((letter) => exceptions[variant]?.[letter] ?? shift(letter, alphabet)).join('');
}

function shift(letter: string, [upper, lower, digit]: readonly [number, number, number | null]): string {
  const code = letter.codePointAt(0) ?? 0;
  if (/^[A-Z]$/.test(letter)) return String.fromCodePoint(upper + code - 0x41);
  if (/^[a-z]$/.test(letter)) return String.fromCodePoint(lower + code - 0x61);
  if (/^\d$/.test(letter) && digit !== null) return String.fromCodePoint(digit + code - 0x30);
  return letter;
}
