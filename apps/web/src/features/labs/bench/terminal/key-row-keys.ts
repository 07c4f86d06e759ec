/** Key of the row below the terminal, for phones whose keyboards do not have it. */
export interface ScreenKey {
  /** Label on the key. */
  label: string;
  /** Accessible name. */
  name: string;
  /** Input that the key sends. Arrow keys depend on the cursor key mode of the program. */
  data: (isApplicationMode: boolean) => string;
}

const arrow = (letter: string) => (isApplicationMode: boolean) => `\x1b${isApplicationMode ? 'O' : '['}${letter}`;
const text = (data: string) => () => data;

export const screenKeys: readonly ScreenKey[] = [
  { label: 'Esc', name: 'Esc', data: text('\x1b') },
  { label: 'Tab', name: 'Tab', data: text('\t') },
  { label: '↑', name: 'Up', data: arrow('A') },
  { label: '↓', name: 'Down', data: arrow('B') },
  { label: '←', name: 'Left', data: arrow('D') },
  { label: '→', name: 'Right', data: arrow('C') },
  { label: '/', name: 'Slash', data: text('/') },
  { label: '|', name: 'Pipe', data: text('|') },
  { label: '-', name: 'Hyphen', data: text('-') },
  { label: '$', name: 'Dollar', data: text('$') },
  { label: '~', name: 'Tilde', data: text('~') },
];

/** Returns the input of a key while Ctrl is held: `c` → 3. Returns other input unchanged. */
export function withControl(data: string): string {
  if (data.length !== 1) return data;
  const code = data.toUpperCase().charCodeAt(0);
  if (code >= 64 && code <= 95) return String.fromCharCode(code - 64);
  return { ' ': '\0', '?': '\x7f', '/': '\x1f', '-': '\x1f' }[data] ?? data;
}
