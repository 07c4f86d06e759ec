import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUPPET, runInApp } from '../conformance.ts';
import type { LabRuntime, PreparedLab, StartedInstance } from '../runtime.ts';
import { runScript, writeWorkspaceLab } from '../testing/workspace-lab.ts';
import { createEmbeddedRuntime, type EmbeddedOptions } from './driver.ts';
import { setsAttributes } from './syscalls.ts';
import { hasBubblewrap } from './testing.ts';
import type { Ceilings } from './watchdog.ts';

/*
 * Attempts from a workspace, and from the program beside it, to reach the host, the platform or other learners. Each
 * attempt must fail as stated here. For the kernel resources of native code see attacks.test.ts.
 */

const MB = 1024 * 1024;
const SECRET = 'secret-of-the-host';
const lab = writeWorkspaceLab(PUPPET, 'http');
const cacheDir = join(lab.dir, 'cache');
/** A file that every user of the host may read. */
const outside = mkdtempSync(join(tmpdir(), 'outside-'));

/** First lines of attempts in Python: `syscall(number, …)` returns 0, or the error. */
const PYTHON = `
import ctypes, errno, os, socket, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def syscall(*args):
    return 0 if libc.syscall(*[ctypes.c_long(a) for a in args]) >= 0 else errno.errorcode[ctypes.get_errno()]
def attempt(what):
    try: return what() or 0
    except OSError as error: return errno.errorcode[error.errno]
def unix(to):
    s = socket.socket(socket.AF_UNIX); s.connect(to); return s
`;

/** Numbers of system calls: [x64, arm64]. */
const nr = {
  bpf: [321, 280],
  memfd_create: [319, 279],
  mount: [165, 40],
  perf_event_open: [298, 241],
  personality: [135, 92],
  process_vm_readv: [310, 270],
  ptrace: [101, 117],
  setns: [308, 268],
  ...setsAttributes,
  shmget: [29, 194],
  unshare: [272, 97],
} as const;
const number = (name: keyof typeof nr) => nr[name][process.arch === 'x64' ? 0 : 1];

const create = (options: Partial<EmbeddedOptions> = {}) => createEmbeddedRuntime({ cacheDir, ...options });

describe.runIf(await hasBubblewrap())('a learner in a lab', () => {
  let runtime: LabRuntime;
  let prepared: PreparedLab;
  let started: StartedInstance;
  const start = (by = runtime) => by.start({ lab: prepared, flags: { gold: 'flag{of this one}' } });
  const shell = (script: string, one = started) => runScript(runtime, one, `${script}\n`);
  const python = async (body: string, one = started) => {
    await runtime.writeHomeFile(one.ref, 'try.py', Buffer.from(`${PYTHON}${body}`));
    return (await shell('python3 ~/try.py 2>&1', one)).trim();
  };

  beforeAll(async () => {
    process.env.OF_THE_HOST = SECRET;
    writeFileSync(join(outside, 'readable'), SECRET, { mode: 0o644 });
    runtime = await create();
    prepared = await lab.prepare(runtime);
    started = await start();
  });
  afterAll(async () => {
    delete process.env.OF_THE_HOST;
    await runtime.close();
    rmSync(lab.dir, { recursive: true });
    rmSync(outside, { recursive: true });
  });

  describe('accessing the host', () => {
    it('finds no files of the host', async () => {
      const paths = [
        join(outside, 'readable'),
        process.cwd(),
        lab.dir,
        '/root',
        '/var',
        '/sys',
        '/etc/shadow',
        '/etc/ssh',
        '/home/*/.ssh',
      ];
      expect(await shell(`ls -d ${paths.join(' ')} 2>/dev/null; ls -A / /home /run | tr '\\n' ' '`)).toMatch(
        /^\/: bin dev etc home lab( lamp)?( lib\w*)+( lamp)? proc run sbin tmp usr {2}\/home: learner {2}\/run: streams supervisor $/,
      );
    });

    it('cannot see the host in /proc', async () => {
      const look = 'grep -alsf - /proc/*/environ /proc/*/cmdline; ls -A /proc/1; cat /proc/1/environ /proc/1/maps 2>&1';
      expect(await runScript(runtime, started, look, SECRET)).toBe(
        'cat: /proc/1/environ: No such file or directory\ncat: /proc/1/maps: No such file or directory\n',
      );
      // Only its own processes, in its own PID namespace
      expect(await shell(`ls -d /proc/${process.pid} 2>&1`)).toMatch(/No such file/);
      expect(Number(await shell('ls -d /proc/[0-9]* | wc -l'))).toBeLessThan(12);
    });

    it('writes only to the home and to /tmp', async () => {
      const places =
        '/ /dev /dev/shm /etc /home /lab /lamp /proc /proc/1 /proc/sys/kernel /run /run/streams /usr /usr/bin /etc/alternatives';
      const script = `for place in ${places}; do touch $place/x 2>/dev/null && echo $place; done; find / -xdev -writable -type d 2>/dev/null | sort`;
      expect(await shell(script)).toBe('/home/learner\n/tmp\n');
      expect(
        await shell('touch ~/x /tmp/x && echo fine; echo 1 2>/dev/null >/proc/sys/kernel/core_pattern || echo kept'),
      ).toBe('fine\nkept\n');
    });

    it('inherits no descriptor of the host, in a script or in a terminal', async () => {
      // The last one is the folder that is being listed
      expect(await shell('ls /proc/self/fd | tr "\\n" " "; ls -l /proc/self/fd | grep -c socket')).toBe('0 1 2 3 0\n');
      const size = { columns: 200, rows: 20 };
      const { stream } = await runtime.attachShell(started.ref, 1, { size, from: null });
      let shown = '';
      stream.on('data', (chunk) => {
        shown += chunk;
      });
      stream.write('echo $(ls /proc/self/fd) end; readlink /proc/$$/fd/* | sort -u\n');
      await expect.poll(() => shown).toMatch(/^0 1 2 3 end\r\n\/dev\/pts\/\d+\r\n/m);
      await runtime.closeShell(started.ref, 1);
    });

    it('has no privileges and cannot get any', async () => {
      expect(
        await shell("grep -E '^(CapPrm|CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status | tr -d '\\n\\t'"),
      ).toMatch(/^CapPrm:0+CapEff:0+CapBnd:0+NoNewPrivs:1Seccomp:2$/);
      expect(
        await shell('cp /bin/id /tmp/id && chmod 4755 /tmp/id && /tmp/id -u; id -u; su -c id </dev/null 2>&1'),
      ).toMatch(/^([1-9]\d+)\n\1\nsu:/);
    });

    it('creates no namespaces, mounts nothing, and cannot reach rare parts of the kernel', async () => {
      const NEWUSER = 0x10000000;
      const body = `print(*[${[
        `syscall(${number('unshare')}, ${NEWUSER})`,
        `syscall(${number('unshare')}, 0x20000)`,
        `syscall(${number('setns')}, 0, 0)`,
        `syscall(${number('mount')}, 0, 0, 0, 0, 0)`,
        `syscall(${number('bpf')}, 0, 0, 0)`,
        `syscall(${number('perf_event_open')}, 0, 0, -1, -1, 0)`,
        // READ_IMPLIES_EXEC. A debugger sets ADDR_NO_RANDOMIZE, and reads the current value
        `syscall(${number('personality')}, 0x400000)`,
        `syscall(${number('personality')}, 0x40000)`,
        `syscall(${number('personality')}, 0xffffffff)`,
      ].join(', ')}])`;
      expect(await python(body)).toBe(`${'EPERM '.repeat(7)}0 0`);
    });
  });

  describe('accessing other learners and the platform', () => {
    it("reaches no port of the host, including the platform's, and no network", async () => {
      const platform = createHttpServer((_, response) => response.end('the platform')).listen(0, '127.0.0.1');
      await new Promise((resolve) => platform.once('listening', resolve));
      const { port } = platform.address() as AddressInfo;
      const families = ['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_PACKET', 'AF_VSOCK'];
      const output = await python(
        `print(*[attempt(lambda: socket.socket(getattr(socket, f), socket.SOCK_STREAM).close()) for f in '${families.join(' ')}'.split()])`,
      );
      expect(output).toBe(Array(5).fill('EAFNOSUPPORT').join(' '));
      expect(
        await shell(
          `(echo >/dev/tcp/127.0.0.1/${port}) 2>&1; cat /proc/net/tcp /proc/net/unix | wc -l; ls /sys/class/net 2>&1`,
        ),
      ).toMatch(/address family not supported|Address family not supported/i);
      platform.close();
    });

    it('reaches no socket of the host, with a path or abstract', async () => {
      const path = join(outside, 'sock');
      const servers: Server[] = [];
      for (const name of [path, '\0of-the-host']) {
        const server = createServer((socket) => socket.end('hello')).listen(name);
        await new Promise((resolve) => server.once('listening', resolve));
        servers.push(server);
      }
      expect(await python(`print(*[attempt(lambda: unix(p).close()) for p in ['${path}', '\\0of-the-host']])`)).toBe(
        'ENOENT ECONNREFUSED',
      );
      for (const server of servers) server.close();
    });

    it('finds neither the socket nor the home of another instance', async () => {
      const other = await start();
      await shell('echo mine >~/mine >/tmp/mine', other);
      const sockets = 'find / -xdev -type s 2>/dev/null; ls /lamp';
      expect(await shell(`${sockets}; ls ~/mine /tmp/mine /run/streams/* 2>/dev/null | grep -v streams`)).toBe(
        'lamp.sock\n',
      );
      if (other.endpoint.kind !== 'unix' || started.endpoint.kind !== 'unix')
        throw new Error('There are sockets only.');
      for (const path of [other.endpoint.path, started.endpoint.path]) {
        expect(await python(`print(attempt(lambda: unix('${path}').close()))`)).toBe('ENOENT');
        const connect = `const net = await load('node:net'); return await new Promise((resolve) => net.connect('${path}').on('error', (e) => resolve(e.code)).on('connect', () => resolve('connected')))`;
        expect((await runInApp(started, connect)).value).toBe('ENOENT');
      }
      expect(
        await python(`s = unix('/lamp/lamp.sock'); s.send(b'GET / HTTP/1.0\\r\\n\\r\\n'); print(s.recv(12).decode())`),
      ).toBe('HTTP/1.1 200');
      await runtime.stop(other.ref);
    });

    it('cannot delay others with leases on the files that all workspaces share', async () => {
      // As root each instance has its own user, and the kernel rejects leases on files of other users. As an ordinary
      // user all instances have the same user: see ordinary-user.test.ts.
      const [attacker, other] = await Promise.all([start(), start()]);
      const lease = `
import fcntl, signal
signal.signal(signal.SIGIO, signal.SIG_IGN)
paths = ['/etc/ld.so.cache', '/usr/bin/ls', *('/lab/' + name for name in os.listdir('/lab'))]
open_files = [os.open(path, os.O_RDONLY) for path in paths]
def take(fd): fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print({attempt(lambda: take(fd)) for fd in open_files}, attempt(lambda: fcntl.fcntl(os.open('/lab', 0), fcntl.F_NOTIFY, fcntl.DN_ACCESS) and 0), flush=True)
end = time.time() + 60
while time.time() < end:
    for fd in open_files: attempt(lambda: take(fd))
    time.sleep(0.002)`;
      try {
        await runtime.writeHomeFile(attacker.ref, 'lease.py', Buffer.from(PYTHON + lease));
        const attack = await runtime.runInWorkspace(attacker.ref, 'exec python3 ~/lease.py 2>&1');
        let taken = '';
        attack.on('data', (chunk) => {
          taken += chunk;
        });
        await expect.poll(() => taken).toContain('\n');
        const before = performance.now();
        await shell('/bin/ls /lab', other);
        expect(performance.now() - before).toBeLessThan(5_000);
        expect(taken).toBe("{'EPERM'} EPERM\n");
      } finally {
        await Promise.all([attacker, other].map(({ ref }) => runtime.stop(ref)));
      }
    });

    it('signals no process outside, and cannot stop the process that ends the workspace with the platform', async () => {
      const numbers = `[${process.pid}, ${process.ppid}, *range(1000, 32768)]`;
      expect(
        await python(
          `print({attempt(lambda: os.kill(n, 9)) for n in ${numbers}}, *[attempt(lambda: os.kill(1, s)) for s in (9, 15, 1, 2)])`,
        ),
      ).toBe("{'ESRCH'} 0 0 0 0");
      expect(await shell('echo alive')).toBe('alive\n');
      expect((await runInApp(started, 'return 1')).value).toBe(1);
    });

    it('traces its own programs, but neither the first process nor one outside', async () => {
      const SEIZE = 0x4206;
      const ATTACH = 16;
      const body = `
child = os.fork()
if child == 0: time.sleep(60)
print(*[syscall(${number('ptrace')}, how, n, 0, 0) for how in (${ATTACH}, ${SEIZE}) for n in (1, 2**32 + 1, ${process.pid}, child)],
  *[syscall(${number('process_vm_readv')}, n, 0, 0, 0, 0, 0) for n in (1, child)], attempt(lambda: open('/proc/1/mem', 'r+b')))
os.kill(child, 9)`;
      // A traced process cannot be seized again
      expect(await python(body)).toBe('EPERM EPERM ESRCH 0 EPERM EPERM ESRCH EPERM EPERM 0 ENOENT');
    });

    it('reaches only the socket of the program', async () => {
      expect(await shell('ls /flag 2>&1; pgrep -l node; cat /lab/app.mjs 2>&1')).toMatch(
        /^ls: .*\ncat: .*No such file or directory\n$/,
      );
      // The program cannot reach the workspace either
      const look = `const fs = await load('node:fs'); return ['/home', '/proc', '/usr/bin/bash', '/run'].filter((path) => fs.existsSync(path))`;
      expect((await runInApp(started, look)).value).toEqual([]);
    });
  });

  describe('using too many resources', () => {
    it('cannot hold memory that no limit counts', async () => {
      const body = `
import mmap
def shared():
    with open('/dev/zero', 'r+b', buffering=0) as zero: mmap.mmap(zero.fileno(), 4096)
print(attempt(shared), attempt(lambda: mmap.mmap(-1, 4096).close()), syscall(${number('memfd_create')}, 0, 0), syscall(${number('shmget')}, 0, 4096, 0o1600))
s, t = socket.socketpair()
print(attempt(lambda: s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**20)), attempt(lambda: s.sendmsg([b'x'])), attempt(lambda: socket.socket(socket.AF_UNIX).bind('/tmp/s')), attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) and 0))`;
      expect(await python(body)).toBe('ENODEV EPERM EPERM EPERM\nEPERM EPERM EPERM EPERM');
    });

    it('cannot store extended attributes, and copies files without them', async () => {
      const calls = ['setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat'] as const;
      expect(
        await python(`print(*[${calls.map((name) => `syscall(${number(name)}, 0, 0, 0, 0, 0)`).join(', ')}])`),
      ).toBe(Array(4).fill('ENOTSUP').join(' '));
      const copy =
        'cp -a /usr/bin/env /tmp/a && cp -a --preserve=all /tmp/a ~/a && tar --xattrs -cf /tmp/a.tar -C ~ a && tar --xattrs -xpf /tmp/a.tar -C /tmp && ~/a echo copied; rm -f ~/a /tmp/a*';
      expect(await shell(`(${copy}) 2>&1`)).toBe('copied\n');
    });

    it('can leave only few connections that the program does not accept', async () => {
      const one = await start();
      // The program stops right after its answer, for longer than all of this takes.
      const still = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600_000)';
      await runInApp(one, `setImmediate(() => ${still})`);
      const body = `
time.sleep(0.5)
waiting = 0
def connect():
    s = socket.socket(socket.AF_UNIX); s.setblocking(False); s.connect('/lamp/lamp.sock')
    attempt(lambda: s.send(b'x' * 2**20) and 0)
while (why := attempt(connect)) == 0: waiting += 1
print(why, waiting)`;
      const [why, waiting] = (await python(body, one)).split(' ');
      expect(why).toBe('EAGAIN');
      expect(Number(waiting)).toBeGreaterThan(10);
      expect(Number(waiting)).toBeLessThanOrEqual(65);
      await runtime.stop(one.ref);
    });

    it('fills /tmp and the home, and no other folder', async () => {
      const fill = (place: string) =>
        `head -c 200000000 /dev/full 2>/dev/null | split -b 4000000 - ${place}/fill- 2>&1 | tail -1; du -sm ${place} | cut -f1; rm -f ${place}/fill-*`;
      expect(await shell(`${fill('~')}; ${fill('/tmp')}`)).toMatch(
        /No space left on device\n4\n.*No space left on device\n6[1-4]\n$/,
      );
      expect(
        await shell('for place in /dev/shm /dev /run /; do head -c 1 /dev/full 2>&1 >$place/x; done 2>&1'),
      ).toMatch(/^(.*(Read-only file system|Permission denied)\n){4}$/);
    });

    it('has a limited number of processes, each with a limited number of descriptors', async () => {
      const one = await start();
      const bomb = `
up = 0
for i in range(500):
    try:
        if os.fork() == 0: time.sleep(60); os._exit(0)
        up += 1
    except OSError as error: print(errno.errorcode[error.errno]); break
files = []
try:
    while True: files.append(os.open('/dev/null', 0))
except OSError as error: print(errno.errorcode[error.errno], len(files) < 64)
print(up)`;
      const [forks, files, up] = (await python(bomb, one)).split('\n');
      expect([forks, files]).toEqual(['EAGAIN', 'EMFILE True']);
      expect(Number(up)).toBeLessThanOrEqual(64);
      expect((await runtime.stats(one.ref))?.processes ?? 0).toBeLessThan(64 + 8);
      await runtime.stop(one.ref);
    });

    /** Starts a script that does not end, and waits for the watchdog. */
    const ends = async (
      ceilings: Partial<Ceilings>,
      act: (by: LabRuntime, one: StartedInstance) => Promise<unknown>,
    ) => {
      const watched = await create({ watchEveryMs: 150, ceilings });
      try {
        const one = await start(watched);
        act(watched, one).catch(() => {});
        await expect.poll(async () => (await watched.inspect(one.ref))?.state).toBe('exited');
        await expect(watched.runInWorkspace(one.ref, 'true')).rejects.toThrow();
        await expect(runInApp(one, 'return 1')).rejects.toThrow();
        return (await watched.inspect(one.ref))?.reason;
      } finally {
        await watched.close();
      }
    };
    const inPython = (body: string) => (by: LabRuntime, one: StartedInstance) =>
      runScript(by, one, `python3 -c "${PYTHON}${body}" 2>&1`);

    it('is ended because of its memory', async () => {
      const hog = `
for i in range(4):
    if os.fork() == 0:
        held = bytearray(100 << 20)
        time.sleep(60)
time.sleep(60)`;
      expect(await ends({ memory: 300 * MB }, inPython(hog))).toBe('It used more memory than a lab may have.');
    });

    it.each([
      ['in the workspace', (by: LabRuntime, one: StartedInstance) => runScript(by, one, 'while :; do :; done')],
      [
        'in short-lived programs',
        (by: LabRuntime, one: StartedInstance) =>
          runScript(by, one, 'while :; do head -c 3000000 /dev/full | cksum >/dev/null; done'),
      ],
      ['in the program', (_: LabRuntime, one: StartedInstance) => runInApp(one, 'for (;;);')],
    ])('is ended if it keeps a processor busy %s', async (_, burn) => {
      expect(await ends({ cpuMs: 700 }, burn)).toBe('It used a whole processor for most of a minute.');
    });

    it('is throttled when it uses a whole processor, and gets a shell that is not', async () => {
      const watched = await create({ maxCpuShare: 0.01 });
      try {
        const one = await start(watched);
        await watched.runInWorkspace(one.ref, 'echo $$ >/tmp/burns; while :; do :; done');
        const ask = async (script: string) => (await runScript(watched, one, `${script} 2>&1`)).trim();
        await expect.poll(() => ask('cut -d" " -f19 /proc/$(cat /tmp/burns)/stat')).toBe('19');
        await expect.poll(() => ask('nice')).toBe('10');
      } finally {
        await watched.close();
      }
    });

    it('is ended because of its descriptors', async () => {
      const leak = `
for i in range(30):
    if os.fork() == 0:
        files = [os.open('/dev/null', 0) for n in range(50)]
        time.sleep(60)
time.sleep(60)`;
      expect(await ends({}, inPython(leak))).toBe('It had more files and connections open than a lab may have.');
    });

    it('is ended because of sockets that hold much kernel memory', async () => {
      const hold = `
for i in range(10):
    if os.fork() == 0:
        pairs = [socket.socketpair() for n in range(20)]
        for s, t in pairs:
            s.setblocking(False)
            attempt(lambda: s.send(b'x' * 2**20) and 0)
        time.sleep(60)
time.sleep(60)`;
      expect(await ends({}, inPython(hold))).toBe('It had more connections open than a lab may have.');
    });

    it('is ended because of too many files in the home or in /tmp', async () => {
      for (const place of ['~', '/tmp']) {
        const many = `cd ${place} && seq 6000 | xargs touch; sleep 60`;
        // Below the limit of the kernel, which limits.test.ts covers
        expect(await ends({ files: 5000 }, (by, one) => runScript(by, one, many))).toBe(
          'It made more files than a lab may have.',
        );
      }
    });
  });

  it('wrote to the run folder only through the platform', () => {
    if (started.endpoint.kind !== 'unix') throw new Error('There are sockets only.');
    expect(dirname(started.endpoint.path)).toMatch(/\/socket$/);
  });
});
