import { expect, it } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 60 }, (_, i) => `purse ${i}`);

function round(seed: string) {
  const drill = drills.get('setuid-reads');
  if (!drill) throw new Error('There is no such drill.');
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

/** Returns the three letters of a listed mode that apply to a user with some groups. */
function lettersFor(line: string, user: string, groups: string[]): string {
  const [letters = '', owner = '', group = ''] = line.split(/\s+/);
  const from = user === owner ? 1 : groups.includes(group) ? 4 : 7;
  return letters.slice(from, from + 3);
}

itForEachSeed(seeds)('lets a program read what the ids of its process may read', (seed) => {
  const { answer, of } = round(seed);
  const able = of('Programs')
    .split('\n')
    .filter((line) => {
      if (!/[xs]$/.test(lettersFor(line, 'mara', ['mara', 'pilots']))) return false;
      const [letters = '', owner = '', group = ''] = line.split(/\s+/);
      const isCode = !line.endsWith('(script)');
      const user = isCode && letters[3] === 's' ? owner : 'mara';
      const groups = ['mara', 'pilots', ...(isCode && letters[6] === 's' ? [group] : [])];
      return user === 'root' || lettersFor(of('The file'), user, groups).startsWith('r');
    })
    .map((line) => line.split(/\s+/)[3]);
  expect(answer).toBe(able.sort().join(' ') || 'none');
});

it('contains a program that reads the file in most rounds', () => {
  expect(seeds.filter((seed) => round(seed).answer === 'none').length).toBeLessThan(seeds.length / 6);
});
