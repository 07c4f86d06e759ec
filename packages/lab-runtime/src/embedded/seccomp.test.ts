import { describe, expect, it } from 'vitest';
import { type FilterArch, type FilterKind, program, seccompFilter } from './seccomp.ts';
import { debugging, denied, numbers, setsAttributes, unsupported } from './syscalls.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 };
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const errno = (code: number) => 0x00050000 | code;

/** Interprets the filter as the kernel would: the instructions that it uses, on one struct seccomp_data. */
function run(arch: FilterArch, nr: number, args: number[] = [], audit = AUDIT[arch], kind: FilterKind = 'lab'): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(nr, 0);
  data.writeUInt32LE(audit, 4);
  args.forEach((value, i) => {
    data.writeUInt32LE(value >>> 0, 16 + 8 * i);
  });
  const code = program(arch, kind);
  let acc = 0;
  for (let at = 0; at < code.length; at++) {
    const [op, yes, no, k] = code[at] ?? [0, 0, 0, 0];
    if (op === 0x20) acc = data.readUInt32LE(k);
    else if (op === 0x54) acc = (acc & k) >>> 0;
    else if (op === 0x15) at += acc === k >>> 0 ? yes : no;
    else if (op === 0x25) at += acc > k >>> 0 ? yes : no;
    else if (op === 0x35) at += acc >= k >>> 0 ? yes : no;
    else if (op === 0x45) at += (acc & k) !== 0 ? yes : no;
    else if (op === 0x06) return k;
    else throw new Error(`unknown instruction ${op}`);
  }
  throw new Error('fell off the end');
}

describe.each(['x64', 'arm64'] as const)('the system-call filter for %s', (arch) => {
  const column = arch === 'x64' ? 0 : 1;
  const call = (name: keyof typeof numbers) => numbers[name][column];

  it('rejects every listed call', () => {
    for (const [name, pair] of Object.entries({ ...denied, ...debugging })) {
      const nr = pair[column];
      if (nr !== null) expect(run(arch, nr), name).toBe(errno(1));
    }
  });

  it('lets a workspace debug, but not its first process', () => {
    const inWorkspace = (name: keyof typeof debugging, ...args: number[]) =>
      run(arch, debugging[name][column], args, undefined, 'workspace');
    for (const [name, pair] of Object.entries(denied)) {
      const nr = pair[column];
      if (nr !== null) expect(run(arch, nr, [], undefined, 'workspace'), name).toBe(errno(1));
    }
    expect(inWorkspace('ptrace', 16, 77)).toBe(ALLOW);
    expect(inWorkspace('ptrace', 16, 1)).toBe(errno(1));
    for (const name of ['process_vm_readv', 'process_vm_writev'] as const) {
      expect(inWorkspace(name, 77)).toBe(ALLOW);
      expect(inWorkspace(name, 1)).toBe(errno(1));
    }
    for (const persona of [0, 0x40000, 0xffffffff]) expect(inWorkspace('personality', persona)).toBe(ALLOW);
    for (const persona of [1, 8, 0x400000, 0x440000]) expect(inWorkspace('personality', persona)).toBe(errno(1));
  });

  it('limits the backlog of a listening socket', () => {
    expect(run(arch, call('listen'), [3, 64])).toBe(ALLOW);
    for (const backlog of [65, 511, -1]) expect(run(arch, call('listen'), [3, backlog])).toBe(errno(1));
  });

  it('allows ordinary calls', () => {
    const read = arch === 'x64' ? 0 : 63;
    const execve = arch === 'x64' ? 59 : 221;
    expect(run(arch, read)).toBe(ALLOW);
    expect(run(arch, execve)).toBe(ALLOW);
  });

  it('allows threads and processes, but no namespaces', () => {
    const THREAD = 0x3d0f00;
    expect(run(arch, call('clone'), [THREAD])).toBe(ALLOW);
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(run(arch, call('clone'), [flag | 17])).toBe(errno(1));
    }
  });

  it.each(['lab', 'workspace'] as const)('answers calls that a %s does not get as a kernel without them', (kind) => {
    for (const [name, { [column]: nr }] of Object.entries(unsupported)) {
      if (nr !== null) expect(run(arch, nr, [], undefined, kind), name).toBe(errno(38));
    }
    // uretprobe and uprobe on x64, the last number before 424, file_getattr, and the highest number
    const unknown = [...(arch === 'x64' ? [335, 336] : [295, 296]), 423, 468, 469, 1000, 0x3fffffff];
    for (const nr of unknown) expect(run(arch, nr, [], undefined, kind), String(nr)).toBe(errno(38));
    // rseq, pidfd_send_signal, futex_wait, open_tree_attr
    for (const nr of [arch === 'x64' ? 334 : 293, 424, 455]) expect(run(arch, nr)).toBe(ALLOW);
    expect(run(arch, 467)).toBe(errno(1));
  });

  it.each(['lab', 'workspace'] as const)('rejects filters that a %s installs', (kind) => {
    const prctl = (option: number) => run(arch, call('prctl'), [option, 2], undefined, kind);
    expect(prctl(22)).toBe(errno(22));
    // PR_SET_NAME, PR_GET_SECCOMP, PR_SET_NO_NEW_PRIVS
    for (const option of [15, 21, 38]) expect(prctl(option), String(option)).toBe(ALLOW);
  });

  it('rejects input to other terminals', () => {
    expect(run(arch, call('ioctl'), [0, 0x5412])).toBe(errno(1));
    expect(run(arch, call('ioctl'), [0, 0x541c])).toBe(errno(1));
    expect(run(arch, call('ioctl'), [0, 0x5413])).toBe(ALLOW);
  });

  it('rejects a thread with its own descriptors', () => {
    expect(run(arch, call('clone'), [0x10f00])).toBe(ALLOW);
    expect(run(arch, call('clone'), [0x10b00])).toBe(errno(1));
    expect(run(arch, call('close_range'), [3, 9, 4])).toBe(ALLOW);
    expect(run(arch, call('close_range'), [3, 9, 2])).toBe(errno(1));
  });

  it('allows only Unix stream sockets', () => {
    for (const name of ['socket', 'socketpair'] as const) {
      expect(run(arch, call(name), [1, 1])).toBe(ALLOW);
      // SOCK_CLOEXEC | SOCK_NONBLOCK
      expect(run(arch, call(name), [1, 0x80801])).toBe(ALLOW);
      for (const type of [2, 3, 5, 0x802]) expect(run(arch, call(name), [1, type])).toBe(errno(1));
      for (const family of [2, 10, 16, 17, 38, 40, 44]) expect(run(arch, call(name), [family, 1])).toBe(errno(97));
    }
  });

  it.each(['lab', 'workspace'] as const)('rejects larger pipes, leases and directory signals in a %s', (kind) => {
    const fcntl = (command: number) => run(arch, call('fcntl'), [0, command], undefined, kind);
    // F_SETPIPE_SZ, F_SETLEASE, F_NOTIFY, F_SETDELEG
    for (const command of [1031, 1024, 1026, 1040]) expect(fcntl(command), String(command)).toBe(errno(1));
    // F_SETFL, F_SETLKW, F_GETLEASE, F_DUPFD_CLOEXEC
    for (const command of [4, 7, 1025, 1030]) expect(fcntl(command), String(command)).toBe(ALLOW);
  });

  it.each(['lab', 'workspace'] as const)('reports that files in a %s have no extended attributes', (kind) => {
    for (const [name, pair] of Object.entries(setsAttributes)) {
      expect(run(arch, pair[column], [], undefined, kind), name).toBe(errno(95));
    }
  });

  it('rejects shared anonymous memory and memory that counts as stack', () => {
    expect(run(arch, call('mmap'), [0, 4096, 3, 0x22])).toBe(ALLOW);
    expect(run(arch, call('mmap'), [0, 4096, 3, 0x01])).toBe(ALLOW);
    expect(run(arch, call('mmap'), [0, 4096, 3, 0x21])).toBe(errno(1));
    expect(run(arch, call('mmap'), [0, 4096, 3, 0x23])).toBe(errno(1));
    expect(run(arch, call('mmap'), [0, 4096, 3, 0x122])).toBe(errno(1));
    expect(run(arch, call('mremap'), [0, 4096, 4096, 1])).toBe(ALLOW);
    expect(run(arch, call('mremap'), [0, 4096, 4096, 5])).toBe(errno(1));
  });

  it('ends programs that use the call numbers of another architecture', () => {
    expect(run(arch, 0, [], 0x40000003)).toBe(KILL);
    if (arch === 'x64') expect(run(arch, 0x40000000 + 101)).toBe(KILL);
  });

  it("consists of whole instructions and fits the kernel's limit", () => {
    const bytes = seccompFilter(arch);
    expect(bytes.length % 8).toBe(0);
    expect(bytes.length / 8).toBeLessThan(4096);
  });
});
