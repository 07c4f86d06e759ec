import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUPPET, runInApp } from '../conformance.ts';
import type { LabRuntime, PreparedLab, StartedInstance } from '../runtime.ts';
import { runScript, writeWorkspaceLab } from '../testing/workspace-lab.ts';
import { createEmbeddedRuntime } from './driver.ts';
import { hasBubblewrap } from './testing.ts';

/*
 * Files and terminals take kernel memory that belongs to no process. These tests make as many as they can in a real
 * sandbox: once with the kernel's limits, and once without, when only the platform counts.
 */

const TRIED = 200_000;
const lab = writeWorkspaceLab(PUPPET, 'http');
const MATERIAL = `export default () => [
  { path: 'note', content: 'a note' },
  { path: 'sealed/deep/note', content: 'a note' },
  { path: 'sealed/deep/', content: '', mode: 0o400 },
  { path: 'sealed/', content: '', mode: 0o555 },
];
`;
writeFileSync(join(lab.dir, 'material.ts'), MATERIAL);
const cacheDir = join(lab.dir, 'cache');
afterAll(() => rmSync(lab.dir, { recursive: true }));

/** Makes files in folders of 10,000 until it fails, and prints the error and their number. */
const makeFiles = (folder: string) => `python3 -c "
import os
made = 0
try:
    while made < ${TRIED}:
        if made % 10000 == 0:
            os.mkdir('${folder}/%d' % made); os.chdir('${folder}/%d' % made)
        os.close(os.open(str(made), os.O_CREAT)); made += 1
    print('all')
except OSError as error: print(os.strerror(error.errno))
" 2>&1; stat -f -c '%c %d' ${folder}`;

/** Opens terminals until it fails, prints their number, and then runs this Python code. */
const openTerminals = (next: string) => `python3 -c "
import os, sys, time
opened = 0
try:
    while opened < 900: os.open('/dev/ptmx', os.O_RDWR | os.O_NOCTTY); opened += 1
except OSError as error: print(os.strerror(error.errno))
print(opened, flush=True); ${next}" 2>&1`;
/** A process may have 64 descriptors, so several are needed. */
const openManyTerminals = `for i in 1 2 3 4 5 6 7 8 9 10; do ${openTerminals('time.sleep(60)')} & done; wait`;

/** Ubuntu allows an ordinary user to make namespaces with bwrap alone. */
const APPARMOR = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const isRestricted = process.getuid?.() !== 0 && existsSync(APPARMOR) && readFileSync(APPARMOR, 'utf8').trim() === '1';

describe.runIf(await hasBubblewrap())('files and terminals in a lab', () => {
  let runtime: LabRuntime;
  let prepared: PreparedLab;
  const start = (by: LabRuntime, home: Buffer | null = null) =>
    by.start({ lab: prepared, flags: {}, home: home && Readable.from([home]) });
  const stateOf = async (by: LabRuntime, { ref }: StartedInstance) => (await by.inspect(ref))?.state;

  beforeAll(async () => {
    runtime = await createEmbeddedRuntime({ cacheDir });
    prepared = await lab.prepare(runtime);
  });
  afterAll(() => runtime.close());

  describe.skipIf(isRestricted)('with limits of the kernel', () => {
    let started: StartedInstance;
    let other: StartedInstance;
    beforeAll(async () => {
      [started, other] = await Promise.all([start(runtime), start(runtime)]);
    });
    afterAll(() => Promise.all([started, other].map(({ ref }) => runtime.stop(ref))));

    it.each([
      ['~', 'the home', 20_000],
      ['/tmp', '/tmp', 10_000],
    ])('limits the files in %s, and the lab keeps running', async (_, place, limit) => {
      const folder = place === '/tmp' ? place : '/home/learner';
      const output = await runScript(runtime, started, makeFiles(folder));
      expect(output).toBe(`No space left on device\n${limit} 0\n`);
      expect(await runScript(runtime, started, `rm -r ${folder}/*; touch ${folder}/one && echo fine`)).toBe('fine\n');
      expect(await runScript(runtime, other, 'touch ~/one /tmp/one && echo fine')).toBe('fine\n');
      expect(await stateOf(runtime, started)).toBe('running');
    });

    it('rejects files in /material, also from its owner', async () => {
      const output = await runScript(runtime, started, makeFiles('/material'));
      expect(output).toMatch(/^Read-only file system\n/);
      expect(
        await runScript(runtime, started, 'chmod u+w /material /material/note 2>&1; rm /material/note 2>&1'),
      ).toMatch(/^(.*Read-only file system\n){3}$/);
    });

    it('removes material in folders without write permission', async () => {
      const one = await start(runtime);
      if (one.endpoint.kind !== 'unix') throw new Error('There are sockets only.');
      const folder = dirname(dirname(one.endpoint.path));
      expect(statSync(join(folder, 'material/sealed')).mode & 0o777).toBe(0o555);
      await runtime.stop(one.ref);
      expect(existsSync(folder)).toBe(false);
    });

    it('allows at most 10,000 files in /tmp of the program', async () => {
      const body = `
        const fs = await load('node:fs');
        let made = 0;
        try { for (; made < ${TRIED}; made++) fs.writeFileSync('/tmp/' + made, ''); } catch (error) { return [error.code, made]; }`;
      // The folder itself counts, and so do files of the program
      expect((await runInApp(started, body)).value).toEqual(['ENOSPC', expect.toSatisfy((made) => made < 10_000)]);
      expect(await stateOf(runtime, started)).toBe('running');
    });

    it('allows 24 terminals in a workspace, while another workspace opens one', async () => {
      const holder = await runtime.runInWorkspace(started.ref, openTerminals('sys.stdin.read()'));
      let output = '';
      holder.on('data', (chunk) => {
        output += chunk;
      });
      await expect.poll(() => output).toBe('No space left on device\n24\n');
      expect(await runScript(runtime, other, 'script -qc "echo opened" /dev/null </dev/null')).toBe('opened\r\n');
      holder.end();
      expect(await stateOf(runtime, started)).toBe('running');
    });

    it('restores a home with the maximum number of files', async () => {
      const full = await start(runtime);
      await runScript(runtime, full, makeFiles('/home/learner'));
      const home = Buffer.concat(await (await runtime.saveHome(full.ref)).toArray());
      await runtime.stop(full.ref);
      const again = await start(runtime, home);
      expect(await runScript(runtime, again, 'stat -f -c "%c %d" ~')).toBe('20000 0\n');
      await runtime.stop(again.ref);
    });

    it('is not reported as missing', () => {
      expect(runtime.capabilities().advice ?? '').not.toMatch(/terminals/);
    });

    it('hides the folders of the host', async () => {
      // Root of the mount, mount point, options
      const mounts = await runScript(runtime, started, "cut -d' ' -f4- /proc/self/mountinfo");
      expect(mounts).toMatch(/^\/ \/tmp rw,nosuid,nodev,relatime - tmpfs tmpfs rw,/m);
      expect(mounts).toMatch(/^\/ \/home\/learner rw,nosuid,nodev,relatime - tmpfs tmpfs rw,/m);
      expect(mounts).toMatch(/^\/ \/dev\/pts rw,nosuid,noexec,relatime - devpts devpts rw,.*max=24$/m);
      expect(mounts).not.toMatch(/\/mounts\//);
      expect(await runScript(runtime, started, 'umount /tmp 2>&1; umount -l /dev/pts 2>&1; ls /dev/pts')).toMatch(
        /^umount: .*\numount: .*\nptmx\n$/,
      );
    });
  });

  describe('without limits of the kernel', () => {
    let counting: LabRuntime;
    beforeAll(async () => {
      counting = await createEmbeddedRuntime({ cacheDir, withoutMounts: true, watchEveryMs: 3_600_000 });
    });
    afterAll(() => counting.close());

    it('reports it', () => {
      expect(counting.capabilities().advice).toMatch(
        /The kernel does not limit how many files and terminals a lab has.*: it is switched off\.$/,
      );
    });

    /** Runs a script that does not end by itself, and returns why the platform ended the instance. */
    async function endedBy(script: string): Promise<string | null | undefined> {
      const [started, other] = await Promise.all([start(counting), start(counting)]);
      const at = performance.now();
      runScript(counting, started, script).catch(() => {});
      await expect.poll(() => stateOf(counting, started), { interval: 20 }).toBe('exited');
      expect(performance.now() - at).toBeLessThan(3_000);
      expect(await runScript(counting, other, 'touch ~/one /tmp/one && echo fine')).toBe('fine\n');
      const reason = (await counting.inspect(started.ref))?.reason;
      await Promise.all([started, other].map(({ ref }) => counting.stop(ref)));
      return reason;
    }

    it.each(['/home/learner', '/tmp'])('ends a lab that makes too many files in %s', async (folder) => {
      expect(await endedBy(`${makeFiles(folder)}; sleep 60`)).toBe('It made more files than a lab may have.');
    });

    it('ends a lab that opens too many terminals', async () => {
      expect(await endedBy(openManyTerminals)).toBe('It had more terminals open than a lab may have.');
    });
  });
});
