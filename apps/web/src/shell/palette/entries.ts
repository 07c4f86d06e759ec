import type { SearchAnswer, SearchResult } from '@hexpedition/contract';
import type { IconName } from '#ui/icon-paths.ts';

/** A line of the palette. */
export interface Entry {
  id: string;
  icon: IconName;
  name: string;
  /** What stands beside the name. */
  context?: string;
  excerpt?: SearchResult['excerpt'];
  /** 0 where it is open to everybody. */
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

/** What was found, by kind; the kind of the best result comes first. */
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

/** The commands whose words begin with what was typed, each of its words. */
export function matching(commands: readonly Entry[], typed: string): Entry[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) => {
    const words = name.toLowerCase().split(/\s+/);
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  });
}

/** The entry that the arrow keys lead to; the ends meet. */
export const step = (at: number, by: number, length: number): number =>
  length === 0 ? -1 : (at + by + length) % length;
