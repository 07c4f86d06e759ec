import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lowerOomScore } from './oom-score.ts';

it('lowers the score, keeps a lower one, and ignores a system that refuses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oom-score-'));
  const file = join(folder, 'oom_score_adj');
  const lowered = (before: string) => {
    writeFileSync(file, before);
    lowerOomScore(file);
    return readFileSync(file, 'utf8').trim();
  };
  expect(['0\n', '-900\n'].map(lowered)).toEqual(['-500', '-900']);
  rmSync(folder, { recursive: true });
  expect(() => lowerOomScore(file)).not.toThrow();
});
