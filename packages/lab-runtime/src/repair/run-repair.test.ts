import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEmbeddedRuntime } from '../embedded/driver.ts';
import { hasBubblewrap } from '../embedded/testing.ts';
import { vault, writeLab } from './lab-fixtures.ts';
import type { RepairLimits } from './repair-run.ts';
import { runRepair } from './run-repair.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'repair-cache-'));
const runtime = await createEmbeddedRuntime({ cacheDir });
const lab = await writeLab(vault);
/** The same lab with one test, for copies that make every test slow. */
const quickLab = await writeLab({
  ...vault,
  'tests.ts': `
    import type { RepairTests } from '@hexpedition/lab-runtime';
    export const visits: RepairTests = {
      'has a front': async (target) => {
        const text = await (await target.fetch('/')).text();
        if (text !== 'A vault.') throw new Error('The front says ' + text);
      },
    };
    export default {} satisfies RepairTests;`,
});
const solution = String(lab.solution.get('vault.ts'));
afterAll(async () => {
  expect(await runtime.list()).toEqual([]);
  await runtime.close();
  rmSync(cacheDir, { recursive: true });
  for (const { dir } of [lab, quickLab]) rmSync(dirname(dir), { recursive: true });
});

const run = (text: string, limits: Partial<RepairLimits> = {}, from = lab) =>
  runRepair(runtime, from, { 'vault.ts': text }, { cacheDir, limits });
/** A repair that also runs this code. */
const doing = (body: string) => `${solution}\n;${body}`;

describe.runIf(await hasBubblewrap())('a repair run', () => {
  it('finds the hole in the original source', async () => {
    const report = await runRepair(runtime, lab, {}, { cacheDir });
    expect(report).toEqual({
      buildError: null,
      tests: [
        { name: 'opens for those who know the word', ok: true, ms: expect.any(Number), message: null },
        { name: 'has a front', ok: true, ms: expect.any(Number), message: null },
      ],
      exploit: 'works',
      exploitError: null,
      repaired: false,
    });
  });

  it('accepts the reference solution', async () => {
    expect(await run(solution)).toMatchObject({ exploit: 'fails', repaired: true });
  });

  it('rejects a repair that breaks what the program is for', async () => {
    const report = await run('export const opens = () => false;');
    expect(report).toMatchObject({ exploit: 'fails', repaired: false });
    const wrong = 'It does not open for the right word.';
    expect(report.tests.map((test) => test.message)).toEqual([
      wrong,
      null,
      `Visitors use the program during and after an attack. ${wrong}`,
    ]);
  });

  it('does not count an exploit that found no valid flag and was not blocked', async () => {
    const answering = (text: string) =>
      run(inApp(`end.call(this, text === 'It stays shut.' ? ${JSON.stringify(text)} : text)`));
    const unreadable = await answering('Go away.');
    expect(unreadable).toMatchObject({ exploit: 'not_run', repaired: false });
    expect(unreadable.exploitError).toBe('This answer is neither open nor shut.');
    expect(unreadable.tests.at(-1)).toMatchObject({ ok: false, name: 'gives answers that the exploit can read' });
    // Learners read the tests, which must not describe the attack
    expect(JSON.stringify(unreadable.tests)).not.toContain('neither open nor shut');
    const invented = await answering('flag{a-decoy}');
    expect(invented).toMatchObject({ exploit: 'not_run', repaired: false });
    expect(invented.tests.at(-1)).toMatchObject({ ok: false, name: 'shows no invented flags' });
  }, 30_000);

  it('counts an exploit that proves the vulnerability without a flag', async () => {
    const proof = `import { StillVulnerable } from '@hexpedition/lab-runtime/attack';
      export default async () => { throw new StillVulnerable('The hinge is loose.'); };`;
    const other = await writeLab({ ...vault, 'exploit.ts': proof });
    try {
      const report = await run(solution, {}, other);
      expect(report).toMatchObject({ exploit: 'works', exploitError: 'The hinge is loose.', repaired: false });
      expect(report.tests.every((test) => test.ok)).toBe(true);
    } finally {
      rmSync(dirname(other.dir), { recursive: true });
    }
  });

  it('rejects a repair that locks everyone out after an attack', async () => {
    const source = inApp(`
      if (text === 'It stays shut.') globalThis.isLocked = true;
      end.call(this, globalThis.isLocked ? 'It stays shut.' : text);`);
    const report = await run(source);
    expect(report).toMatchObject({ exploit: 'fails', repaired: false });
    const [last] = report.tests.filter((test) => !test.ok);
    expect(last?.name).toMatch(/^opens for those who know the word, (during|after) the attack$/);
    expect(last?.message).toBe(
      'Visitors use the program during and after an attack. It does not open for the right word.',
    );
  });

  it('rejects a repair that locks everyone out while an attack lasts', async () => {
    const longExploit = `
      import { AttackBlocked } from '@hexpedition/lab-runtime/attack';
      import { setTimeout as sleep } from 'node:timers/promises';
      export default async (target) => {
        for (let n = 0; n < 20; n++) await (await target.fetch('/open')).text().then(() => sleep(200));
        throw new AttackBlocked('Twenty refusals.');
      };`;
    const other = await writeLab({ ...vault, 'exploit.ts': longExploit });
    const source = inApp(`
      if (text === 'It stays shut.') globalThis.refused = (globalThis.refused ?? 0) + 1;
      end.call(this, globalThis.refused > 0 && globalThis.refused < 20 ? 'It stays shut.' : text);`);
    try {
      const report = await run(source, {}, other);
      expect(report).toMatchObject({ exploit: 'fails', repaired: false });
      expect(report.tests.at(-1)?.name).toBe('opens for those who know the word, during the attack');
      expect(await run(solution, {}, other)).toMatchObject({ repaired: true });
    } finally {
      rmSync(dirname(other.dir), { recursive: true });
    }
  }, 60_000);

  it('can be cancelled at any moment, and leaves nothing behind', async () => {
    const calling = new AbortController();
    const waits = doing(`await new Promise((resolve) => setTimeout(resolve, 300));`);
    const work = runRepair(runtime, lab, { 'vault.ts': waits }, { cacheDir, signal: calling.signal });
    await expect.poll(() => runtime.list()).toHaveLength(1);
    calling.abort(new Error('The server stops.'));
    await expect(work).rejects.toThrow('The server stops.');
    expect(await runtime.list()).toEqual([]);
    const late = runRepair(runtime, lab, {}, { cacheDir, signal: calling.signal });
    await expect(late).rejects.toThrow('The server stops.');
  });

  it('reports compiler errors with their position, without paths of the host', async () => {
    const { buildError, ...report } = await run('export const opens = ;');
    expect(report).toEqual({ tests: [], exploit: 'not_run', exploitError: null, repaired: false });
    expect(buildError).toContain('Unexpected ";"');
    expect(buildError).toContain('vault.ts:1:21');
    expect(buildError).not.toContain(tmpdir());
  });

  it('reports the output of a program that does not start', async () => {
    const report = await run(doing(`throw new Error('the hinge is stuck')`));
    expect(report).toMatchObject({ buildError: null, exploit: 'not_run', repaired: false });
    expect(report.tests[0]?.message).toContain('the hinge is stuck');
  });

  it('resolves imports only within the lab, and never to the reference solution', async () => {
    const sources = [
      `import words from '/etc/passwd'`,
      `import words from '/etc/passwd' with { type: 'text' }`,
      `import words from '/etc/hostname' with { type: 'bytes' }`,
      `import words from '../../../../../../etc/passwd' with { type: 'text' }`,
      `import words from '/proc/self/environ' with { type: 'text' }`,
      `import words from '/proc/1/environ' with { type: 'text' }`,
      `import words from '${lab.dir}/exploit.ts'`,
      `import words from '../package.json'`,
      `import words from '${join(process.cwd(), 'package.json')}'`,
      `import words from './exploit.ts'`,
      `import words from './tests.ts'`,
      `import words from './solution.patch' with { type: 'text' }`,
      `import words from './writeup.md' with { type: 'text' }`,
      `import words from 'esbuild'`,
      `import words from '@hexpedition/lab-runtime'`,
      `import words from 'file:///etc/passwd'`,
      `import '/etc/shadow'; const words = 1`,
      `const words = require('/etc/passwd')`,
      `const words = require('../../etc/' + 'passwd.json')`,
      `const words = await import('/etc/passwd')`,
    ];
    for (const source of sources) {
      const report = await run(`${source};\nconsole.error(words);\nexport const opens = () => false;`);
      // A computed path is resolved where the copy runs, which has no such file either
      const output = report.buildError ?? report.tests[0]?.message ?? '';
      expect(output, source).toMatch(/Could not resolve|No loader|Cannot find module|did not start/);
      expect(output, source).not.toMatch(/root:|HOSTNAME|hexpedition"|flag\{/);
      expect(report.repaired, source).toBe(false);
    }
  }, 60_000);

  it("allows imports of the kit, Node's modules and files of the lab", async () => {
    const source = `import { html } from '@hexpedition/lab-runtime/kit';
      import { createHash } from 'node:crypto';
      import { words } from './words.ts';
      if (html\`<p>\`.text.length + createHash('sha256').update('').digest().length !== 35) throw new Error('odd');
      export const opens = (word: string | null) => words.includes(word ?? '');`;
    expect(await run(source)).toMatchObject({ buildError: null, repaired: true });
  });

  it('rejects files that are not part of the repair', async () => {
    for (const name of ['app.ts', 'tests.ts', '../vault.ts', '__proto__', 'tsconfig.json', 'vault.ts/x']) {
      const files = JSON.parse(`{${JSON.stringify(name)}: "export {}"}`) as Record<string, string>;
      const report = await runRepair(runtime, lab, files, { cacheDir });
      expect(report.buildError, name).toContain('is not a file that can be repaired');
    }
    expect(await run('x'.repeat(300_000))).toMatchObject({ buildError: 'vault.ts is too large.' });
  });

  it('ends a compiler that is kept busy or crashes', async () => {
    const sources = [
      `export const opens = () => ${'('.repeat(30_000)}false${')'.repeat(30_000)};`,
      `export const opens = (${'a ? (b) : '.repeat(5_000)}`,
      `export const opens = () => ${'a<b<('.repeat(4_000)}`,
      `export const opens = ${'a ? (b) : c => (d) : e => '.repeat(2_000)}`,
      '`${'.repeat(16_000),
      '<a>'.repeat(20_000),
      `type A = ${'(a: '.repeat(12_000)}`,
    ];
    // With the usual limit, the third source would take five times as long
    const hurried = await createEmbeddedRuntime({ cacheDir, compileTimeoutMs: 2_000 });
    try {
      const errors: string[] = [];
      for (const source of sources) {
        const report = await runRepair(hurried, lab, { 'vault.ts': source }, { cacheDir });
        expect(report).toMatchObject({ repaired: false });
        errors.push(report.buildError ?? '');
      }
      expect(errors[2]).toBe('The compiler took too long.');
    } finally {
      await hurried.close();
    }
    expect(await run(solution)).toMatchObject({ repaired: true });
  }, 120_000);
});

const inApp = (body: string) =>
  doing(`const { Server, ServerResponse } = process.getBuiltinModule('node:http');
    const fs = process.getBuiltinModule('node:fs');
    const end = ServerResponse.prototype.end;
    ServerResponse.prototype.end = function (text) {
      // It starts correctly
      if (this.req.method === 'HEAD') return end.call(this);
      ${body}
    };`);

describe.runIf(await hasBubblewrap())('a hostile copy', () => {
  const tooLong = 'The answer is longer than 8 MB.';
  const late = 'It took longer than 0.5 s.';
  const gzip = `process.getBuiltinModule('node:zlib').gzipSync(Buffer.alloc(100_000_000))`;
  /** Behaviour of the copy, its code, and the message of the first test; undefined if it depends on the machine. */
  const cases: [string, string, string?][] = [
    ['never answers', inApp(''), late],
    ['answers drop by drop', inApp(`setInterval(() => this.write('x'), 20)`), late],
    ['spins', inApp(`for (;;);`), late],
    ['answers without end', inApp(`for (let i = 0; i < 10_000; i++) this.write('x'.repeat(65536))`)],
    ['answers 100 MB', inApp(`end.call(this, Buffer.alloc(100_000_000, 65))`), tooLong],
    ['answers with a bomb', inApp(`this.setHeader('content-encoding', 'gzip'); end.call(this, ${gzip})`), tooLong],
    ['kills itself', inApp(`process.exit(0)`)],
    ['fills memory', inApp(`const all = []; for (;;) all.push(Buffer.alloc(16_000_000, 1))`)],
    ['fills its output', inApp(`for (;;) process.stdout.write('x'.repeat(1_000_000)), console.error('y'.repeat(999))`)],
  ];
  // The expected message must come before the time limit, also on a busy machine.
  const patience = (message?: string) => (message === late ? 500 : message ? 60_000 : 5_000);
  it.each(cases)(
    'contains a repair that %s',
    async (_, source, message) => {
      const limits = { test: patience(message), exploit: 1_000, whole: 120_000 };
      const report = await run(source, limits, quickLab);
      expect(report).toMatchObject({ buildError: null, repaired: false });
      expect(report.tests[0]).toMatchObject({ ok: false, ...(message ? { message } : {}) });
    },
    180_000,
  );

  it('is not repaired if it waits until the exploit gives up', async () => {
    const slow = inApp(
      `text === 'It stays shut.' ? setTimeout(() => end.call(this, text), 5_000) : end.call(this, text)`,
    );
    const report = await run(slow, { exploit: 1_000 });
    expect(report).toMatchObject({ exploit: 'not_run', repaired: false });
    expect(report.tests.map((test) => test.ok)).toEqual([true, true, false]);
  }, 30_000);

  it('is not repaired if it crashes under attack', async () => {
    const report = await run(inApp(`if (text === 'It stays shut.') process.exit(0); end.call(this, text);`));
    expect(report).toMatchObject({ exploit: 'not_run', repaired: false });
    expect(report.tests.at(-1)).toMatchObject({ ok: false, name: 'keeps running under attack' });
  });

  it('ends the run at the second test that does not finish', async () => {
    const test = `
      import type { RepairTests } from '@hexpedition/lab-runtime';
      const tests: RepairTests = {
        'waits': async (target) => void (await target.fetch('/')),
        'is kept busy': async (target) => {
          for (;;);
        },
        'comes after them': async (target) => void (await target.fetch('/')),
      };
      export const visits: RepairTests = {};
      export default tests;`;
    const other = await writeLab({ ...vault, 'tests.ts': test });
    try {
      const report = await runRepair(runtime, other, { 'vault.ts': inApp('') }, { cacheDir, limits: { test: 500 } });
      expect(report).toMatchObject({ exploit: 'not_run', repaired: false });
      expect(report.tests).toMatchObject([
        { name: 'waits', ok: false, message: 'It took longer than 0.5 s.' },
        { name: 'is kept busy', ok: false, message: 'It took longer than 0.5 s.' },
        { name: 'the other tests', ok: false, message: 'They did not run, because 2 tests did not finish.' },
      ]);
    } finally {
      rmSync(dirname(other.dir), { recursive: true });
    }
  }, 30_000);

  it('cannot block its tests: each one is ended, and the next one runs', async () => {
    const test = `
      import type { RepairTests } from '@hexpedition/lab-runtime';
      const tests: RepairTests = {
        'matches the front': async (target) => {
          const text = await (await target.fetch('/')).text();
          if (!/^(A+)+$/.test(text)) throw new Error('no match');
        },
        'comes after it': async (target) => void (await target.fetch('/')),
      };
      export const visits: RepairTests = {};
      export default tests;`;
    const other = await writeLab({ ...vault, 'tests.ts': test });
    try {
      const bomb = inApp(`end.call(this, 'A'.repeat(40) + '!')`);
      const report = await runRepair(runtime, other, { 'vault.ts': bomb }, { cacheDir, limits: { test: 1_500 } });
      expect(report.tests.slice(0, 2)).toMatchObject([
        { name: 'matches the front', ok: false, message: 'It took longer than 1.5 s.' },
        { name: 'comes after it', ok: true },
      ]);
    } finally {
      rmSync(dirname(other.dir), { recursive: true });
    }
  }, 30_000);
});
