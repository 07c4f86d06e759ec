/** A key of the row below the terminal, for phones, whose keyboards lack it. */
export interface ScreenKey {
  /** What stands on it. */
  face: string;
  /** What screen readers say. */
  name: string;
  /** What it sends, with the arrows as programs ask for them. */
  data: (hasProgramArrows: boolean) => string;
}

const arrow = (letter: string) => (isProgram: boolean) => `\x1b${isProgram ? 'O' : '['}${letter}`;
const text = (data: string) => () => data;

export const screenKeys: readonly ScreenKey[] = [
  { face: 'Esc', name: 'Esc', data: text('\x1b') },
  { face: 'Tab', name: 'Tab', data: text('\t') },
  { face: '↑', name: 'Up', data: arrow('A') },
  { face: '↓', name: 'Down', data: arrow('B') },
  { face: '←', name: 'Left', data: arrow('D') },
  { face: '→', name: 'Right', data: arrow('C') },
  { face: '/', name: 'Slash', data: text('/') },
  { face: '|', name: 'Pipe', data: text('|') },
  { face: '-', name: 'Hyphen', data: text('-') },
  { face: '$', name: 'Dollar', data: text('$') },
  { face: '~', name: 'Tilde', data: text('~') },
];

/** What a key sends while Ctrl is held: `c` → 3. What Ctrl changes nothing of stays as it is. */
export function withControl(data: string): string {
  if (data.length !== 1) return data;
  const code = data.toUpperCase().charCodeAt(0);
  if (code >= 64 && code <= 95) return String.fromCharCode(code - 64);
  return { ' ': '\0', '?': '\x7f', '/': '\x1f', '-': '\x1f' }[data] ?? data;
}
