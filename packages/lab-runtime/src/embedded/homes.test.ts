import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabRuntime, PreparedLab, StartedInstance } from '../runtime.ts';
import { runScript, writeWorkspaceLab } from '../testing/workspace-lab.ts';
import { createEmbeddedRuntime } from './driver.ts';
import { hasBubblewrap } from './testing.ts';

const lab = writeWorkspaceLab();
afterAll(() => rmSync(lab.dir, { recursive: true }));

describe.runIf(await hasBubblewrap())('a home in a workspace', () => {
  let runtime: LabRuntime;
  let prepared: PreparedLab;
  const start = (home: Buffer | null = null) =>
    runtime.start({ lab: prepared, flags: {}, home: home && Readable.from([home]) });
  const save = async ({ ref }: StartedInstance) => Buffer.concat(await (await runtime.saveHome(ref)).toArray());

  beforeAll(async () => {
    runtime = await createEmbeddedRuntime({ cacheDir: join(lab.dir, 'cache') });
    prepared = await lab.prepare(runtime);
  });
  afterAll(() => runtime.close());

  it('frees its save at once if the caller gives up while the learner holds it', async () => {
    const started = await start();
    const hold = 'until pkill -STOP -x "tar|gzip"; do sleep 0.01; done';
    await runScript(runtime, started, `head -c 3000000 /dev/urandom >~/noise; (${hold}) >/dev/null 2>&1 </dev/null &`);
    const archive = await runtime.saveHome(started.ref);
    // The archive is not read yet. Therefore the save waits, and the learner's loop has time to stop it.
    archive.on('error', () => {});
    await expect
      .poll(() => runScript(runtime, started, 'ps -eo stat,comm | grep -cE "^T.* (tar|gzip)$"'))
      .not.toBe('0\n');
    const closed = once(archive, 'close');
    const at = performance.now();
    archive.destroy();
    await closed;
    await expect.poll(() => runScript(runtime, started, 'pgrep -cx "tar|gzip"'), { timeout: 5_000 }).toBe('0\n');
    expect(performance.now() - at).toBeLessThan(10_000);
    expect((await save(started)).length).toBeGreaterThan(3_000_000);
    await runtime.stop(started.ref);
  }, 30_000);

  it('is restored partly if a path in it is too long', async () => {
    const first = await start();
    const deep = `python3 -c "
import os
for i in range(60): os.mkdir('d' * 200); os.chdir('d' * 200)
open('lost', 'w').close()"`;
    await runScript(runtime, first, `echo kept >~/kept; cd; ${deep}`);
    const home = await save(first);
    expect(first.isHomePartial).toBe(false);
    await runtime.stop(first.ref);
    const second = await start(home);
    expect(second.isHomePartial).toBe(true);
    expect(await runScript(runtime, second, 'cat ~/kept')).toBe('kept\n');
    // The archive that the caller has is not this home, so it must be saved
    expect(await runtime.hasHomeChanged(second.ref)).toBe(true);
    const third = await start(await save(second));
    expect(third.isHomePartial).toBe(false);
    expect(await runScript(runtime, third, 'cat ~/kept')).toBe('kept\n');
    await Promise.all([second, third].map(({ ref }) => runtime.stop(ref)));
  }, 30_000);

  it('can be followed with tail, although there is no inotify', async () => {
    const started = await start();
    const script = '(sleep 0.5; echo two >>~/log) & echo one >~/log; timeout 8 tail -s 0.1 -f ~/log 2>&1 | head -3';
    const output = await runScript(runtime, started, script);
    expect(output).toContain('inotify cannot be used, reverting to polling');
    expect(output.split('\n').filter((line) => !line.startsWith('tail: '))).toEqual(['one', 'two', '']);
    await runtime.stop(started.ref);
  }, 30_000);
});
