import { randomBytes, randomInt } from 'node:crypto';
import type { Material, MaterialFile } from '@hexpedition/lab-runtime/material';
import { spell, wordOf } from './words.ts';

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const day = (from: string, to: string) => new Date(randomInt(Date.parse(from), Date.parse(to)));

const BERTH = 'berth 9';
const people = 'Pell,Quill,Edda Vane,Captain Moss,Sunniva Aas,Joris Bakker,Tobias Wren,Klara Vogt,Lennart Holm'.split(
  ',',
);

const material: Material = (flags) => {
  const said = new Set<string>();
  /** A word that opens nothing, and occurs only once. */
  const falseWord = (): string => {
    const word = spell(randomBytes(4)).join('-');
    if (said.has(word)) return falseWord();
    said.add(word);
    return word;
  };
  const word = (hook: string) => wordOf(hook, flags[hook] ?? '');
  for (const hook of ['locker', 'fog']) said.add(word(hook).join('-'));
  return [
    ...desk(word('desk')),
    ...lockers(word('locker').join('-'), falseWord),
    ...reports(word('fog').join('-'), falseWord),
  ];
};
export default material;

function desk([first, second, third]: [string, string, string]): MaterialFile[] {
  const papers: [name: string, content: string][] = [
    ['rota.txt', 'Monday to Saturday: Mats.\nSunday: the cousin. Hide everything.\n'],
    [
      'tea list.txt',
      'Pell, milk. Quill, no milk, since the incident with the milk. Edda Vane, coffee. Do not ask why.\n',
    ],
    ['.crumbs', 'Crumbs. They were here before me.\n'],
    [
      '--help',
      'If you can read this, you are not my cousin. The parts are in the files beside this one.\nPut them together. The desk ignores spaces and hyphens.\n',
    ],
    ['--version', `The first part of the word: ${first}\n`],
    ['.second part', `The second part of the word: ${second}\n`],
    ['$(date) third part', `The third part of the word: ${third}\n`],
  ];
  const modifiedAt = new Date(Date.now() - 3_600_000);
  return papers.map(([name, content]) => ({ path: `desk/${name}`, content, modifiedAt }));
}

/** Papers with various permissions, one of which other users may read. */
function lockers(word: string, falseWord: () => string): MaterialFile[] {
  const corridor = [...'ABCDEFGH'].flatMap((bay) =>
    Array.from({ length: 30 }, (_, i) => `${bay}/${bay}${String(i + 1).padStart(2, '0')}.txt`),
  );
  const open = pick(corridor);
  const things = [
    'a left boot',
    'oilskins',
    'a flute',
    'a jar of shackles',
    'two hats',
    'nothing, and a smell',
    'a chart of Varde',
  ];
  return corridor.map((path) => ({
    path: `lockers/${path}`,
    content: `Locker ${path.slice(2, 5)}, ${pick(people)}\nInside: ${pick(things)}\nWord: ${path === open ? word : falseWord()}\n`,
    mode: path === open ? 0o604 : pick([0o600, 0o600, 0o600, 0o640, 0o660, 0o400, 0o440, 0o620, 0o601, 0o642]),
    modifiedAt: day('2023-01-01', '2025-01-01'),
  }));
}

/** Reports of forty years. One report of one day names the berth; many other reports do, too. */
function reports(word: string, falseWord: () => string): MaterialFile[] {
  const report = (modifiedAt: Date, berth: boolean, ending: string) => ({
    path: '',
    content: `${watch(berth)}Word for the morning: ${ending}\n`,
    modifiedAt,
  });
  const theDay = () => day('1987-03-14T00:10:00Z', '1987-03-14T23:50:00Z');
  const papers = [
    report(theDay(), true, word),
    ...Array.from({ length: 8 }, () => report(theDay(), false, falseWord())),
    // The nights before and after, so that a wrong day also finds one
    report(new Date('1987-03-13T23:51:00Z'), true, falseWord()),
    report(new Date('1987-03-15T00:12:00Z'), true, falseWord()),
    ...Array.from({ length: 40 }, () => report(day('1971-01-01', '1987-03-13'), randomInt(3) === 0, falseWord())),
    ...Array.from({ length: 320 }, () => report(day('1987-03-16', '2011-01-01'), randomInt(3) === 0, falseWord())),
  ];
  const order = papers
    .map((paper) => ({ paper, at: randomBytes(8).toString('hex') }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return order.map(({ paper }, i) => ({
    ...paper,
    path: `reports/box ${Math.floor(i / 40) + 1}/report-${String(i + 1).padStart(3, '0')}.txt`,
  }));
}

/** The lines of one night. */
function watch(berth: boolean): string {
  const lines = [
    'Nothing. It came from the west.',
    'A gull at the window. It wanted to come in. It came in.',
    'The gull has left, with a pencil.',
    'Steps on the quay. They were mine, coming back.',
    'A caller asked for the tide. I answered that it was out.',
    'Tea.',
    'Light on at berth 4. Captain Moss polishing the cannon.',
    'Fog. Could not see anything but fog.',
    'The ferry from Varde, late, and proud of it.',
    'A crate at berth 11. It was gone at two, and back at four.',
  ];
  const night = Array.from({ length: 5 + randomInt(4) }, () => pick(lines));
  if (berth)
    night.splice(
      randomInt(night.length),
      0,
      `Something moored at ${BERTH} without a light. ${pick(people)} says not to write it down.`,
    );
  return night
    .map((line, i) => `${String((22 + i) % 24).padStart(2, '0')}:${String(randomInt(60)).padStart(2, '0')}  ${line}\n`)
    .join('');
}
