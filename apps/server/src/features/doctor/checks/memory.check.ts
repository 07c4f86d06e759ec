import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, ok, problem, warning } from '../check.ts';

const neededMb = 448;
const comfortableMb = 1_024;

export const memoryCheck: Check = {
  name: 'Memory',
  async run({ proc }) {
    const text = await readFile(join(proc, 'meminfo'), 'utf8').catch(() => '');
    const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
    if (!kilobytes) return [ok('This system does not tell how much memory is available.')];
    const megabytes = Math.floor(Number(kilobytes) / 1024);
    const state = `${megabytes} MB are available.`;
    if (megabytes < neededMb)
      return [
        problem(state, 'Add memory, or end other programs: the platform needs 384 MB, and each lab 64 MB or more.'),
      ];
    if (megabytes < comfortableMb) return [warning(state, 'Add memory if several learners start labs at once.')];
    return [ok(state)];
  },
};
