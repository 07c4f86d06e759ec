import type { Drill } from '../drill.ts';
import { normalizePaths } from '../lists.ts';
import { inOrder } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { symbolic } from './permissions.ts';

interface Entry {
  path: string;
  isFolder: boolean;
  mode: number;
  owner: string;
  size: number;
  minutes: number;
}

interface Test {
  text: string;
  fits: (entry: Entry) => boolean;
  says: string;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const ending = (name: string): Test => ({
  text: `-name '*.${name}'`,
  fits: ({ path }) => baseName(path).endsWith(`.${name}`),
  says: `the name itself ends with .${name}, in small letters`,
});
const tests = (random: Random): Test[] => {
  const blocks = random.int(2, 6);
  const minutes = random.pick([60, 120, 600]);
  const owner = random.pick(['mara', 'ines', 'root']);
  const starting = random.pick(['tide', 'lamp', 'chart']);
  return [
    random.pick([
      ending('log'),
      ending('txt'),
      {
        text: `-name '${starting}*'`,
        fits: ({ path }) => baseName(path).startsWith(starting),
        says: `the name begins with ${starting}, so there is no dot in front`,
      },
      {
        text: "-name '.*'",
        fits: ({ path }) => baseName(path).startsWith('.'),
        says: 'the name begins with a dot',
      },
    ]),
    {
      text: `-size +${blocks}k`,
      fits: ({ size }) => Math.ceil(size / 1024) > blocks,
      says: `it takes more than ${blocks} blocks of 1024 bytes, so it has more than ${blocks * 1024}`,
    },
    random.pick([
      {
        text: `-mmin -${minutes}`,
        fits: (entry) => entry.minutes < minutes,
        says: `it was changed less than ${minutes} minutes ago`,
      },
      {
        text: `-mmin +${minutes}`,
        fits: (entry) => entry.minutes > minutes,
        says: `it was changed more than ${minutes} minutes ago`,
      },
    ]),
    random.pick([
      { text: `-user ${owner}`, fits: (entry) => entry.owner === owner, says: `${owner} owns it` },
      {
        text: `-not -user ${owner}`,
        fits: (entry) => entry.owner !== owner,
        says: `its owner is not ${owner}`,
      },
      { text: '-perm -0002', fits: ({ mode }) => (mode & 2) !== 0, says: 'every user may write it' },
      { text: '-perm -4000', fits: ({ mode }) => (mode & 0o4000) !== 0, says: 'it has the setuid bit' },
    ]),
  ];
};

function entry(random: Random, path: string): Entry {
  const isFolder = random.int(0, 6) === 0;
  return {
    ...{ path, isFolder, owner: random.pick(['mara', 'ines', 'root']) },
    mode: random.pick(isFolder ? [0o755, 0o777] : [0o644, 0o644, 0o666, 0o4755, 0o4755, 0o662]),
    size: isFolder ? 4096 : random.pick([random.int(1, 7) * 1024, random.int(1, 7) * 1024 + 1, random.int(20, 9_000)]),
    minutes: random.pick([random.int(3, 50), random.int(70, 110), random.int(130, 580), random.int(640, 4_000)]),
  };
}

/** Normalizes paths of `find .`, with or without the leading `./`. */
const normalizeFound = (text: string): string =>
  inOrder(
    normalizePaths(text)
      .split(' ')
      .filter(Boolean)
      .map((path) => (path.startsWith('./') ? path : `./${path}`)),
  );

export const findCommandDrills = {
  'shell-find': {
    form: 'the paths, separated by spaces',
    isDistinct: false,
    normalize: normalizeFound,
    make: (random) => {
      const make = (): { entries: Entry[]; chosen: Test[] } => {
        const stems = ['tide', 'lamp', 'chart', '.tide', '.lamp', 'old-chart', 'Chart'];
        const paths = new Set<string>();
        while (paths.size < 11) {
          const name = `${random.pick(stems)}${random.pick(['', '', random.int(1, 9)])}.${random.pick(['log', 'txt', 'log.1', 'bak', 'LOG'])}`;
          paths.add(`${random.pick(['./', './log/', './bin/', './old.txt/'])}${name}`);
        }
        return { entries: [...paths].map((path) => entry(random, path)), chosen: random.some(tests(random), 2) };
      };
      const found = ({ entries, chosen }: ReturnType<typeof make>): Entry[] =>
        entries.filter((one) => !one.isFolder && chosen.every(({ fits }) => fits(one)));
      const isGood = (round: ReturnType<typeof make>): boolean => {
        const paths = found(round).map(({ path }) => path);
        return (
          paths.length > 1 &&
          paths.length < 6 &&
          new Set(round.entries.map(({ path }) => path.toLowerCase())).size === 11
        );
      };
      let round = make();
      while (!isGood(round)) round = make();
      const { entries, chosen } = round;
      const list = inOrder(found(round).map(({ path }) => path));
      const rows = entries.map(
        ({ path, isFolder, mode, owner, size, minutes }) =>
          `${isFolder ? 'd' : '-'}${symbolic(mode)} ${owner} ${String(size).padStart(5)} ${String(minutes).padStart(5)}  ${path}`,
      );
      return {
        given: [
          { label: 'Mode, owner, bytes, minutes since the last change, path', text: rows.join('\n') },
          { label: 'The command', text: `find . -type f ${chosen.map(({ text }) => text).join(' ')}` },
        ],
        answer: normalizeFound(list),
        solution: [
          'A path is printed if it passes every test. `-type f` leaves out the lines that begin with d.',
          ...chosen.map(
            ({ text, says, fits }) =>
              `\`${text}\`: ${says}. This is true for ${entries.filter(fits).length} of the ${entries.length} lines.`,
          ),
          `All tests are true for ${list.replaceAll(' ', ', ')}.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
