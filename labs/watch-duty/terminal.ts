import { prompt, type } from './machine.ts';

export interface Entry {
  prompt: string;
  line: string;
  screen: string;
}

const MAX_ENTRIES = 120;
const MAX_BYTES = 200_000;

/** Contents of the screen. */
let entries: Entry[] = [];
export const shown = (): readonly Entry[] => entries;

export function enter(line: string): string {
  const before = prompt();
  const screen = type(line);
  entries = line.trim() === 'clear' ? [] : [...entries, { prompt: before, line, screen }].slice(-MAX_ENTRIES);
  while (entries.reduce((sum, entry) => sum + entry.screen.length + entry.line.length, 0) > MAX_BYTES)
    entries = entries.slice(1);
  return screen;
}
