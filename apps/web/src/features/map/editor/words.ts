import type { MapDocument } from '@hexpedition/contract';
import type { Difference } from '@hexpedition/hexkit/merge';
import { plural } from '#lib/format.ts';

const shown = (value: unknown): string => {
  if (value === undefined) return 'not there';
  if (value === null) return 'none';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([, part]) => part !== undefined && part !== null)
    .map(([name, part]) => `${name} ${typeof part === 'object' ? JSON.stringify(part) : part}`)
    .join(', ');
};

/** One value of the table of `factsOf`, in words. */
export const valueWords = shown;

/** What an entry of the table is about, in words. */
export function keyWords(key: string): string {
  const [what, first = '', from = '', to = ''] = key.split('/');
  switch (what) {
    case 'initial':
      return 'The first view';
    case 'start':
      return 'The recommended start';
    case 'continent':
      return `The continent ${first}`;
    case 'cell':
      return `The hex ${first}`;
    case 'training':
      return `The course ${first}`;
    case 'lab':
      return `The lab ${first}`;
    case 'path':
      return `The path ${first}`;
    case 'edge':
      return `The way from ${slugOf(from)} to ${slugOf(to)}`;
    default:
      return `The sign at ${first}`;
  }
}

const slugOf = (ref: string) => ref.slice(ref.indexOf(':') + 1);

/** What is different, one line for each thing; hexes and signs are progressText. */
export function differenceLines(differences: readonly Difference[], map: MapDocument): string[] {
  const names = new Map(map.continents.map(({ slug, name }) => [slug, name]));
  const nameOf = (slug: unknown) => names.get(String(slug)) ?? String(slug);
  const counts = new Map<string, number>();
  const lines: string[] = [];
  const count = (words: string) => counts.set(words, (counts.get(words) ?? 0) + 1);
  for (const { key, before, after } of differences) {
    const what = key.split('/')[0];
    if (what === 'cell') {
      if (after !== undefined) count(`more on ${nameOf(after)}`);
      if (before !== undefined) count(`fewer on ${nameOf(before)}`);
    } else if (what === 'terrain') count('terrain');
    else lines.push(lineOf(key, before, after));
  }
  const progressText = [...counts].map(([words, number]) =>
    words === 'terrain' ? `${plural(number, 'sign')} of terrain changed` : `${plural(number, 'hex', 'hexes')} ${words}`,
  );
  return [...lines, ...progressText];
}

function lineOf(key: string, before: unknown, after: unknown): string {
  const what = keyWords(key);
  if (before === undefined) return `${what} is new`;
  if (after === undefined) return `${what} is gone`;
  return `${what}: ${shown(before)} → ${shown(after)}`;
}
