import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 20 }, (_, i) => `keeper ${i}`);
const folder = mkdtempSync(join(tmpdir(), 'pipes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the output of a real shell. */
const shell = (command: string, cwd: string): string =>
  execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer, solution } = roundOf(drill, Buffer.from(seed));
  const of = (start: string): string => given.find(({ label }) => label.startsWith(start))?.text ?? '';
  return { answer, of, solution, normalize: drill.normalize };
}

itForEachSeed(seeds)('gives the output of a real shell', (seed) => {
  const { answer, of, normalize } = round('shell-pipeline', seed);
  writeFileSync(join(folder, 'gate.log'), `${of('gate.log')}\n`);
  expect(normalize(shell(of('The command'), folder))).toBe(answer);
});

itForEachSeed(seeds)('removes the layers in the order of the solution', (seed) => {
  const { answer, of, solution } = round('shell-coats', seed);
  let text = of('Found');
  while (!text.includes('-')) {
    text = Buffer.from(text, /^[0-9a-f]+$/.test(text) ? 'hex' : 'base64').toString();
  }
  const shifted = [...text].map((sign) => {
    const at = 'abcdefghijklmnopqrstuvwxyz'.indexOf(sign);
    return at < 0 ? sign : 'nopqrstuvwxyzabcdefghijklm'[at];
  });
  expect(shifted.join('')).toBe(answer);
  expect(solution.at(-1)).toContain(of('Found'));
});

/** Creates the listed files, without their owners, and runs `find` on them. */
itForEachSeed(seeds)('gives the output of a real find command', (seed) => {
  const { answer, of, normalize } = round('shell-find', seed);
  const root = mkdtempSync(join(folder, 'tree-'));
  const rows = of('Mode')
    .split('\n')
    .map((row) => row.split(/\s+/) as [string, string, string, string, string]);
  for (const [letters, , size, minutes, path] of rows) {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    if (letters.startsWith('d')) mkdirSync(full);
    else {
      writeFileSync(full, '');
      truncateSync(full, Number(size));
    }
    const bits = [...letters.slice(1)].map((letter, i) => (letter === '-' ? 0 : 1 << (8 - i)));
    chmodSync(
      full,
      bits.reduce((all, bit) => all | bit, letters.includes('s') ? 0o4000 : 0),
    );
    const time = Date.now() / 1000 - Number(minutes) * 60 - 20;
    utimesSync(full, time, time);
  }
  const command = of('The command');
  const [, isNot, owner] = /(-not )?-user (\w+)/.exec(command) ?? [];
  const found = shell(command.replace(/(-not )?-user \w+/, ''), root)
    .split('\n')
    .filter((path) => owner === undefined || (rows.find((row) => row[4] === path)?.[1] === owner) === !isNot);
  expect(normalize(found.join(' '))).toBe(answer);
});
