import { symbolic } from '../makers/permissions.ts';
import type { Random } from '../random.ts';

/** Who asks for something: a number with names, as `id` prints them. */
export interface Who {
  name: string;
  groups: readonly string[];
}

/** To whom a file or a folder belongs, and what its nine letters say; `mode` holds no type. */
export interface Owned {
  owner: string;
  group: string;
  mode: number;
}

/** Mara, of whom nearly all lessons on Linux tell; she is a pilot and doesn't belong to the wharf. */
export const mara: Who = { name: 'mara', groups: ['mara', 'pilots'] };
export const maraId = 'uid=1000(mara) gid=1000(mara) groups=1000(mara),1100(pilots)';

/** The three bits that count for somebody: the owner's, or else the group's, or else those of everybody. */
export function bitsFor({ name, groups }: Who, { owner, group, mode }: Owned): number {
  if (name === owner) return (mode >> 6) & 7;
  return groups.includes(group) ? (mode >> 3) & 7 : mode & 7;
}

/** What `ls -l` and `ls -ld` print, without the columns that tell nothing here. */
export const line = (type: '-' | 'd', { owner, group, mode }: Owned, path: string): string =>
  `${type}${symbolic(mode)} ${owner.padEnd(4)} ${group.padEnd(6)} ${path}`;

const soft: readonly Owned[] = [
  { owner: 'root', group: 'pilots', mode: 0o775 },
  { owner: 'root', group: 'root', mode: 0o777 },
  { owner: 'mara', group: 'mara', mode: 0o755 },
  { owner: 'ines', group: 'pilots', mode: 0o775 },
  { owner: 'root', group: 'wharf', mode: 0o757 },
];
const hard: readonly Owned[] = [
  { owner: 'root', group: 'root', mode: 0o755 },
  { owner: 'root', group: 'root', mode: 0o755 },
  { owner: 'root', group: 'wharf', mode: 0o775 },
  { owner: 'root', group: 'pilots', mode: 0o755 },
  { owner: 'ines', group: 'ines', mode: 0o775 },
  // A pilot has the group's letters, and those of everybody are none of her business.
  { owner: 'root', group: 'pilots', mode: 0o757 },
];

/** An owner, a group and a mode by which Mara may write, or may not. */
export const owned = (random: Random, isSoft: boolean): Owned => random.pick(isSoft ? soft : hard);

/** Why Mara may write there, as half a sentence. */
export function whySoft(thing: Owned): string {
  if (thing.owner === mara.name) return 'it is hers';
  return mara.groups.includes(thing.group) ? `the group ${thing.group} may write` : 'everybody may write';
}
