import type { Drill } from '../drill.ts';
import { bitsFor, line, mara, maraId, type Owned } from '../material/file-owners.ts';
import { inOrder, normalizeWords } from '../normalize-answer.ts';

const names = ['fog', 'lamps', 'berths', 'gauge', 'horn', 'tally', 'watch', 'buoys'];

/** Owners, groups and modes of programs, with and without the setuid and setgid bits. */
const kinds: readonly Owned[] = [
  { owner: 'ines', group: 'ines', mode: 0o4755 },
  { owner: 'ines', group: 'pilots', mode: 0o4750 },
  { owner: 'ines', group: 'wharf', mode: 0o4750 },
  { owner: 'root', group: 'root', mode: 0o4755 },
  { owner: 'root', group: 'wharf', mode: 0o2755 },
  { owner: 'ines', group: 'wharf', mode: 0o2755 },
  { owner: 'root', group: 'wharf', mode: 0o2750 },
  { owner: 'mara', group: 'wharf', mode: 0o2755 },
  { owner: 'mara', group: 'mara', mode: 0o4755 },
  { owner: 'root', group: 'root', mode: 0o755 },
  { owner: 'ines', group: 'wharf', mode: 0o755 },
];

/** The ids of a process that Mara starts. */
interface ProcessIds {
  user: string;
  groups: readonly string[];
  why: string;
}

function processIds({ owner, group, mode }: Owned, isScript: boolean): ProcessIds {
  if (isScript && mode > 0o777) return { user: mara.name, groups: mara.groups, why: 'a script, so the bit is ignored' };
  if (mode & 0o4000) return { user: owner, groups: mara.groups, why: `runs with the user id of ${owner}` };
  if (mode & 0o2000) return { user: mara.name, groups: [group, ...mara.groups], why: `also has the group ${group}` };
  return { user: mara.name, groups: mara.groups, why: 'lends nothing' };
}

export const setuidDrills = {
  'setuid-reads': {
    form: 'the names, separated by spaces, or none',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: (text) => normalizeWords(text.replaceAll('/opt/harbour/', '')),
    make: (random) => {
      const file: Owned = {
        owner: 'ines',
        group: 'wharf',
        mode: random.pick([0o640, 0o640, 0o440, 0o600, 0o040, 0o240]),
      };
      const programs = random.some(names, 7).map((name, i) => {
        const thing = i < 5 ? random.pick(kinds.slice(0, 8)) : random.pick(kinds.slice(8));
        const isScript = random.int(0, 4) === 0;
        const isStarted = (bitsFor(mara, thing) & 1) !== 0;
        const { user, groups, why } = processIds(thing, isScript);
        const reads = user === 'root' || (bitsFor({ name: user, groups }, file) & 4) !== 0;
        return { name, thing, isScript, isAble: isStarted && reads, why: isStarted ? why : 'she may not start it' };
      });
      const shown = random.some(programs, programs.length);
      const able = programs.filter(({ isAble }) => isAble);
      const listWithReasons = (list: typeof programs): string =>
        list.map(({ name, why }) => `${name} (${why})`).join(', ');
      const rest = programs.filter(({ isAble }) => !isAble);
      const letters = line('-', file, '').slice(1, 10);
      return {
        given: [
          { label: 'id', text: maraId },
          { label: 'The file', text: line('-', file, '/srv/keys.txt') },
          {
            label: 'Programs in /opt/harbour; (script) begins with #!, the others are machine code',
            text: shown
              .map(({ name, thing, isScript }) => line('-', thing, `${name}${isScript ? ' (script)' : ''}`))
              .join('\n'),
          },
        ],
        answer: able.length ? inOrder(able.map(({ name }) => name)) : 'none',
        solution: [
          'For each program: may Mara start it, and which ids does the process have then? A setuid program has the user id of its owner, and a setgid program has one more group.',
          `With the file's permissions, \`${letters.slice(0, 3)}\` for Ines, \`${letters.slice(3, 6)}\` for the wharf, \`${letters.slice(6)}\` for others, these read it: ${listWithReasons(able) || 'none'}. Root's id can read everything. A process with the id of Ines has the first three letters, even if the group may do more.`,
          `These don't: ${listWithReasons(rest)}.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
