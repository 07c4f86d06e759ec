import { readFile } from 'node:fs/promises';
import type { Risk } from '../manifest.ts';
import { type Capabilities, suffices } from '../runtime.ts';
import { findProgram } from './libraries.ts';
import type { FilterArch } from './seccomp.ts';

/** True if the sandbox must start: there, a skipped test would hide why it does not. */
export const hasBubblewrap = async () => process.platform === 'linux' && (await findProgram('bwrap')) !== undefined;

/** Skips a test if labs of this risk cannot start because bubblewrap is missing. Any other reason is a failure. */
export async function skipUnlessStartable(
  { isolation, advice }: Capabilities,
  risk: Risk,
  skip: (why: string) => void,
): Promise<void> {
  if (suffices(isolation, risk)) return;
  if (await hasBubblewrap()) throw new Error(advice ?? `The isolation is only "${isolation}".`);
  skip(advice ?? '');
}

/*
 * Programs as a visitor with a compiler would upload them. Node makes none of these system calls for JavaScript, and
 * the test machine may have no compiler, so the programs are assembled here byte by byte.
 */

/** A number, or the address of a 32-bit number that an earlier call has left in memory. */
export type Value = number | bigint | { at: number };
export interface Call {
  /** Numbers of the call: [x64, arm64]. */
  nr: readonly [number, number];
  args: Value[];
  /**
   * A thread that gets a result other than 0 ends here: after a clone the first thread ends, and the new one continues.
   */
  leave?: boolean;
  /** On x64: uses `int 0x80` and the numbers of 32-bit programs. */
  by32Bits?: boolean;
}

/** Load address of the program, header first. The header is a large number, for calls that need one in memory. */
export const BASE = 0x400000;
/** Memory of a program: first the results of its calls, 8 bytes each; from SCRATCH on for any use. */
export const MEMORY = 0x10000000;
const RESULTS_SIZE = 0x10000;
export const SCRATCH = MEMORY + RESULTS_SIZE;
export const SCRATCH_SIZE = 0x80000;

const WRITE = [1, 64] as const;
const PPOLL = [271, 73] as const;

/**
 * Returns an ELF program without libraries that makes the calls one after another, writes their results to its standard
 * output (8 bytes each, little endian) and then sleeps for ever.
 */
export function nativeProgram(arch: FilterArch, calls: Call[]): Buffer {
  const report: Call = { nr: WRITE, args: [1, MEMORY, calls.length * 8] };
  const rest: Call = { nr: PPOLL, args: [0, 0, 0, 0, 0] };
  const assemble = arch === 'x64' ? assembleX64 : assembleArm64;
  const code = Buffer.concat([...calls, report, rest].map((call, i) => assemble(call, MEMORY + 8 * i)));
  const start = 64 + 2 * 56;
  const header = Buffer.alloc(start);
  // Elf64_Ehdr: 64 bits, little endian, ET_EXEC, one header of 64 bytes and two of 56 for the segments
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(arch === 'x64' ? 62 : 183, 18);
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(BigInt(BASE + start), 24);
  header.writeBigUInt64LE(64n, 32);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  header.writeUInt16LE(2, 56);
  const size = start + code.length;
  // The memory segment has one arbitrary byte in the file, because not every kernel maps a segment without any
  writeSegment(header, 64, { flags: 5, offset: 0, address: BASE, inFile: size, inMemory: size });
  const memory = RESULTS_SIZE + SCRATCH_SIZE;
  writeSegment(header, 120, { flags: 6, offset: 0, address: MEMORY, inFile: 1, inMemory: memory });
  return Buffer.concat([header, code]);
}

/** Elf64_Phdr of type PT_LOAD. */
function writeSegment(
  header: Buffer,
  at: number,
  segment: { flags: number; offset: number; address: number; inFile: number; inMemory: number },
): void {
  header.writeUInt32LE(1, at);
  header.writeUInt32LE(segment.flags, at + 4);
  const { offset, address, inFile, inMemory } = segment;
  [offset, address, address, inFile, inMemory, 0x1000].forEach((value, i) => {
    header.writeBigUInt64LE(BigInt(value), at + 8 + 8 * i);
  });
}

const imm64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return [...bytes];
};

function assembleX64({ nr, args, leave, by32Bits }: Call, result: number): Buffer {
  // rdi, rsi, rdx, r10, r8, r9: `mov r, imm64` and `movsxd r, dword [r]`
  const registers = [
    { move: [0x48, 0xbf], load: [0x48, 0x63, 0x3f] },
    { move: [0x48, 0xbe], load: [0x48, 0x63, 0x36] },
    { move: [0x48, 0xba], load: [0x48, 0x63, 0x12] },
    { move: [0x49, 0xba], load: [0x4d, 0x63, 0x12] },
    { move: [0x49, 0xb8], load: [0x4d, 0x63, 0x00] },
    { move: [0x49, 0xb9], load: [0x4d, 0x63, 0x09] },
  ];
  const bytes = args.flatMap((value, i) => {
    const { move = [], load = [] } = registers[i] ?? {};
    return typeof value === 'object' ? [...move, ...imm64(value.at), ...load] : [...move, ...imm64(value)];
  });
  // mov rax, nr; syscall; mov r11, result; mov [r11], rax
  return Buffer.from([
    ...[...bytes, 0x48, 0xb8, ...imm64(nr[0]), ...(by32Bits ? [0xcd, 0x80] : [0x0f, 0x05])],
    ...[0x49, 0xbb, ...imm64(result), 0x49, 0x89, 0x03],
    // test rax, rax; jz over the rest; mov eax, exit; xor edi, edi; syscall
    ...(leave ? [0x48, 0x85, 0xc0, 0x74, 0x09, 0xb8, 60, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05] : []),
  ]);
}

function assembleArm64({ nr, args, leave }: Call, result: number): Buffer {
  // movz x, #low and three times movk x, #part, lsl #16 …
  const move = (register: number, value: number | bigint) =>
    [0, 1, 2, 3].map((half) => {
      const part = Number((BigInt.asUintN(64, BigInt(value)) >> BigInt(16 * half)) & 0xffffn);
      return (half === 0 ? 0xd2800000 : 0xf2800000) + half * 0x200000 + part * 32 + register;
    });
  const words = args.flatMap((value, register) =>
    typeof value === 'object'
      ? // ldrsw x, [x]
        [...move(register, value.at), 0xb9800000 + register * 32 + register]
      : move(register, value),
  );
  // svc #0; str x0, [x9]
  const all = [...words, ...move(8, nr[1]), 0xd4000001, ...move(9, result), 0xf9000000 + 9 * 32];
  // cbz x0, over the rest; the call exit(0)
  if (leave) all.push(0xb4000000 + 10 * 32, ...move(8, 93), ...move(0, 0), 0xd4000001);
  const bytes = Buffer.alloc(all.length * 4);
  all.forEach((word, i) => {
    bytes.writeUInt32LE(word >>> 0, i * 4);
  });
  return bytes;
}

/**
 * Returns the function body with which the puppet app runs copies of a program at once and leaves them asleep. It
 * returns the results of each copy, or how it ended. They come through files, because the puppet has too few
 * descriptors for so many pipes.
 */
export function runNative(program: Buffer, calls: number, copies = 1): string {
  return `
    const fs = await load('node:fs');
    const { spawn } = await load('node:child_process');
    fs.writeFileSync('/tmp/native', Buffer.from('${program.toString('base64')}', 'base64'), { mode: 0o755 });
    const one = (_, i) => new Promise((resolve) => {
      const out = fs.openSync('/tmp/native-' + i, 'w+');
      try {
        const child = spawn('/tmp/native', { stdio: ['ignore', out, 'inherit'] });
        child.on('error', (error) => resolve(error.code));
        child.on('exit', (code, signal) => resolve(signal ?? 'exit ' + code));
      } catch (error) {
        resolve(error.code);
      }
      fs.closeSync(out);
      const look = setInterval(() => {
        const output = fs.readFileSync('/tmp/native-' + i);
        if (output.length < ${calls * 8}) return;
        clearInterval(look);
        resolve(Array.from({ length: ${calls} }, (_, i) => Number(output.readBigInt64LE(i * 8))));
      }, 20);
    });
    return await Promise.all(Array.from({ length: ${copies} }, one));`;
}

/** Returns the bytes of memory that are available for programs on the machine. */
export async function availableMemory(): Promise<number> {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
