import type { ITheme } from '@xterm/xterm';

/**
 * Colours of a terminal, as design tokens of highlighted code. Bold text, such as the shell's prompt, uses the bright
 * variants. xterm raises contrasts below 4.5:1 itself (`minimumContrastRatio`).
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

/** Reads the colours that apply to an element, in the format of xterm. */
export function readColours(element: Element): ITheme {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, hexOf(style.getPropertyValue(token).trim())]),
  );
}

/** Converts `rgb(255 194 75 / 0.28)` to `#ffc24b47`, the only format in which xterm reads transparent colours. */
export function hexOf(colour: string): string {
  const parts = /^rgba?\(([^)]+)\)$/.exec(colour)?.[1]?.split(/[\s,/]+/);
  if (!parts) return colour;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  );
  const two = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${two(red)}${two(green)}${two(blue)}${alpha < 1 ? two(alpha * 255) : ''}`;
}
