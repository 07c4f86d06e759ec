import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedRuntime } from '../embedded/driver.ts';
import { hasBubblewrap } from '../embedded/testing.ts';
import type { LoadedLab } from '../lab.ts';
import { type RepairLimits, runRepair } from './run-repair.ts';
import { vault, writeLab } from './testing.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'repair-cache-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
let lab: LoadedLab;
beforeAll(async () => {
  lab = await writeLab(vault);
});
afterAll(async () => {
  expect(await runtime.list()).toEqual([]);
  await runtime.close();
  rmSync(cacheDir, { recursive: true });
  rmSync(dirname(lab.dir), { recursive: true });
});

const run = (text: string, limits: Partial<RepairLimits> = {}) =>
  runRepair(runtime, lab, { 'vault.ts': text }, { cacheDir, limits });
const cure = vault['cure/vault.ts'] ?? '';
/** A repair that does something of its own when it is asked. */
const doing = (body: string) => `${cure}\n;${body}`;

describe.runIf(await hasBubblewrap())('a run of a repair', () => {
  it('finds the hole in what was not changed', async () => {
    const report = await runRepair(runtime, lab, {}, { cacheDir });
    expect(report).toEqual({
      buildError: null,
      tests: [
        { name: 'has a front', ok: true, ms: expect.any(Number), message: null },
        { name: 'opens for those who know the word', ok: true, ms: expect.any(Number), message: null },
      ],
      exploit: 'works',
      repaired: false,
    });
  });

  it('accepts the cure', async () => {
    expect(await run(cure)).toMatchObject({ exploit: 'fails', repaired: true });
  });

  it('accepts nothing that breaks what the program is for', async () => {
    const report = await run('export const opens = () => false;');
    expect(report).toMatchObject({ exploit: 'fails', repaired: false });
    expect(report.tests.map((test) => test.message)).toEqual([null, 'It does not open for the right word.']);
  });

  it('says what the compiler said, with the place and nothing of the host', async () => {
    const { buildError, ...report } = await run('export const opens = ;');
    expect(report).toEqual({ tests: [], exploit: 'not_run', repaired: false });
    expect(buildError).toContain('Unexpected ";"');
    expect(buildError).toContain('vault.ts:1:21');
    expect(buildError).not.toContain(tmpdir());
  });

  it('says what a program said that does not start', async () => {
    const report = await run(doing(`throw new Error('the hinge is stuck')`));
    expect(report).toMatchObject({ buildError: null, exploit: 'not_run', repaired: false });
    expect(report.tests[0]?.message).toContain('the hinge is stuck');
  });
});
