import type { Drill } from '../drill.ts';
import { normalizePaths } from '../lists.ts';
import { bitsFor, line, mara, maraId, type Owned, owned, type User, whyWritable } from '../material/file-owners.ts';
import { inOrder, normalizeExact } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

const pad = (value: number): string => String(value).padStart(2, '0');
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A field of a crontab: its text, and a function that tests a number. */
interface Field {
  text: string;
  fits: (value: number) => boolean;
}

const any: Field = { text: '*', fits: () => true };
const exactly = (...values: number[]): Field => ({ text: values.join(','), fits: (value) => values.includes(value) });
const every = (step: number): Field => ({ text: `*/${step}`, fits: (value) => value % step === 0 });
const between = (from: number, to: number): Field => ({
  text: `${from}-${to}`,
  fits: (value) => value >= from && value <= to,
});

/** Returns minute, hour, day of the month, month and day of the week. Only one of the two day fields is restricted. */
function fields(random: Random): [Field, Field, Field, Field, Field] {
  const minute = random.pick([exactly(random.int(0, 59)), exactly(random.int(0, 29), random.int(30, 59)), every(20)]);
  const first = random.int(0, 11);
  const hour = random.pick([
    exactly(random.int(0, 23)),
    exactly(first, first + 12),
    between(first, first + 3),
    every(6),
  ]);
  const day = exactly(random.int(1, 31));
  const [some, other] = [random.int(0, 3), random.int(4, 6)];
  const week = random.pick([exactly(some), exactly(some, other), between(1, 5), exactly(7)]);
  return random.int(0, 1) === 0 ? [minute, hour, day, any, any] : [minute, hour, any, any, week];
}

/** Returns the first matching minute after a timestamp. The clock is UTC, which has no missing hours. */
function next([minute, hour, day, , week]: ReturnType<typeof fields>, after: number): Date {
  for (let from = after - (after % DAY); ; from += DAY) {
    const date = new Date(from);
    const weekday = date.getUTCDay();
    // Sunday is 0 and also 7.
    if (!day.fits(date.getUTCDate()) || !(week.fits(weekday) || (weekday === 0 && week.fits(7)))) continue;
    for (let at = from; at < from + DAY; at += MINUTE) {
      const time = new Date(at);
      if (at > after && hour.fits(time.getUTCHours()) && minute.fits(time.getUTCMinutes())) return time;
    }
  }
}

/** Returns the same permissions without any x, for files that are not executed. */
const asText = (thing: Owned): Owned => ({ ...thing, mode: thing.mode & 0o666 });

const stamp = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');
const normalizeStamp = (text: string): string =>
  normalizeExact(text)
    .replace(/\s*t\s*|\s+/gi, ' ')
    .replace(/ (?=\d:)/, ' 0')
    .replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):00$/, '$1');

const mighty = ['find', 'vim', 'tar', 'cp', 'python3', 'less', 'awk', 'env'];
const modest = ['uptime', 'who', 'df', 'free', 'id'];
const proper = ['passwd', 'su', 'mount', 'umount', 'chsh', 'newgrp', 'gpasswd'];

/** A listed item, and the reason why it does or does not lead to root's power. */
interface Finding {
  path: string;
  text: string;
  leadsToRoot: boolean;
  reason: string;
}

const program = (random: Random, name: string): Finding => {
  const path = `/usr/local/bin/${name}-old`;
  const [thing, leadsToRoot, reason] = random.pick<[Owned, boolean, string]>([
    [
      { owner: 'root', group: 'root', mode: 0o4755 },
      true,
      `a setuid ${name} does what she asks, with the privileges of root`,
    ],
    [{ owner: 'root', group: 'pilots', mode: 0o4750 }, true, `a setuid ${name}that pilots may start`],
    [{ owner: 'root', group: 'wharf', mode: 0o4750 }, false, 'she may not start it'],
    [{ owner: 'ines', group: 'ines', mode: 0o4755 }, false, 'it gives the privileges of Ines, not of root'],
    [{ owner: 'root', group: 'root', mode: 0o755 }, false, 'it has no setuid bit'],
  ]);
  return { path, text: line('-', thing, path), leadsToRoot, reason };
};

const rule = (random: Random, strong: string, weak: string): Finding => {
  const [name, as, leadsToRoot, reason] = random.pick<[string, string, boolean, string]>([
    [strong, 'root', true, `${strong} started as root can start, read or write anything`],
    [strong, 'ines', false, 'the rule is for Ines, not for root'],
    [weak, 'root', false, `${weak} only displays information`],
  ]);
  return { path: `/usr/bin/${name}`, text: `(${as}) NOPASSWD: /usr/bin/${name}`, leadsToRoot, reason };
};

const copy = (random: Random): Finding => {
  const path = `/srv/backup/${random.pick(['shadow.bak', 'shadow-2019', 'shadow.old'])}`;
  const [thing, leadsToRoot, reason] = random.pick<[Owned, boolean, string]>([
    [{ owner: 'root', group: 'root', mode: 0o644 }, true, 'every user may read the hashes in it'],
    [{ owner: 'root', group: 'pilots', mode: 0o640 }, true, 'pilots may read the hashes in it'],
    [{ owner: 'root', group: 'pilots', mode: 0o604 }, false, 'a pilot may not read it, although other users may'],
    [{ owner: 'root', group: 'shadow', mode: 0o640 }, false, 'she may not read it'],
  ]);
  return { path, text: line('-', thing, path), leadsToRoot, reason };
};

/**
 * Ines is a pilot as well. Her permissions go no further than Mara's. Otherwise, becoming Ines would be a first step to
 * root.
 */
const ines: User = { name: 'ines', groups: ['ines', 'pilots'] };
const inesId = 'uid=1002(ines) gid=1002(ines) groups=1002(ines),1100(pilots)';

/** A script that cron starts. A pilot may be able to write one of root's; everyone may write one of Ines's. */
const job = (random: Random, path: string): Finding & { owner: string } => {
  const owner = random.pick(['root', 'root', 'ines']);
  const isWritable = random.int(0, 1) === 0;
  const can = (who: User, what: Owned): boolean => (bitsFor(who, what) & 2) !== 0;
  let thing = owned(random, isWritable);
  while (owner === 'root' && can(ines, thing) && !can(mara, thing)) thing = owned(random, isWritable);
  const mayWrite = can(mara, thing);
  const reason = mayWrite ? (owner === 'root' ? whyWritable(thing) : 'Ines runs it, not root') : 'she may not write it';
  return { path, owner, text: line('-', thing, path), leadsToRoot: mayWrite && owner === 'root', reason };
};

export const linuxJobDrills = {
  'cron-next': {
    form: 'date and time, such as 2027-01-31 04:15',
    isDistinct: false,
    normalize: normalizeStamp,
    make: (random) => {
      const five = fields(random);
      const now = Date.UTC(2027, 0, 1) + random.int(0, 700 * 24 * 60) * MINUTE;
      const then = next(five, now);
      const [minute, hour, day, , week] = five.map(({ text }) => text) as [string, string, string, string, string];
      const date = new Date(now);
      return {
        given: [
          { label: 'A line of a crontab', text: `${minute} ${hour} ${day} * ${week}  root  /opt/harbour/tide.sh` },
          { label: 'It is now', text: `${days[date.getUTCDay()]}, ${stamp(date)}:30` },
        ],
        answer: stamp(then),
        solution: [
          `The fields are minute \`${minute}\`, hour \`${hour}\`, day of the month \`${day}\`, month \`*\` and weekday \`${week}\`; 0 and 7 are Sunday. A comma makes a list, a hyphen a range, and \`*/6\` means the multiples of 6.`,
          `The first matching day that still has a matching time is ${days[then.getUTCDay()]}, ${stamp(then).slice(0, 10)}.`,
          `The first time on it is ${pad(then.getUTCHours())}:${pad(then.getUTCMinutes())}. The current minute has already begun, so it does not count.`,
        ],
      };
    },
  },
  'cron-links': {
    form: 'the paths, separated by spaces, or none',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizePaths,
    make: (random) => {
      const [name, program, data] = random.some(['tide', 'fog', 'lamps', 'gauge', 'berths', 'pilots'], 3) as [
        string,
        string,
        string,
      ];
      const script = `/opt/harbour/${name}.sh`;
      const settings = `/etc/default/${name}`;
      const code = ['/opt/harbour', script, settings, '/opt/tools/bin', `/usr/local/bin/${program}`];
      const harmless = [`/var/log/${name}`, `/srv/charts/${data}.txt`, '/opt/late/bin', `/opt/harbour-old/${name}.sh`];
      const isFolder = (path: string): boolean => path === '/opt/harbour' || path.endsWith('/bin');
      const isText = (path: string): boolean => path === settings || harmless.slice(0, 2).includes(path);
      const listed = [
        ...code.map((path) => ({ path, thing: owned(random, random.int(0, 9) < 4) })),
        ...random.some(harmless, 3).map((path) => ({ path, thing: owned(random, random.int(0, 9) < 7) })),
      ];
      const softOnes = listed.filter(({ thing }) => (bitsFor(mara, thing) & 2) !== 0);
      const links = softOnes.filter(({ path }) => code.includes(path));
      const rest = softOnes.filter(({ path }) => !code.includes(path));
      const paths = (list: typeof listed): string => list.map(({ path }) => path).join(', ');
      return {
        given: [
          {
            label: `/etc/cron.d/${name}(only root can write it)`,
            text: `PATH=/opt/tools/bin:/usr/bin:/bin:/opt/late/bin\n*/5 * * * * root ${script}`,
          },
          {
            label: script,
            text: [
              '#!/bin/sh',
              `. ${settings}`,
              `/usr/local/bin/${program} --quiet`,
              `wc -l < /srv/charts/${data}.txt >> /var/log/${name}`,
            ].join('\n'),
          },
          { label: 'which wc', text: '/usr/bin/wc' },
          {
            label: 'ls -ld, without some columns; only root can write everything that is not listed',
            text: random
              .some(listed, listed.length)
              .map(({ path, thing }) => line(isFolder(path) ? 'd' : '-', isText(path) ? asText(thing) : thing, path))
              .join('\n'),
          },
          { label: 'id', text: maraId },
        ],
        answer: links.length ? inOrder(links.map(({ path }) => path)) : 'none',
        solution: [
          `These parts of the chain are code or lead to code: the script and its folder, the settings that the dot command runs as code, the program, and the folder that PATH searches before it finds \`wc\` in /usr/bin.`,
          `Of these, she may write ${links.length ? links.map(({ path, thing }) => `${path} (${whyWritable(thing)})`).join(', ') : 'none'}.`,
          `${rest.length ? `She may also write ${paths(rest)}, but no command comes from there` : 'She may not write the other listed files'}: the data is only counted, the log is only written, /opt/late/bin is searched too late, and /opt/harbour-old is another folder.`,
        ],
      };
    },
  },
  'survey-ways': {
    form: 'the paths, separated by spaces, or none',
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizePaths,
    make: (random) => {
      const [one, two, three] = random.some(mighty, 3) as [string, string, string];
      const normal = random.some(proper, 3).map((name) => ({
        ...{ path: `/usr/bin/${name}`, leadsToRoot: false, reason: 'it is normal on such a list' },
        text: line('-', { owner: 'root', group: 'root', mode: 0o4755 }, `/usr/bin/${name}`),
      }));
      const jobs = random
        .some(['/opt/tide/gauge.sh', '/usr/local/bin/rotate', '/opt/mail/digest', '/srv/tools/sync.sh'], 3)
        .map((path) => job(random, path));
      const programs = random.some([...normal, program(random, one), program(random, two)], 5);
      const rules = [rule(random, three, random.pick(modest))];
      const copies = [copy(random)];
      const all: Finding[] = [...jobs, ...programs, ...rules, ...copies];
      const ways = all.filter(({ leadsToRoot }) => leadsToRoot);
      const listWithReasons = (list: Finding[]): string =>
        list.map(({ path, reason }) => `${path} (${reason})`).join(', ');
      const texts = (list: Finding[]): string => list.map(({ text }) => text).join('\n');
      const odd = all.filter(({ leadsToRoot, path }) => !leadsToRoot && !normal.some((one) => one.path === path));
      return {
        given: [
          { label: 'id; id ines', text: `${maraId}\n${inesId}` },
          { label: 'sudo -l', text: texts(rules) },
          { label: 'ls -l of some programs', text: texts(programs) },
          {
            label: '/etc/crontab',
            text: jobs.map(({ owner, path }, i) => `${i * 7} 4 * * * ${owner} ${path}`).join('\n'),
          },
          { label: 'ls -l of these scripts, in folders that only root can write', text: texts(jobs) },
          { label: 'Other files', text: texts(copies) },
        ],
        answer: ways.length ? inOrder(ways.map(({ path }) => path)) : 'none',
        solution: [
          'A way to root needs two things: a power of root, and a way for Mara to use it.',
          `Both exist here: ${ways.length ? listWithReasons(ways) : 'nowhere'}.`,
          `One of the two is missing: ${listWithReasons(odd)}. Every machine has the other setuid programs.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
