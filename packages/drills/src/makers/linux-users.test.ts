import { expect } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 40 }, (_, i) => `watch ${i}`);

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

/** Returns the three letters that apply to Mara, from a line of `ls -ld`. */
function lettersForMara(line: string): string {
  const [letters = '', owner, group] = line.split(/\s+/);
  const from = owner === 'mara' ? 1 : group === 'mara' || group === 'pilots' ? 4 : 7;
  return letters.slice(from, from + 3);
}

itForEachSeed(seeds)('decides who reads a file by numeric ids', (seed) => {
  const { answer, of } = round('user-reads', seed);
  const [letters = '', , uid, gid] = of('ls').split(' ');
  const groups = of('The end of /etc/group')
    .split('\n')
    .map((line) => line.split(':'));
  const able = of('/etc/passwd')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name = '', , number, main]) => {
      if (number === '0') return true;
      if (number === uid) return letters[1] === 'r';
      const members = groups.find((group) => group[2] === gid)?.[3] ?? '';
      return letters[main === gid || members.split(',').includes(name) ? 4 : 7] === 'r';
    })
    .map(([name]) => name);
  expect(answer).toBe(able.sort().join(' '));
});

itForEachSeed(seeds)('lets the shell take the first executable file', (seed) => {
  const { answer, of } = round('path-which', seed);
  const files = new Map(
    of('ls')
      .split('\n')
      .map((line) => [line.split(/\s+/)[3] ?? '', line]),
  );
  const found = of('PATH')
    .split(':')
    .map((folder) => `${folder === '' || folder === '.' ? of('pwd') : folder}/${of('She types')}`)
    .find((path) => {
      const line = files.get(path) ?? '';
      return line.startsWith('-') && lettersForMara(line).endsWith('x');
    });
  expect(answer).toBe(found);
});

itForEachSeed(seeds)('lists the folders that are writable and searched before the real command', (seed) => {
  const { answer, of } = round('path-soft', seed);
  const lines = of('ls').split('\n');
  const path = /PATH=(.*)/.exec(of('The end'))?.[1]?.split(':') ?? [];
  const real = of('which').replace(/\/[^/]*$/, '');
  const early = path.slice(0, path.indexOf(real));
  const open = early.filter((folder) => {
    const line = lines.find((one) => one.endsWith(` ${folder}`)) ?? '';
    return lettersForMara(line) === 'rwx';
  });
  expect(path).toContain(real);
  expect(answer).toBe(open.sort().join(' ') || 'none');
});
