import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LabRuntime, NoWorkspace, type PreparedLab, type StartedInstance, WorkspaceFull } from './runtime.ts';
import { openShell } from './testing/open-shell.ts';
import { runScript, writeWorkspaceLab } from './testing/workspace-lab.ts';

const KB = 1024;
const size = { columns: 80, rows: 24 };

/** Registers the tests of shells, which every driver with workspaces must pass. */
export function describeShells(name: string, create: () => Promise<LabRuntime>): void {
  describe(`${name} has shells`, () => {
    let runtime: LabRuntime;
    let lab: PreparedLab;
    let started: StartedInstance;
    const folder = writeWorkspaceLab();
    const numbers = new Set<number>();
    const attach = (number: number) => {
      numbers.add(number);
      return runtime.attachShell(started.ref, number, { size, from: null });
    };
    const open = async (options?: Parameters<typeof openShell>[2]) => {
      const shell = await openShell(runtime, started, options);
      numbers.add(shell.number);
      return shell;
    };
    const run = (script: string) => runScript(runtime, started, script);
    /** Expects a number of shells inside: each has a terminal. */
    const hasShells = (count: number) => expect.poll(() => run('ls /dev/pts | grep -c [0-9]')).toBe(`${count}\n`);

    beforeAll(async () => {
      runtime = await create();
      lab = await folder.prepare(runtime);
      started = await runtime.start({ lab, flags: {} });
    });
    afterEach(async () => {
      for (const number of numbers) await runtime.closeShell(started.ref, number);
      numbers.clear();
      await expect.poll(() => run('rm -f /tmp/*; ls /dev/pts')).toBe('ptmx\n');
    });
    afterAll(async () => {
      await runtime.close();
      rmSync(folder.dir, { recursive: true });
    });

    it('that open with the requested size, and can be resized', async () => {
      const { resize, type, shows, shown } = await open({ size: { columns: 91, rows: 17 } });
      type('stty size\n');
      await shows(/^17 91/m);
      resize({ columns: 120, rows: 40 });
      await expect
        .poll(() => {
          type('stty size\n');
          return shown();
        })
        .toMatch(/^40 120/m);
      // Invalid values do no harm
      resize({ columns: Number.NaN, rows: 1e9 });
      type('echo st$((40 + 2))ill\n');
      await shows('st42ill');
    });

    it('that are open at the same time, and end separately', async () => {
      const [one, two] = await Promise.all([open({ number: 4 }), open({ number: 3 })]);
      await hasShells(2);
      one.type('exit\n');
      await one.ends();
      expect(await one.ended).toEqual({ reason: 'shell', text: 'The shell has ended.' });
      await hasShells(1);
      two.type('echo st$((40 + 2))ill\n');
      await two.shows('st42ill');
      await two.close();
      await two.ends();
      expect(await two.ended).toMatchObject({ reason: 'shell' });
      await two.close();
      two.resize({ columns: 10, rows: 10 });
      const again = await open({ number: 4 });
      expect(again).toMatchObject({ from: 0, replayBytes: 0, missed: false });
    });

    it('that are limited in number', async () => {
      let count = 0;
      const more = async () => {
        for (; ; count++) await attach(100 + count);
      };
      await expect(more()).rejects.toThrow(WorkspaceFull);
      expect(count).toBeGreaterThan(3);
      expect(count).toBeLessThan(20);
      await hasShells(count);
    });

    it('that interrupt a program, and end it with the shell', async () => {
      const { close, type, shows, ends } = await open();
      type('sleep 1001\n');
      await expect.poll(() => run('pgrep -x sleep | wc -l')).toBe('1\n');
      type('\x03');
      await shows(/\^C/);
      type('sleep 1002\n');
      await expect.poll(() => run('pgrep -fx "sleep 1002" | wc -l')).toBe('1\n');
      await close();
      await ends();
      await expect.poll(() => run('pgrep -x sleep | wc -l')).toBe('0\n');
    });

    it('that open again after every process inside has ended', async () => {
      const { type, ends, number } = await open();
      type('kill -9 -1; kill -TERM 1; kill -9 1\n');
      await ends();
      const next = await open({ number });
      expect(next.from).toBe(0);
    });

    it('that keep running without a client, and show the output from an offset on', async () => {
      const first = await open();
      first.type('while [ ! -e /tmp/go ]; do sleep 0.05; done; echo la$((40 + 2))te; touch /tmp/done\n');
      await first.shows('touch /tmp/done');
      first.stream.destroy();
      await run('touch /tmp/go');
      await expect.poll(() => run('ls /tmp/done 2>&1')).toBe('/tmp/done\n');
      const offset = first.shown().length;
      const second = await open({ number: first.number, from: offset });
      expect(second).toMatchObject({ from: offset, missed: false });
      await second.shows('la42te');
      expect(second.shown()).not.toContain('touch');
      const third = await open({ number: first.number });
      expect(third).toMatchObject({ from: 0, missed: false });
      expect(third.replayBytes).toBeGreaterThan(offset);
      await third.shows('la42te');
      expect(third.shown().slice(0, offset)).toBe(first.shown());
    });

    it('that report output which is no longer stored', async () => {
      const first = await open();
      first.type('seq -f "line %.0f" 60000; touch /tmp/done\n');
      first.stream.destroy();
      await expect.poll(() => run('ls /tmp/done 2>&1'), { timeout: 10_000 }).toBe('/tmp/done\n');
      const second = await open({ number: first.number, from: 0 });
      expect(second.missed).toBe(true);
      expect(second.from).toBeGreaterThan(300 * KB);
      expect(second.replayBytes).toBeLessThanOrEqual(256 * KB);
      expect(second.replayBytes).toBeGreaterThan(200 * KB);
      await second.shows('line 60000\r\n');
      expect(second.shown()).toMatch(/^line \d+\r\n/);
      // An offset that the shell has not reached belongs to an earlier shell
      expect(await open({ number: first.number, from: 1e9 })).toMatchObject({ missed: true });
    });

    it('that the last client takes over', async () => {
      const first = await open();
      const second = await open({ number: first.number, size: { columns: 91, rows: 17 } });
      expect(await first.ended).toEqual({
        reason: 'taken-over',
        text: 'This terminal was opened in another place.',
      });
      await first.ends();
      expect(first.stream.writable).toBe(false);
      first.resize({ columns: 33, rows: 33 });
      second.type('stty size; echo mi$((40 + 2))ne\n');
      await second.shows('mi42ne');
      expect(second.shown()).toContain('17 91');
      expect(first.shown()).not.toContain('mi42ne');
    });

    it('that two clients open at the same time only once', async () => {
      const [first, second] = await Promise.all([attach(7), attach(7)]);
      expect(await Promise.race([first.ended, second.ended])).toMatchObject({ reason: 'taken-over' });
      await hasShells(1);
    });

    it('whose endless output is limited, and delays nothing else', async () => {
      const one = await open();
      one.type('yes\n');
      await one.shows('y\r\ny');
      const [before, since] = [one.shown().length, performance.now()];
      const two = await open();
      two.type('echo st$((40 + 2))ill\n');
      await two.shows('st42ill');
      await sleep(1_500);
      const seconds = (performance.now() - since) / 1_000;
      expect(one.shown().length - before).toBeLessThan((seconds * 2 + 1) * KB * KB);
      one.type('\x03');
      await one.shows(/\^C/);
    }, 15_000);

    it('that wait for a client that does not read, until it detaches', async () => {
      const { stream } = await open();
      stream.pause();
      stream.write('yes | head -c 2000000; touch /tmp/done\n');
      await expect.poll(() => stream.readableLength).toBeGreaterThan(60 * KB);
      await sleep(1_500);
      expect(stream.readableLength).toBeLessThan(256 * KB);
      expect(await run('ls /tmp/done 2>&1')).toContain('No such file');
      stream.destroy();
      await expect.poll(() => run('ls /tmp/done 2>&1'), { timeout: 10_000 }).toBe('/tmp/done\n');
      await hasShells(1);
    }, 15_000);

    it('that show notices of the platform', async () => {
      // In an instance without shells: one of an earlier test may still be ending.
      const instance = await runtime.start({ lab, flags: {} });
      await runtime.printInShells(instance.ref, 'Replaced by the next notice.');
      await runtime.printInShells(instance.ref, 'Your home is new.');
      const [one, two] = [await openShell(runtime, instance), await openShell(runtime, instance)];
      expect(one.shown()).toContain('Your home is new.');
      expect(one.shown()).not.toContain('Replaced');
      await runtime.printInShells(instance.ref, 'Your home is not saved.');
      for (const shell of [one, two]) await shell.shows('\r\n\x1b[33mYour home is not saved.\x1b[0m\r\n');
      expect(two.shown()).not.toContain('Your home is new.');
      await runtime.stop(instance.ref);
    });

    it('that end with their instance, and tell the reason', async () => {
      const instance = await runtime.start({ lab, flags: {} });
      const { ref } = instance;
      const [one, two] = [await openShell(runtime, instance), await openShell(runtime, instance)];
      const stopping = runtime.stop(ref, 'Its time ran out.');
      for (const shell of [one, two]) {
        expect(await shell.ended).toEqual({ reason: 'instance', text: 'Its time ran out.' });
        await shell.ends();
      }
      await expect(runtime.attachShell(ref, 1, { size, from: null })).rejects.toThrow(NoWorkspace);
      await stopping;
      await expect(runtime.attachShell(ref, 1, { size, from: null })).rejects.toThrow(NoWorkspace);
      await runtime.printInShells(ref, 'Nothing shows this.');
      await runtime.closeShell(ref, 1);
    });
  });
}
