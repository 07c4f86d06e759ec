import { expect, it } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 40 }, (_, i) => `night ${i}`);

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

/** Returns whether a pilot (by default Mara) has a permission, read from a line of `ls -l`. */
function may(letter: 'r' | 'w' | 'x', line: string, name = 'mara'): boolean {
  const [letters = '', owner, group] = line.split(/\s+/);
  const from = owner === name ? 1 : group === name || group === 'pilots' ? 4 : 7;
  return letters.slice(from, from + 3).includes(letter);
}

/** Returns the numbers that a field of a crontab matches. */
function expand(field: string, first: number, last: number): number[] {
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return field.split(',').flatMap((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [from, to = from] = range.split('-').map(Number) as [number, number?];
    return all.filter((n) => (range === '*' || (n >= from && n <= (to ?? from))) && (n - first) % Number(step) === 0);
  });
}

itForEachSeed(seeds)('gives the first minute that matches all fields as the next time of a job', (seed) => {
  const { answer, of } = round('cron-next', seed);
  const [minute = '', hour = '', day = '', , week = ''] = of('A line').split(/\s+/);
  const [minutes, hours, days] = [expand(minute, 0, 59), expand(hour, 0, 23), expand(day, 1, 31)];
  const weekdays = expand(week, 0, 7).map((n) => n % 7);
  const now = /(\d.*)$/.exec(of('It is now'))?.[1] ?? '';
  let at = Date.parse(`${now.replace(' ', 'T')}Z`) + 30_000;
  const fits = (date: Date): boolean =>
    minutes.includes(date.getUTCMinutes()) &&
    hours.includes(date.getUTCHours()) &&
    days.includes(date.getUTCDate()) &&
    weekdays.includes(date.getUTCDay());
  while (!fits(new Date(at))) at += 60_000;
  expect(Date.parse(`${answer.replace(' ', 'T')}Z`)).toBe(at);
});

it('accepts a date with a T and with seconds', () => {
  const normalize = drills.get('cron-next')?.normalize ?? String;
  expect(normalize(' 2027-01-31T04:15:00 ')).toBe('2027-01-31 04:15');
  expect(normalize('2027-01-31  04:15')).toBe('2027-01-31 04:15');
  expect(normalize('2027-01-31 4:15')).toBe('2027-01-31 04:15');
  expect(normalize('2027-01-31 14:16')).toBe('2027-01-31 14:16');
});

itForEachSeed(seeds)('lists the parts of a chain where Mara can write code or replace the path to it', (seed) => {
  const { answer, of } = round('cron-links', seed);
  const script = /root (.*)$/m.exec(of('/etc/cron.d'))?.[1] ?? '';
  const text = of(script);
  const code = [
    ...[script, script.replace(/\/[^/]*$/, ''), /PATH=([^:]*)/.exec(of('/etc/cron.d'))?.[1]],
    ...[/^\. (.*)$/m.exec(text)?.[1], /^(\/\S*)/m.exec(text)?.[1]],
  ];
  expect(new Set(code).size).toBe(5);
  const writable = of('ls -ld')
    .split('\n')
    .filter((line) => may('w', line))
    .map((line) => line.split(/\s+/)[3]);
  expect(answer).toBe(
    writable
      .filter((path) => code.includes(path))
      .sort()
      .join(' ') || 'none',
  );
});

itForEachSeed(seeds)('lists the ways to root that Mara can influence', (seed) => {
  const { answer, of } = round('survey-ways', seed);
  const lines = (start: string): string[] => of(start).split('\n');
  const jobs = lines('/etc/crontab')
    .filter((line) => line.split(' ')[5] === 'root')
    .map((line) => line.split(' ')[6]);
  const ways = [
    ...lines('ls -l of these').filter((line) => may('w', line) && jobs.includes(line.split(/\s+/)[3])),
    ...lines('ls -l of some').filter((line) => /^-rws\S* root .*-old$/.test(line) && may('x', line)),
    ...lines('Other files').filter((line) => may('r', line)),
    ...lines('sudo').filter((line) => line.startsWith('(root)') && !/(uptime|who|df|free|id)$/.test(line)),
  ].map((line) => line.split(/\s+/).at(-1));
  expect(answer).toBe(ways.sort().join(' ') || 'none');

  // Becoming Ines first does not help: on the way to root, she may read and write only the same things as Mara.
  expect(of('id; id ines').split('\n')[1]).toMatch(/^uid=\d+\(ines\) .*groups=\d+\(ines\),\d+\(pilots\)$/);
  const more = [
    ...lines('ls -l of these').filter((line) => may('w', line, 'ines') && jobs.includes(line.split(/\s+/)[3])),
    ...lines('ls -l of some').filter((line) => /^-rws\S* root .*-old$/.test(line) && may('x', line, 'ines')),
    ...lines('Other files').filter((line) => may('r', line, 'ines')),
  ].map((line) => line.split(/\s+/).at(-1));
  expect(more.filter((path) => !ways.includes(path))).toEqual([]);
});

it('accepts a folder with a slash at its end', () => {
  const normalize = drills.get('cron-links')?.normalize ?? String;
  expect(normalize('/opt/harbour/fog.sh, /opt/harbour/')).toBe('/opt/harbour /opt/harbour/fog.sh');
  expect(drills.get('path-soft')?.normalize('/srv/tools/')).toBe('/srv/tools');
});
