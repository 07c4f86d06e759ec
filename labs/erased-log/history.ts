import { randomBytes, randomInt } from 'node:crypto';
import { type Forgery, inGroups, keepers } from './facts.ts';
import { Floppy, type Written } from './floppy.ts';
import { foghorn, halfFull, letterBelow, november, pageOf, pick, textOf } from './logbook.ts';
import { datesOf, tearOut, writtenOver } from './tear.ts';

/* The history of the floppy, one event after another. */

const FIRST = 1;
const TORN = 11;

export interface Secrets {
  seal: string;
  mark: string;
  forgery: Forgery;
}

export function floppyWith({ seal, mark, forgery }: Secrets): Buffer {
  const floppy = new Floppy('OSTREL HEAD', november(1, 9, 12));
  const log = floppy.folder('LOG', november(1, 9, 14));
  const archive = floppy.folder('ARCHIVE', november(1, 9, 15));
  const drafts = floppy.folder('TMP', november(1, 9, 16));
  const signal = new Date(Date.UTC(1997, 10, 1, 21) + forgery.fast * 1000).toISOString().slice(11, 19);
  const rota = rotaWith(forgery);
  const onWatch = (night: number) => rota[night - FIRST] ?? pairOf();
  const page = (day: number) => ({ day, keepers: onWatch(day), signal });
  const pageName = (day: number, ending = 'LGZ') => `${String(day).padStart(2, '0')}NOV.${ending}`;
  const overnight = (day: number) => ({
    created: november(day, 18, randomInt(4, 14)),
    modified: november(day + 1, 6, randomInt(2, 12)),
  });

  // Copies keep their dates: those of October are older than the time of the copy
  for (let day = 20; day <= 31; day++) {
    const times = {
      created: november(1, 9, 20 + day - 19),
      modified: new Date(Date.UTC(1997, 9, day + 1, 6, randomInt(2, 12), randomInt(60))),
    };
    const content = pageOf({ day, month: 'October', keepers: pairOf(), signal });
    floppy.write(archive, `${day}OCT.LGZ`, content, { ...times, accessed: times.created });
  }
  for (const paper of papers) {
    const content = halfFull(paper.text);
    const start = floppy.next;
    const old = floppy.write(
      floppy.root,
      'LETTER.TXT',
      letterBelow(content, paper.before, `${paper.end} Mark of the letter: ${inGroups(randomBytes(6))}`),
      {
        created: november(1, 10, randomInt(60)),
        modified: november(1, 11, randomInt(60)),
      },
    );
    floppy.remove(old);
    floppy.next = start;
    floppy.write(
      floppy.root,
      paper.name,
      content,
      { created: november(1, 13, randomInt(60)), modified: november(1, 14, randomInt(60)) },
      paper.long,
    );
  }

  // Each page follows a draft, which is deleted a night later and leaves a gap
  const gaps: number[] = [];
  let last: Written | undefined;
  for (let day = FIRST; day < TORN; day++) {
    floppy.write(log, pageName(day), pageOf(page(day)), overnight(day));
    const draft = Buffer.from(`Draft, not to be filed.\n${textOf(page(day)).slice(0, randomInt(500, 900))}`);
    const written = floppy.write(drafts, pageName(day, 'TMP'), draft, {
      created: november(day, 18, 2),
      modified: november(day, 18, 3),
    });
    if (last) floppy.remove(last);
    gaps.push(...written.clusters);
    last = written;
  }
  if (last) floppy.remove(last);

  const october = Buffer.concat(
    Array.from({ length: 24 }, (_, i) =>
      pageOf({ day: i + 1, month: 'October', keepers: pairOf(), signal, every: 10 }),
    ),
  );
  const ahead = floppy.next;
  const old = floppy.write(floppy.root, 'OCTOBER.LGZ', october, {
    created: november(2, 10, 5),
    modified: november(2, 10, 6),
  });
  const rotaText = halfFull(textOfRota(rota));
  const letterAt = floppy.next;
  const letter = floppy.write(
    floppy.root,
    'LETTER.TXT',
    letterBelow(rotaText, bargain, `${ending} Mark of the letter: ${mark}`),
    {
      created: november(TORN, 20, 4),
      modified: november(TORN, 20, 31),
    },
  );
  const horn = foghorn(floppy.roomAhead() * 1024 - randomInt(400));
  floppy.write(floppy.root, 'FOGHORN.WAV', horn, { created: november(9, 15, 2), modified: november(9, 15, 40) });

  // The night of the storm: the letter is deleted, the rota is written, and the page fills the gaps
  writtenOver(floppy, letter);
  floppy.remove(letter);
  floppy.next = letterAt;
  floppy.write(floppy.root, 'ROTA.TXT', rotaText, {
    created: november(TORN, 23, 20),
    modified: november(TORN, 23, 22),
  });
  floppy.next = gaps[randomInt(4, 7)] ?? 2;
  const torn = floppy.write(
    log,
    pageName(TORN),
    pageOf({ ...page(TORN), every: 1, dark: [22 * 60 + 10, 23 * 60 + 5], notes: storm, seal }),
    overnight(TORN),
  );

  // October is deleted to make room for the next nights
  floppy.remove(old);
  floppy.next = ahead;
  for (let day = TORN + 1; day < forgery.night; day++)
    floppy.write(log, pageName(day), pageOf(page(day)), overnight(day));
  // The last night is in progress: its page ends with the last reading before it was saved, however fast the machine is
  floppy.write(log, pageName(forgery.night), pageOf({ ...page(forgery.night), until: 25 * 60 + 41 }), {
    created: november(forgery.night, 18, randomInt(4, 14)),
    modified: november(forgery.night + 1, 2, randomInt(1, 20)),
  });

  const made = new Date(forgery.at + forgery.fast * 1000 + randomInt(1000));
  const forged = pageOf({
    ...page(TORN),
    signal: '21:00:00',
    notes: ['Lamp lit all night.', 'All quiet. Nothing of any kind came by boat.'],
  });
  const times = datesOf(made, november(TORN + 1, 6, 5));
  const forgedPage = floppy.write(log, pageName(TORN, 'NEW'), forged, times);
  tearOut(floppy, torn);
  floppy.rename(forgedPage, pageName(TORN));
  return floppy.image;
}

function pairOf(): [string, string] {
  const first = randomInt(keepers.length);
  const second = (first + 1 + randomInt(keepers.length - 1)) % keepers.length;
  return [keepers[first] ?? '', keepers[second] ?? ''];
}

const rotaWith = ({ night, early, late }: Forgery): [string, string][] =>
  Array.from({ length: 20 }, (_, i) => (i + FIRST === night ? [early, late] : pairOf()));

const textOfRota = (rota: [string, string][]): string =>
  [
    'OSTREL HEAD LIGHT, rota for November 1997',
    'Three is three by the radio. The clock of the machine is fast.',
    '',
    'night of      until three     from three',
    ...rota.map(([early, late], i) => `${String(i + FIRST).padStart(2)} November   ${early.padEnd(15)} ${late}`),
    '',
    'If you swap a watch, write it down here. We believe the list.',
    '',
  ].join('\n');

const storm = [
  'Storm. Readings every minute, until the pencil breaks.',
  'A letter came with the evening boat. It smells of cheese, and so does the man who brought it.',
  'Read the letter, copied it onto this disk for the files, and regretted it.',
  'At 22:10 the lamp went out. A person did that, not the wind.',
  'A boat without a light at the north landing. Four men carried a heavy round thing ashore, six times.',
  'At 23:05 the lamp burns again. I did not do it, I did not prevent it, and I write it down here.',
  'The letter is gone: I have saved the new rota over it, in the same place. You only see it if you look for it.',
  'If you tear this page out, remember that I press hard when I write.',
];

const bargain =
  'To the keeper. You know us, and you know our cheese. In Varde it costs what cheese costs, in Port Ostrel twice as much, and the difference is called customs. We want to help the poor. ';
const ending =
  'lamp out from ten past ten to five past eleven, and nobody sees a boat. A wheel for every ten minutes. Burn this, or at least eat it.';

interface Paper {
  name: string;
  long?: string;
  text: string;
  /** Part of the letter that was there before. */
  before: string;
  end: string;
}

const papers: Paper[] = [
  {
    name: 'TEA.TXT',
    text: 'Tea list.\nAnsgar, black. Birte, with milk. Dorrit, with milk that is not from the goat.\nEmil, none, he says, and drinks mine.\n',
    before: 'Dear Board of Lights, once more about the stairs. ',
    end: 'so that either one step is missing or I am. Yours, on the way down.',
  },
  {
    name: 'COMPLA~1.TXT',
    long: 'Complaints about the gull.txt',
    text: `${Array.from({ length: 21 }, (_, i) => `${i + 1} October: ${pick(['the sandwich', 'the other sandwich', 'a pencil', 'my hat', 'the same hat'])}.\n`).join('')}Answer of the gull: none so far.\n`,
    before: 'Dear sister, it is quiet up here, apart from the horn. ',
    end: 'and bring wool, for the ears. The horn is being recorded. Nobody has said why.',
  },
  {
    name: 'LENS.TXT',
    text: 'To wipe the lens: from the left to the right. Not from the right to the left. Ask Gerrit what happens.\n',
    before: 'To the glazier in Varde: it concerns the pane. ',
    end: 'which was whole when it was delivered, and is now several. We pay for one.',
  },
];
