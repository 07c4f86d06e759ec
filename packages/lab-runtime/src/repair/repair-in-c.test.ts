import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEmbeddedRuntime } from '../embedded/driver.ts';
import { hasBubblewrap } from '../embedded/testing.ts';
import { gate, writeLab } from './lab-fixtures.ts';
import { runRepair } from './run-repair.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'repair-cache-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
const hasCompiler = (await hasBubblewrap()) && runtime.capabilities().workspace.has('gcc');
const lab = await writeLab(gate, 'gate');
const solution = String(lab.solution.get('door.c'));
afterAll(async () => {
  expect(await runtime.list()).toEqual([]);
  await runtime.close();
  rmSync(cacheDir, { recursive: true });
  rmSync(dirname(lab.dir), { recursive: true });
});

const run = (text: string) => runRepair(runtime, lab, { 'door.c': text }, { cacheDir });

describe.runIf(hasCompiler)('a repair of a program in C', () => {
  it('runs as any other', async () => {
    const original = await runRepair(runtime, lab, {}, { cacheDir });
    expect(original).toMatchObject({ exploit: 'works', repaired: false, tests: [{ ok: true }] });
    expect(await run(solution)).toMatchObject({ exploit: 'fails', repaired: true });
    expect(await run('int opens(const char *word) { return 0; }')).toMatchObject({ exploit: 'fails', repaired: false });
    const broken = await run('int opens(const char *word) { return nothing; }');
    expect(broken).toMatchObject({ tests: [], exploit: 'not_run', repaired: false });
    expect(broken.buildError).toContain('door.c:1');
  }, 60_000);

  it('cannot read files of the host at compile time', async () => {
    const secret = join(lab.dir, '..', 'secret.h');
    writeFileSync(secret, '#define SECRET 1\n');
    const passwd = '/etc/passwd';
    const sources = [
      passwd,
      '/proc/self/environ',
      '../../../../../etc/passwd',
      secret,
      '../secret.h',
      `${lab.dir}/exploit.ts`,
      'exploit.ts',
      'solution.patch',
    ].flatMap((path) => [`#include "${path}"`, `__asm__(".incbin \\"${path}\\"");`]);
    sources.push(
      `#include <${passwd}>`,
      `#define WHERE "${passwd}"\n#include WHERE`,
      `__asm__(".include \\"${passwd}\\"");`,
      `#if __has_include("${passwd}")\n#error it is there\n#endif\nint x = nothing;`,
    );
    for (const source of sources) {
      const { buildError, repaired } = await run(`${source}\n${solution}`);
      expect(repaired, source).toBe(false);
      expect(buildError, source).toMatch(/No such file|can't open|file not found|undeclared|not permitted|denied/i);
      expect(buildError, source).not.toMatch(/root:|it is there|SECRET|Exploit|strcmp\(word/);
    }
  }, 120_000);

  it('fails if it keeps the compiler busy', async () => {
    const sources = [
      // Each macro doubles the one before: 2 to the power of 30 tokens
      `#define A0 x\n${Array.from({ length: 30 }, (_, i) => `#define A${i + 1} A${i} A${i}`).join('\n')}\nA30`,
      '#include "door.c"',
      '#include "/dev/random"',
      'int opens(const char *word) { static char big[1ull << 40] = {1}; return big[(long)word]; }',
      'int opens(const char *word) { static char big[1 << 29] = {1}; return big[(long)word % 7]; }',
      `int opens(const char *word) { return ${'('.repeat(30_000)}0${')'.repeat(30_000)}; }`,
      '__asm__(".rept 1000000000\\n.long 0\\n.endr");',
      '__asm__(".fill 4000000000, 1, 0");',
    ];
    for (const source of sources) {
      const { buildError, repaired } = await run(`${source}\n`);
      expect(repaired).toBe(false);
      expect(buildError ?? '').not.toBe('');
    }
    expect(await run(solution)).toMatchObject({ repaired: true });
  }, 240_000);

  it('does no harm if it is hostile at run time', async () => {
    const bodies = [
      'for (;;);',
      'for (;;) fork();',
      'kill(-1, 9); raise(9); return 1;',
      'for (;;) memset(malloc(1 << 24), 1, 1 << 24);',
    ];
    for (const body of bodies) {
      const headers = '#include <signal.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>';
      const source = `${headers}\nint opens(const char *word) { ${body} }`;
      const report = await runRepair(
        runtime,
        lab,
        { 'door.c': source },
        { cacheDir, limits: { test: 500, exploit: 500 } },
      );
      expect(report).toMatchObject({ buildError: null, repaired: false });
      expect(report.tests[0]).toMatchObject({ ok: false });
    }
    expect(await run(solution)).toMatchObject({ repaired: true });
  }, 120_000);
});
