import type { ITheme } from '@xterm/xterm';

/**
 * The colours of a terminal, by the names of our tokens: those of highlighted code. What is bold is brighter, as the
 * shell's prompt. xterm itself lifts what would have less than 4.5:1 on its ground (`minimumContrastRatio`).
 */
const tokens = {
  background: '--ground',
  foreground: '--ink',
  cursor: '--beacon',
  cursorAccent: '--on-beacon',
  selectionBackground: '--selection',
  overviewRulerBorder: '--ground',
  scrollbarSliderBackground: '--line',
  scrollbarSliderHoverBackground: '--line-strong',
  scrollbarSliderActiveBackground: '--line-strong',
  black: '--terminal-black',
  red: '--coral',
  green: '--shiki-token-string',
  yellow: '--shiki-token-parameter',
  blue: '--shiki-token-function',
  magenta: '--shiki-token-keyword',
  cyan: '--shiki-token-constant',
  white: '--terminal-white',
  brightBlack: '--ink-3',
  brightRed: '--coral',
  brightGreen: '--phosphor',
  brightYellow: '--beacon',
  brightBlue: '--hue-blue',
  brightMagenta: '--hue-violet',
  brightCyan: '--hue-teal',
  brightWhite: '--ink',
} as const satisfies Partial<Record<keyof ITheme, string>>;

/** The colours that hold where an element stands, in the way xterm reads them. */
export function coloursAt(element: Element): ITheme {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, hexOf(style.getPropertyValue(token).trim())]),
  );
}

/** `rgb(255 194 75 / 0.28)` as `#ffc24b47`; xterm knows no other way to say that a colour shines through. */
export function hexOf(colour: string): string {
  const parts = /^rgba?\(([^)]+)\)$/.exec(colour)?.[1]?.split(/[\s,/]+/);
  if (!parts) return colour;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  );
  const two = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${two(red)}${two(green)}${two(blue)}${alpha < 1 ? two(alpha * 255) : ''}`;
}
