import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  HomeFileRefused,
  HomeUnreadable,
  type LabRuntime,
  NoWorkspace,
  type PreparedLab,
  type StartedInstance,
  WorkspaceFull,
} from './runtime.ts';
import { openShell } from './testing/open-shell.ts';
import { runScript, writeWorkspaceLab } from './testing/workspace-lab.ts';

const MB = 1024 * 1024;

/**
 * Registers the tests of workspaces, which every driver with workspaces must pass.
 * @param tools programs that are installed, in addition to those of every Linux
 */
export function describeWorkspaces(name: string, create: () => Promise<LabRuntime>, tools: string[]): void {
  describe(`${name} gives workspaces`, () => {
    let runtime: LabRuntime;
    let lab: PreparedLab;
    let started: StartedInstance;
    const folder = writeWorkspaceLab();
    const start = (home?: Buffer) =>
      runtime.start({ lab, flags: { gold: 'flag{gold}' }, home: home ? Readable.from([home]) : null });
    const save = async ({ ref }: StartedInstance) => Buffer.concat(await (await runtime.saveHome(ref)).toArray());
    /** Starts an instance, uses it, and stops it. */
    const once = async (use: (started: StartedInstance) => Promise<void>, home?: Buffer) => {
      const one = await start(home);
      try {
        await use(one);
      } finally {
        await runtime.stop(one.ref);
      }
    };

    beforeAll(async () => {
      runtime = await create();
      lab = await folder.prepare(runtime);
      started = await start();
    });
    afterAll(async () => {
      await runtime.close();
      rmSync(folder.dir, { recursive: true });
    });

    it('reports that it has workspaces, and which programs they have', () => {
      const { workspace } = runtime.capabilities();
      expect(workspace.problem).toBeNull();
      expect(workspace.has('bash')).toBe(true);
      expect(workspace.has('no-such-program')).toBe(false);
      expect(workspace.has('../bin/bash')).toBe(false);
    });

    describe('scripts', () => {
      it('read and write a stream that ends with the script', async () => {
        expect(await runScript(runtime, started, 'tr a-z A-Z; echo "$HOME $USER"', 'typed\n')).toBe(
          'TYPED\n/home/learner learner\n',
        );
        expect(await runScript(runtime, started, 'sleep 1000 & echo done')).toBe('done\n');
        expect(
          await runScript(runtime, started, 'head -c 3000000 /dev/zero | wc -c; head -c 300000 /dev/zero'),
        ).toHaveLength(300_008);
        await runScript(runtime, started, 'pkill sleep');
      });

      it.runIf(tools.includes('python3'))('reach the program, but not its flags', async () => {
        const talk = `import socket; s = socket.socket(socket.AF_UNIX); s.connect('/lamp/lamp.sock'); s.send(b'light'); print(s.recv(9))`;
        expect(await runScript(runtime, started, `python3 -c "${talk}"`)).toBe("b'light'\n");
        expect(await runScript(runtime, started, 'cat /flag/gold.txt 2>&1; ls /lamp; rm /lamp/lamp.sock 2>&1')).toMatch(
          /No such file.*\nlamp.sock\n.*Read-only file system/,
        );
      });

      it.runIf(tools.includes('gcc') && tools.includes('gdb'))('compile and debug programs', async () => {
        const source = 'int secret = 42; int main(void) { return secret; }';
        const gdb = `gdb -q -batch -ex 'break main' -ex run -ex 'print secret' -ex 'info auxv' ./try`;
        const script = `cd /tmp && echo '${source}' >try.c && gcc -g -o try try.c && ${gdb} && ${gdb} && ./try; echo $?`;
        const output = await runScript(runtime, started, script);
        expect(output).toContain('$1 = 42');
        expect(output.trim().split('\n').at(-1)).toBe('42');
        // The output is the same both times, because the debugger can switch off address randomization
        const bases = [...output.matchAll(/AT_ENTRY.*(0x\w+)/g)].map(([, base]) => base);
        expect(new Set(bases).size).toBe(1);
        expect(bases).toHaveLength(2);
      });

      it.runIf(tools.includes('strace'))('trace system calls', async () => {
        expect(await runScript(runtime, started, 'strace -f -e trace=execve sh -c true 2>&1')).toMatch(
          /execve\("\/.*= 0/,
        );
      });
    });

    describe('the home', () => {
      it('contains the files of the lab in every new home', async () => {
        const list = 'cd && find . -mindepth 1 -printf "%M %u %p\\n" | sort -k3 && cat notes.txt && bin/hello';
        const expected = `drwxr-xr-x learner ./bin\n-rwxr-xr-x learner ./bin/hello\n-rw-r--r-- learner ./notes.txt\nThe key is under the mat.\nhello\n`;
        for (let i = 0; i < 2; i++) {
          await once(async (one) => expect(await runScript(runtime, one, list)).toBe(expected));
        }
      });

      it('is saved and restored unchanged', async () => {
        const make = `cd && rm notes.txt && mkdir -p deep/er && echo new >deep/er/file && ln -s /etc/passwd link && ln deep/er/file twin &&
          chmod 0 deep/er/file && mkfifo pipe && truncate -s 3M holes && touch -d 2001-02-03 old && mkdir closed && echo x >closed/x && chmod 0 closed`;
        let archive = Buffer.alloc(0);
        await once(async (one) => {
          expect(await runScript(runtime, one, make)).toBe('');
          archive = await save(one);
        });
        expect(archive.length).toBeLessThan(100_000);
        await once(async (one) => {
          const look =
            'cd && find . -mindepth 1 -printf "%y %s %l %p\\n" | sort -k4; cat twin; ls -l --time-style=+%F old; du -k holes';
          const output = await runScript(runtime, one, look);
          expect(output).not.toContain('notes.txt');
          for (const line of [
            'l 11 /etc/passwd ./link',
            'f 4  ./deep/er/file',
            'p 0  ./pipe',
            'f 3145728  ./holes',
            'f 2  ./closed/x',
          ]) {
            expect(output).toContain(`${line}\n`);
          }
          expect(output).toMatch(/\nnew\n.* 2001-02-03 old\n0\s+holes\n/);
        }, archive);
      });

      it('has a hard size limit', async () => {
        await once(async (one) => {
          const fill =
            'cd && for i in $(seq 20); do head -c 1000000 /dev/zero >$i || break; done 2>&1; du -sk . | cut -f1';
          const output = await runScript(runtime, one, fill);
          expect(output).toMatch(/No space left on device/);
          expect(Number(output.trim().split('\n').at(-1))).toBeLessThanOrEqual(4 * 1024);
          await expect(runtime.writeHomeFile(one.ref, 'more', Buffer.alloc(100_000))).rejects.toThrow(
            'The home is full.',
          );
          // A full home can still be saved and restored
          const archive = await save(one);
          await once(async (two) => expect(await runScript(runtime, two, 'ls ~/1')).toContain('/1'), archive);
        });
      });

      it('counts as changed after anything ran', async () => {
        await once(async (one) => {
          expect(await runtime.hasHomeChanged(one.ref)).toBe(false);
          await runtime.listHome(one.ref, 10);
          await expect.poll(() => runtime.hasHomeChanged(one.ref)).toBe(false);
          const { type, close } = await openShell(runtime, one);
          await expect.poll(() => runtime.hasHomeChanged(one.ref)).toBe(true);
          await save(one);
          await expect.poll(async () => save(one).then(() => runtime.hasHomeChanged(one.ref))).toBe(false);
          type(': >~/empty\n');
          await expect.poll(() => runtime.hasHomeChanged(one.ref)).toBe(true);
          await expect.poll(async () => save(one).then(() => runtime.hasHomeChanged(one.ref))).toBe(false);
          await runtime.writeHomeFile(one.ref, 'a', Buffer.from('a'));
          expect(await runtime.hasHomeChanged(one.ref)).toBe(true);
          await save(one);
          await runScript(runtime, one, 'true');
          expect(await runtime.hasHomeChanged(one.ref)).toBe(true);
          await close();
        });
      });

      it('is rejected if it is not an archive', async () => {
        await expect(start(Buffer.from('no archive at all'))).rejects.toThrow(HomeUnreadable);
        const archive = await save(started);
        await expect(start(archive.subarray(0, archive.length / 2))).rejects.toThrow(HomeUnreadable);
        expect((await runtime.list()).map((one) => one.ref)).toEqual([started.ref]);
      });
    });

    describe('files', () => {
      const read = async (path: string, limit = MB) => {
        const file = await runtime.readHomeFile(started.ref, path, limit);
        return file && Buffer.concat(await file.toArray());
      };

      it('are written, listed and read', async () => {
        const content = Buffer.from([0, 255, ...Buffer.from('\n%s$(id)')]);
        const names = ['up/loaded/file.bin', '-rf', 'with "quotes" and $(id)', 'ünïcode\nline'];
        for (const path of names) await runtime.writeHomeFile(started.ref, path, content);
        await runtime.writeHomeFile(started.ref, 'empty', Buffer.alloc(0));
        const listed = await runtime.listHome(started.ref, 100);
        expect(listed.map((file) => file.path)).toEqual(expect.arrayContaining([...names, 'empty', 'bin/hello']));
        const file = listed.find(({ path }) => path === names[0]);
        expect(file?.bytes).toBe(content.length);
        expect(Math.abs(Date.now() - (file?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
        for (const path of names) expect(await read(path), path).toEqual(content);
        expect(await read('empty')).toEqual(Buffer.alloc(0));
        await runtime.writeHomeFile(started.ref, '-rf', Buffer.from('other'));
        expect(String(await read('-rf'))).toBe('other');
        expect(await runtime.listHome(started.ref, 2)).toHaveLength(2);
      });

      it('have no paths that leave the home', async () => {
        await runScript(
          runtime,
          started,
          'cd && ln -s /etc/passwd link; ln -s / root; mkfifo pipe; mkdir -p dir; ln -s bin hop',
        );
        for (const path of [
          'link',
          'pipe',
          'dir',
          'none',
          '../../etc/passwd',
          '/etc/passwd',
          '',
          '.',
          'a//b',
          'a\0b',
        ]) {
          expect(await read(path), path).toBeUndefined();
        }
        // A link that leaves the home leads only to files that the learner can see anyway
        expect(String(await read('root/etc/passwd'))).toContain('learner');
        expect(String(await read('root/etc/passwd'))).not.toContain('daemon');
        for (const path of ['../out', '/tmp/out', 'a/../../out', '', 'x'.repeat(300), 'a\0b']) {
          await expect(runtime.writeHomeFile(started.ref, path, Buffer.from('x')), path).rejects.toThrow(
            HomeFileRefused,
          );
        }
        await expect(runtime.writeHomeFile(started.ref, 'dir', Buffer.from('x'))).rejects.toThrow(
          'A folder has that name.',
        );
        await expect(runtime.writeHomeFile(started.ref, 'notes.txt/x', Buffer.from('x'))).rejects.toThrow(
          /A file has the name of a folder/,
        );
        await runtime.writeHomeFile(started.ref, 'link', Buffer.from('a file now'));
        expect(await runScript(runtime, started, 'cat ~/link; head -c 4 /etc/passwd')).toBe('a file nowroot');
      });

      it('are not read beyond the limit', async () => {
        await expect(read('notes.txt', 5)).rejects.toThrow('The file is too large.');
        expect(String(await read('notes.txt', 26))).toMatch(/mat\.\n$/);
      });
    });

    it('saves the home if programs have taken all processes, and opens no terminal until then', async () => {
      await once(async (one) => {
        const stream = await runtime.runInWorkspace(
          one.ref,
          'echo kept >~/kept; until [ -e /tmp/go ]; do sleep 0.1; done; while sleep 1000 & do :; done',
        );
        let output = '';
        stream
          .on('error', () => {})
          .on('data', (chunk) => {
            output += chunk;
          });
        const open = () => runtime.attachShell(one.ref, 100, { size: { columns: 80, rows: 24 }, from: null });
        const { resize } = await openShell(runtime, one);
        await runtime.runInWorkspace(one.ref, 'touch /tmp/go');
        await expect.poll(() => output).toContain('fork: retry');
        await expect(open()).rejects.toThrow(WorkspaceFull);
        // A change of the size starts a process, which the learner's programs could not do now
        resize({ columns: 100, rows: 30 });
        const archive = await save(one);
        await once(async (two) => expect(await runScript(runtime, two, 'cat ~/kept')).toBe('kept\n'), archive);
        await open();
      });
    });

    it('has no workspace if the lab has none, or after it has ended', async () => {
      const plain = await runtime.prepare({
        dir: folder.dir,
        version: '1',
        manifest: { slug: 'plain', risk: 'bounded', serves: 'socket' },
      });
      const one = await runtime.start({ lab: plain, flags: {} });
      const { ref } = one;
      for (const call of [
        () => runtime.attachShell(ref, 1, { size: { columns: 80, rows: 24 }, from: null }),
        () => runtime.runInWorkspace(ref, 'true'),
        () => runtime.saveHome(ref),
        () => runtime.hasHomeChanged(ref),
        () => runtime.listHome(ref, 1),
        () => runtime.readHomeFile(ref, 'a', 1),
        () => runtime.writeHomeFile(ref, 'a', Buffer.alloc(0)),
      ]) {
        await expect(call()).rejects.toThrow(NoWorkspace);
      }
      await runtime.stop(ref);
      const ended = await start();
      await runtime.stop(ended.ref);
      await expect(runtime.saveHome(ended.ref)).rejects.toThrow(NoWorkspace);
    });
  });
}
