import { symbolic } from '../makers/permissions.ts';
import type { Random } from '../random.ts';

/** A user: the name and the groups that `id` prints. */
export interface User {
  name: string;
  groups: readonly string[];
}

/** Owner, group and the nine permission bits of a file or folder. `mode` contains no file type. */
export interface Owned {
  owner: string;
  group: string;
  mode: number;
}

/** Mara is the user in almost all lessons on Linux. She is a pilot and does not belong to the wharf. */
export const mara: User = { name: 'mara', groups: ['mara', 'pilots'] };
export const maraId = 'uid=1000(mara) gid=1000(mara) groups=1000(mara),1100(pilots)';

/** Returns the three permission bits that apply to a user: those of the owner, else of the group, else of others. */
export function bitsFor({ name, groups }: User, { owner, group, mode }: Owned): number {
  if (name === owner) return (mode >> 6) & 7;
  return groups.includes(group) ? (mode >> 3) & 7 : mode & 7;
}

/** Formats a line as `ls -l` and `ls -ld` do, without the columns that do not matter here. */
export const line = (type: '-' | 'd', { owner, group, mode }: Owned, path: string): string =>
  `${type}${symbolic(mode)} ${owner.padEnd(4)} ${group.padEnd(6)} ${path}`;

const writable: readonly Owned[] = [
  { owner: 'root', group: 'pilots', mode: 0o775 },
  { owner: 'root', group: 'root', mode: 0o777 },
  { owner: 'mara', group: 'mara', mode: 0o755 },
  { owner: 'ines', group: 'pilots', mode: 0o775 },
  { owner: 'root', group: 'wharf', mode: 0o757 },
];
const readOnly: readonly Owned[] = [
  { owner: 'root', group: 'root', mode: 0o755 },
  { owner: 'root', group: 'root', mode: 0o755 },
  { owner: 'root', group: 'wharf', mode: 0o775 },
  { owner: 'root', group: 'pilots', mode: 0o755 },
  { owner: 'ines', group: 'ines', mode: 0o775 },
  // A pilot gets the permissions of the group. Those of others do not apply to her.
  { owner: 'root', group: 'pilots', mode: 0o757 },
];

/** Returns an owner, a group and a mode with which Mara may or may not write. */
export const owned = (random: Random, isWritable: boolean): Owned => random.pick(isWritable ? writable : readOnly);

/** Returns why Mara may write there, as part of a sentence. */
export function whyWritable(thing: Owned): string {
  if (thing.owner === mara.name) return 'it is hers';
  return mara.groups.includes(thing.group) ? `the group ${thing.group} may write` : 'every user may write';
}
