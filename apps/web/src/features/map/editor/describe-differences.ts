import type { MapDocument } from '@hexpedition/contract';
import type { Difference } from '@hexpedition/hexkit/merge';
import { plural } from '#lib/format.ts';

/** Formats a value of a difference. */
export const formatValue = (value: unknown): string => {
  if (value === undefined) return 'missing';
  if (value === null) return 'none';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .filter(([, part]) => part !== undefined && part !== null)
    .map(([name, part]) => `${name} ${typeof part === 'object' ? JSON.stringify(part) : part}`)
    .join(', ');
};

/** Describes the subject of a difference's key. */
export function describeKey(key: string): string {
  const [what, first = '', from = '', to = ''] = key.split('/');
  switch (what) {
    case 'initial':
      return 'The start view';
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
      return `The path from ${slugOf(from)} to ${slugOf(to)}`;
    default:
      return `The terrain at ${first}`;
  }
}

const slugOf = (ref: string) => ref.slice(ref.indexOf(':') + 1);

/** Describes differences, one line each. Hexes and terrain are only counted. */
export function describeDifferences(differences: readonly Difference[], map: MapDocument): string[] {
  const names = new Map(map.continents.map(({ slug, name }) => [slug, name]));
  const nameOf = (slug: unknown) => names.get(String(slug)) ?? String(slug);
  const counts = new Map<string, number>();
  const lines: string[] = [];
  const count = (subject: string) => counts.set(subject, (counts.get(subject) ?? 0) + 1);
  for (const { key, before, after } of differences) {
    const what = key.split('/')[0];
    if (what === 'cell') {
      if (after !== undefined) count(`more on ${nameOf(after)}`);
      if (before !== undefined) count(`fewer on ${nameOf(before)}`);
    } else if (what === 'terrain') count('terrain');
    else lines.push(lineOf(key, before, after));
  }
  const countLines = [...counts].map(([subject, number]) =>
    subject === 'terrain'
      ? `Terrain changed on ${plural(number, 'hex', 'hexes')}`
      : `${plural(number, 'hex', 'hexes')} ${subject}`,
  );
  return [...lines, ...countLines];
}

function lineOf(key: string, before: unknown, after: unknown): string {
  const subject = describeKey(key);
  if (before === undefined) return `${subject} is new`;
  if (after === undefined) return `${subject} was removed`;
  return `${subject}: ${formatValue(before)} → ${formatValue(after)}`;
}
