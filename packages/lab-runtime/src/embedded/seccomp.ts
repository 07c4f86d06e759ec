import { BACKLOG } from '../kit.ts';
import { debugging, denied, numbers, setsAttributes, unknownNumbers, unsupported } from './syscalls.ts';

/**
 * The system-call filter of the sandbox as a classic BPF program (struct sock_filter[], see seccomp(2)), for `bwrap
 * --seccomp`. A deny list that answers with errno, so that programs fail as they would without the privilege.
 */

const arches = {
  x64: { column: 0, audit: 0xc000003e },
  arm64: { column: 1, audit: 0xc00000b7 },
} as const;
export type FilterArch = keyof typeof arches;

// struct seccomp_data: int nr; u32 arch; u64 ip; u64 args[6] (little endian: the low half comes first)
const NR = 0;
const ARCH = 4;
const arg = (n: number) => 16 + 8 * n;

// linux/bpf_common.h and linux/seccomp.h
const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const JUMP_EQ = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_GT = 0x25; // BPF_JMP | BPF_JGT | BPF_K
const JUMP_GE = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const JUMP_SET = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const AND = 0x54; // BPF_ALU | BPF_AND | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K
const ALLOW = 0x7fff0000;
const KILL = 0x80000000; // the whole process
const errno = (code: number) => 0x00050000 | code;
const EPERM = 1;
const EINVAL = 22;
const ENOSYS = 38;
const EOPNOTSUPP = 95;
const EAFNOSUPPORT = 97;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET; and NEWTIME, which clone(2) cannot even take. */
const CLONE_NEW = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;
/** TIOCSTI inserts input into a terminal, TIOCLINUX pastes into the console. */
const TERMINAL_IOCTLS = [0x5412, 0x541c];
const CLONE_FILES = 0x400;
const CLONE_THREAD = 0x10000;
const CLOSE_RANGE_UNSHARE = 2;
/** F_SETPIPE_SZ: up to 1 MB of kernel memory for a pipe that has 64 KB by default. */
const F_SETPIPE_SZ = 1031;
/**
 * F_SETLEASE, F_NOTIFY and F_SETDELEG (Linux 6.19). If the server is an ordinary user, all boxes have the same kernel
 * user, which owns the files that they share read-only. A lease on such a file delays each process that opens it by up
 * to 45 s.
 */
const LEASES = [1024, 1026, 1040];
/**
 * The only allowed address family. IP connections, even over the loopback, use memory that all TCP connections of the
 * machine share, including the platform's; a network namespace does not contain AF_VSOCK.
 */
const AF_UNIX = 1;
/**
 * The only allowed type. The others hold twice as much, because a message that starts below the limit is accepted
 * whole.
 */
const SOCK_STREAM = 1;
const SOCK_TYPE_MASK = 0xf;
/** MAP_SHARED | MAP_ANONYMOUS: memory that RLIMIT_DATA does not count. */
const MAP_SHARED_ANONYMOUS = 0x21;
/** A mapping that grows counts as stack, not as data. */
const MAP_GROWSDOWN = 0x100;
/** Would split the stack's mapping into two that grow. */
const MREMAP_DONTUNMAP = 4;

/** PR_SET_SECCOMP. Programs that get EINVAL continue without a filter, as on a kernel without seccomp. */
const SET_SECCOMP = 22;
/** Allowed arguments of `personality`: the query, the default, and the default without ASLR, which debuggers set. */
const PERSONALITIES = [0xffffffff, 0, 0x0040000];
/**
 * The first process of a workspace, which ends it with the platform. No other process can have the number 1, because
 * new namespaces are forbidden.
 */
const INIT = 1;

/** `lab` runs an app; `workspace` also allows debuggers. */
export type FilterKind = 'lab' | 'workspace';

type Instruction = [code: number, jumpTrue: number, jumpFalse: number, k: number];

/** Returns the filter for an architecture in the format that bwrap reads. */
export function seccompFilter(arch: FilterArch, kind: FilterKind = 'lab'): Buffer {
  return assemble(program(arch, kind));
}

/** Returns whether the call numbers of the architecture are known here. */
export function isFilterArch(arch: string): arch is FilterArch {
  return Object.hasOwn(arches, arch);
}

/** Returns the instructions. Exported for the test that runs them. */
export function program(arch: FilterArch, kind: FilterKind = 'lab'): Instruction[] {
  const { column, audit } = arches[arch];
  const code: Instruction[] = [
    // A 32-bit call has other numbers, so the checks below would not apply
    [LOAD, 0, 0, ARCH],
    [JUMP_EQ, 1, 0, audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NR],
  ];
  // The x32 ABI reaches the same calls by other numbers
  if (arch === 'x64') code.push([JUMP_GE, 0, 1, 0x40000000], [RETURN, 0, 0, KILL]);

  const refuse = (code: number) => [RETURN, 0, 0, errno(code)] satisfies Instruction;
  const refused = kind === 'lab' ? { ...denied, ...debugging } : denied;
  for (const pair of Object.values(refused)) {
    const nr = pair[column];
    if (nr !== null) code.push([JUMP_EQ, 0, 1, nr], refuse(EPERM));
  }
  for (const { [column]: nr } of Object.values(setsAttributes)) code.push([JUMP_EQ, 0, 1, nr], refuse(EOPNOTSUPP));
  for (const { [column]: nr } of Object.values(unsupported)) {
    if (nr !== null) code.push([JUMP_EQ, 0, 1, nr], refuse(ENOSYS));
  }
  for (const [first, last] of unknownNumbers[column]) {
    code.push([JUMP_GE, 0, 2, first], [JUMP_GT, 1, 0, last], refuse(ENOSYS));
  }

  /** `check` may overwrite the accumulator, and may fall through to allow. */
  const when = (nr: number, check: Instruction[]) => {
    const body: Instruction[] = [...check, [RETURN, 0, 0, ALLOW]];
    code.push([JUMP_EQ, 0, body.length, nr], ...body);
  };
  if (kind === 'workspace') {
    when(debugging.ptrace[column], [[LOAD, 0, 0, arg(1)], [JUMP_EQ, 0, 1, INIT], refuse(EPERM)]);
    for (const { [column]: nr } of [debugging.process_vm_readv, debugging.process_vm_writev]) {
      when(nr, [[LOAD, 0, 0, arg(0)], [JUMP_EQ, 0, 1, INIT], refuse(EPERM)]);
    }
    const allowed = PERSONALITIES.map((one, i): Instruction => [JUMP_EQ, PERSONALITIES.length - i, 0, one]);
    when(debugging.personality[column], [[LOAD, 0, 0, arg(0)], ...allowed, refuse(EPERM)]);
  }
  // Connections that wait in the backlog hold up to 250 KB each, and no descriptor
  when(numbers.listen[column], [[LOAD, 0, 0, arg(1)], [JUMP_GE, 0, 1, BACKLOG + 1], refuse(EPERM)]);
  when(numbers.clone[column], [
    [LOAD, 0, 0, arg(0)],
    [JUMP_SET, 0, 1, CLONE_NEW],
    refuse(EPERM),
    // A thread with its own descriptors: the watchdog only sees those of the process
    [AND, 0, 0, CLONE_THREAD | CLONE_FILES],
    [JUMP_EQ, 0, 1, CLONE_THREAD],
    refuse(EPERM),
  ]);
  when(numbers.close_range[column], [[LOAD, 0, 0, arg(2)], [JUMP_SET, 0, 1, CLOSE_RANGE_UNSHARE], refuse(EPERM)]);
  when(numbers.ioctl[column], [
    [LOAD, 0, 0, arg(1)],
    ...TERMINAL_IOCTLS.flatMap((request): Instruction[] => [[JUMP_EQ, 0, 1, request], refuse(EPERM)]),
  ]);
  when(numbers.fcntl[column], [
    [LOAD, 0, 0, arg(1)],
    ...[F_SETPIPE_SZ, ...LEASES].flatMap((command): Instruction[] => [[JUMP_EQ, 0, 1, command], refuse(EPERM)]),
  ]);
  for (const { [column]: nr } of [numbers.socket, numbers.socketpair]) {
    when(nr, [
      [LOAD, 0, 0, arg(0)],
      [JUMP_EQ, 1, 0, AF_UNIX],
      refuse(EAFNOSUPPORT),
      [LOAD, 0, 0, arg(1)],
      [AND, 0, 0, SOCK_TYPE_MASK],
      [JUMP_EQ, 1, 0, SOCK_STREAM],
      refuse(EPERM),
    ]);
  }
  when(numbers.mmap[column], [
    [LOAD, 0, 0, arg(3)],
    [JUMP_SET, 0, 1, MAP_GROWSDOWN],
    refuse(EPERM),
    [AND, 0, 0, MAP_SHARED_ANONYMOUS],
    [JUMP_EQ, 0, 1, MAP_SHARED_ANONYMOUS],
    refuse(EPERM),
  ]);
  when(numbers.prctl[column], [[LOAD, 0, 0, arg(0)], [JUMP_EQ, 0, 1, SET_SECCOMP], refuse(EINVAL)]);
  when(numbers.mremap[column], [[LOAD, 0, 0, arg(3)], [JUMP_SET, 0, 1, MREMAP_DONTUNMAP], refuse(EPERM)]);
  code.push([RETURN, 0, 0, ALLOW]);
  return code;
}

function assemble(instructions: Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, jumpTrue, jumpFalse, k], i) => {
    bytes.writeUInt16LE(code, i * 8);
    bytes.writeUInt8(jumpTrue, i * 8 + 2);
    bytes.writeUInt8(jumpFalse, i * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, i * 8 + 4);
  });
  return bytes;
}
