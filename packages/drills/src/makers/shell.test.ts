import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { shellDrills } from './shell.ts';

it('gives the words of a real shell', () => {
  for (let i = 0; i < 40; i++) {
    const { given, answer } = shellDrills['shell-words'].make(createRandom(Buffer.from(`tides ${i}`)));
    const [line = '', input = '', variable = '', program = ''] = given.map(({ text }) => text);
    const sentence = `${variable}\n${program}\n${line.replace('NAME', () => input)}`;
    const printed = execFileSync('sh', ['-c', sentence], { encoding: 'utf8' }).trim().split('\n');
    expect(printed.at(-1)).toBe(answer);
  }
});
