import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTarget } from './exploit.ts';
import type { Risk } from './manifest.ts';
import { type Isolation, isolations, type LabRuntime, type PreparedLab, type StartedInstance } from './runtime.ts';

/** An app that runs the code that it receives: POST a function body, get its result as JSON. */
export const PUPPET = `
import { serve } from '${join(import.meta.dirname, 'kit.ts').replaceAll('\\', '/')}';
serve(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const load = (name: string) => import(name);
  let answer: unknown;
  try {
    const body = Buffer.concat(chunks).toString();
    answer = { value: await new Function('load', 'return (async () => {' + body + '})()')(load) };
  } catch (error) {
    answer = { error: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
  response.end(JSON.stringify(answer));
});
`;

export type Answer = { value?: unknown; error?: string };

/** Makes the puppet app run a function body. */
export const runInApp = ({ endpoint }: StartedInstance, body: string): Promise<Answer> =>
  withTarget(endpoint, async (target) => {
    const response = await target.fetch('/', { method: 'POST', body });
    return (await response.json()) as Answer;
  });

/**
 * Registers the tests that every driver must pass. A driver that declares a weaker isolation skips the tests of
 * stronger ones.
 */
export function describeRuntime(name: string, create: () => Promise<LabRuntime>, expected: Isolation): void {
  const stronger = isolations.indexOf(expected) >= isolations.indexOf('namespaced');
  const inSandbox = (name: string, test: () => Promise<void>, timeout?: number) => stronger && it(name, test, timeout);

  describe(`${name} as a LabRuntime`, () => {
    let runtime: LabRuntime;
    let dir: string;
    const prepared: Partial<Record<Risk, PreparedLab>> = {};
    const prepare = async (risk: Risk) => {
      prepared[risk] ??= await runtime.prepare({ dir, version: '1', manifest: { slug: 'puppet', risk } });
      return prepared[risk];
    };
    const risk: Risk = stronger ? 'code-exec' : 'bounded';
    const start = async (flags: Record<string, string> = {}) => runtime.start({ lab: await prepare(risk), flags });
    /** Starts an instance, uses it, and stops it. */
    const once = async <T>(use: (started: StartedInstance) => Promise<T>, flags?: Record<string, string>) => {
      const started = await start(flags);
      try {
        return await use(started);
      } finally {
        await runtime.stop(started.ref);
      }
    };

    beforeAll(async () => {
      runtime = await create();
      dir = await mkdtemp(join(tmpdir(), 'puppet-'));
      await writeFile(join(dir, 'app.ts'), PUPPET);
    });
    afterAll(async () => {
      await runtime.close();
      await rm(dir, { recursive: true });
    });

    it('reports its isolation', () => {
      expect(runtime.capabilities().isolation).toBe(expected);
    });

    it('starts, answers, is listed, and can be stopped repeatedly', async () => {
      const started = await start();
      expect(await runInApp(started, 'return 6 * 7')).toEqual({ value: 42 });
      expect(await runtime.inspect(started.ref)).toMatchObject({ ref: started.ref, slug: 'puppet', state: 'running' });
      expect((await runtime.list()).map((one) => one.ref)).toContain(started.ref);
      expect((await runtime.stats(started.ref))?.processes).toBeGreaterThan(0);
      await Promise.all([runtime.stop(started.ref), runtime.stop(started.ref)]);
      await runtime.stop(started.ref);
      expect(await runtime.inspect(started.ref)).toBeUndefined();
      expect(await runtime.stats(started.ref)).toBeUndefined();
      await expect(runInApp(started, 'return 1')).rejects.toThrow();
    });

    it('delivers flags as files and in no other way', async () => {
      const flag = `flag{${randomBytes(8).toString('hex')}}`;
      await once(
        async (started) => {
          const read = `const fs = await load('node:fs'); return fs.readFileSync((process.env.FLAG_DIR ?? '/flag') + '/gold.txt', 'utf8')`;
          expect(await runInApp(started, read)).toEqual({ value: flag });
          const everything = await runInApp(
            started,
            'return JSON.stringify([process.env, process.argv, process.execArgv])',
          );
          expect(everything.value).not.toContain(flag);
        },
        { gold: flag },
      );
    });

    it('rejects a lab that needs a stronger isolation', async () => {
      const lab = await runtime.prepare({ dir, version: '1', manifest: { slug: 'puppet', risk: 'root-exec' } });
      if (isolations.indexOf(expected) >= isolations.indexOf('container')) return;
      await expect(runtime.start({ lab, flags: {} })).rejects.toThrow(/needs a container or a virtual machine/);
      if (stronger) return;
      const exec = await runtime.prepare({ dir, version: '1', manifest: { slug: 'puppet', risk: 'code-exec' } });
      await expect(runtime.start({ lab: exec, flags: {} })).rejects.toThrow(/needs a sandbox/);
    });

    it('reports the error of a lab that crashes at once', async () => {
      const broken = await mkdtemp(join(tmpdir(), 'broken-'));
      await writeFile(join(broken, 'app.ts'), 'throw new Error("the boat has a hole")');
      const lab = await runtime.prepare({ dir: broken, version: '1', manifest: { slug: 'broken', risk } });
      await expect(runtime.start({ lab, flags: {} })).rejects.toThrow(/the boat has a hole/);
      await rm(broken, { recursive: true });
    });

    it('notices when a lab ends by itself', async () => {
      await once(async (started) => {
        await runInApp(started, 'setTimeout(() => process.exit(3), 10)');
        await expect.poll(async () => (await runtime.inspect(started.ref))?.state).toBe('exited');
        expect((await runtime.inspect(started.ref))?.reason).toMatch(/ended by itself/);
      });
    });

    it('hides the environment and the files of the host', async () => {
      process.env.HOST_SECRET = 'not for labs';
      await once(async (started) => {
        const env = await runInApp(started, 'return JSON.stringify(process.env)');
        expect(env.value).not.toContain('not for labs');
        for (const path of ['/etc/passwd', '/proc/self/environ', '/proc/1/cmdline', '/root/.bashrc', process.cwd()]) {
          const answer = await runInApp(
            started,
            `return (await load('node:fs')).statSync(${JSON.stringify(path)}).size`,
          );
          expect(answer.error ?? 'none', path).toMatch(/ENOENT|ERR_ACCESS_DENIED|EACCES/);
        }
      });
      delete process.env.HOST_SECRET;
    });

    it('writes only to its own /tmp', async () => {
      await once(async (started) => {
        for (const path of ['/x', '/lab/x', '/lab/app.mjs', '/flag/x', '/usr/bin/node', '/dev/x']) {
          const answer = await runInApp(started, `(await load('node:fs')).writeFileSync('${path}', 'x')`);
          expect(answer.error ?? 'none', path).toMatch(/EROFS|EACCES|ENOENT|ERR_ACCESS_DENIED/);
        }
      });
    });

    inSandbox('cannot see other instances', async () => {
      await once(async (a) => {
        await runInApp(a, `(await load('node:fs')).writeFileSync('/tmp/mine', 'x')`);
        await once(async (b) => {
          expect(await runInApp(b, `return (await load('node:fs')).readdirSync('/tmp')`)).toEqual({ value: [] });
          // Its own threads have low numbers, because it has its own PID namespace
          const kill = `const pids = []; for (let pid = 500; pid < 32768; pid++) { try { process.kill(pid, 9); pids.push(pid) } catch {} } return pids`;
          expect(await runInApp(b, kill)).toEqual({ value: [] });
        });
        expect(await runInApp(a, 'return 1')).toEqual({ value: 1 });
      });
    });

    inSandbox('has no network, not even the loopback of the host', async () => {
      const host: Server = createServer((socket) => socket.end('hello'));
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
      const { port } = host.address() as { port: number };
      const connect = (to: string) =>
        `const net = await load('node:net'); return await new Promise((resolve) => { const s = net.connect(${to}); s.on('connect', () => resolve('connected')); s.on('error', (e) => resolve(e.code)) })`;
      await once(async (started) => {
        for (const to of [`${port}, '127.0.0.1'`, "80, '1.1.1.1'", "53, '169.254.169.254'"]) {
          expect((await runInApp(started, connect(to))).value, to).not.toBe('connected');
        }
      });
      await new Promise((resolve) => host.close(resolve));
    });

    inSandbox(
      'holds a fork bomb',
      async () => {
        await once(async (started) => {
          const bomb = `const cp = await load('node:child_process'); let up = 0; const failed = []; for (let i = 0; i < 80; i++) { try { const c = cp.spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' }); c.on('error', (e) => failed.push(e.code)); if (c.pid) up++ } catch (e) { failed.push(e.code) } } return { up, failed: failed.length }`;
          const answer = (await runInApp(started, bomb)).value as { up: number } | undefined;
          // Each node process has several threads, and threads count, so far fewer than all of them start
          expect(answer?.up ?? 0).toBeLessThan(64);
          expect((await runtime.stats(started.ref))?.processes ?? 0).toBeLessThanOrEqual(64 + 3);
        });
      },
      30_000,
    );

    inSandbox(
      'holds a program that takes memory without end',
      async () => {
        const started = await start();
        const hog = 'const all = []; for (;;) all.push(Buffer.alloc(16_777_216, 1))';
        await expect(runInApp(started, hog))
          .resolves.toHaveProperty('error')
          .catch(() => {});
        const stats = await runtime.stats(started.ref);
        expect(stats?.memory ?? 0).toBeLessThan(600 * 1024 * 1024);
        await runtime.stop(started.ref);
      },
      30_000,
    );

    inSandbox('limits the size of files', async () => {
      await once(async (started) => {
        const fill = `const fs = await load('node:fs'); for (let i = 0; i < 100; i++) fs.writeFileSync('/tmp/' + i, Buffer.alloc(4_000_000))`;
        expect((await runInApp(started, fill)).error).toBe('ENOSPC');
      });
    });

    inSandbox('runs as an unprivileged user and cannot change to another', async () => {
      await once(async (started) => {
        const who = `return [process.getuid(), process.geteuid(), process.getgroups().includes(0)]`;
        const [uid, euid, rootGroup] = (await runInApp(started, who)).value as [number, number, boolean];
        expect(uid).toBeGreaterThan(0);
        expect(euid).toBe(uid);
        expect(rootGroup).toBe(false);
        expect((await runInApp(started, 'process.setuid(0)')).error).toMatch(/EPERM|EINVAL/);
      });
    });
  });
}
