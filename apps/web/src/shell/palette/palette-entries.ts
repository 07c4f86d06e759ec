import type { SearchAnswer, SearchResult } from '@hexpedition/contract';
import type { IconName } from '#ui/icon-paths.ts';

/** An entry of the palette. */
export interface Entry {
  id: string;
  icon: IconName;
  name: string;
  /** Shown beside the name. */
  context?: string;
  excerpt?: SearchResult['excerpt'];
  /** 0 for free content. */
  tier?: SearchResult['tier'];
  run: () => void;
}

export interface Group {
  label: string;
  entries: Entry[];
}

const kinds = {
  training: { label: 'Courses', icon: 'compass' },
  subchapter: { label: 'Lessons', icon: 'list' },
  lab: { label: 'Labs', icon: 'flask' },
} as const satisfies Record<SearchResult['kind'], { label: string; icon: IconName }>;

/** Groups results by kind; the kind of the best result comes first. */
export function groupsOf(results: SearchAnswer['results'], go: (path: string) => void): Group[] {
  const order = [...new Set(results.map(({ kind }) => kind))];
  return order.map((kind) => ({
    label: kinds[kind].label,
    entries: results
      .filter((result) => result.kind === kind)
      .map(({ path, name, context, excerpt, tier }) => ({
        id: path,
        icon: kinds[kind].icon,
        name,
        context,
        excerpt,
        tier,
        run: () => go(path),
      })),
  }));
}

/** Returns the commands that have, for each typed word, a word starting with it. */
export function matchingCommands(commands: readonly Entry[], typed: string): Entry[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) => {
    const words = name.toLowerCase().split(/\s+/);
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  });
}

/** Returns the next index for the arrow keys, wrapping around. */
export const step = (at: number, by: number, length: number): number =>
  length === 0 ? -1 : (at + by + length) % length;
