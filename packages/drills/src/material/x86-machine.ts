/**
 * A very small part of an x86-64 processor, sufficient for the code in drills: 32-bit registers, a stack and one block
 * of memory. An address is in a 64-bit register whose upper half is 0 here.
 */

const registers = ['eax', 'ebx', 'ecx', 'edx', 'esi', 'edi'] as const;
export type Register = (typeof registers)[number];

/** An operation with its operands. A label has no operands and ends with a colon. */
export type Instruction = readonly [operation: string, ...operands: (Register | string | number)[]];

/** The memory that a listing may read and write. */
export interface Memory {
  /** The address of the first byte. */
  start: number;
  bytes: Buffer;
}

/** A memory operand such as `DWORD PTR [rdi+rcx*4+0x8]`: width, base, index, scale and a constant. */
const PLACE = /^(BYTE|WORD|DWORD) PTR \[r(\w\w)(?:\+r(\w\w)(?:\*(\d))?)?(?:\+0x([\da-f]+))?\]$/;
const widths = { BYTE: 1, WORD: 2, DWORD: 4 };

/** Upper limit of executed instructions. Code in drills needs far fewer. */
const MAX_STEPS = 10_000;

/**
 * Runs a listing from its first line to `ret`.
 * @param start initial values of registers; the default is 0
 * @param memory is modified in place by writes
 * @returns the final values of the registers, from 0 to 2^32 - 1
 */
export function run(
  listing: readonly Instruction[],
  start: Partial<Record<Register, number>> = {},
  memory: Memory = { start: 0, bytes: Buffer.alloc(0) },
): Record<Register, number> {
  const state = Object.fromEntries(registers.map((name) => [name, start[name] ?? 0])) as Record<Register, number>;
  const stack: number[] = [];
  const labels = new Map(
    listing.flatMap(([name], at) => (name.endsWith(':') ? [[name.slice(0, -1), at] as const] : [])),
  );
  let difference = 0;
  const isRegister = (operand: unknown): operand is Register => registers.includes(operand as Register);
  /** Returns the address of a memory operand, or undefined for any other operand. */
  const place = (operand: string | number | undefined) => {
    const [, name, base, index, scale = '1', constant = '0'] = PLACE.exec(String(operand)) ?? [];
    if (!name) return undefined;
    const [from, times] = [base, index].map((one) => state[`e${one}` as Register] ?? 0) as [number, number];
    const at = from + times * Number(scale) + Number.parseInt(constant, 16);
    return { at: at - memory.start, width: widths[name as keyof typeof widths] };
  };
  const value = (operand: string | number | undefined): number => {
    if (isRegister(operand)) return state[operand];
    if (typeof operand === 'number') return operand >>> 0;
    if (/^[abcd]l$/.test(operand ?? '')) return state[`e${operand?.[0]}x` as Register] & 0xff;
    const source = place(operand);
    if (source) return memory.bytes.readUIntLE(source.at, source.width);
    throw new Error(`There is nothing in ${operand}.`);
  };
  const arithmetic: Record<string, (a: number, b: number) => number> = {
    mov: (_, b) => b,
    movzx: (_, b) => b,
    add: (a, b) => a + b,
    sub: (a, b) => a - b,
    imul: (a, b) => Math.imul(a, b),
    and: (a, b) => a & b,
    or: (a, b) => a | b,
    xor: (a, b) => a ^ b,
    shl: (a, b) => a << b,
    shr: (a, b) => a >>> b,
    inc: (a) => a + 1,
    dec: (a) => a - 1,
  };
  const jumps: Record<string, () => boolean> = {
    jmp: () => true,
    je: () => difference === 0,
    jne: () => difference !== 0,
    jl: () => difference < 0,
    jle: () => difference <= 0,
    jg: () => difference > 0,
    jge: () => difference >= 0,
  };
  let at = 0;
  for (let steps = 0; steps < MAX_STEPS; steps++, at++) {
    const [operation = 'ret', first, second] = listing[at] ?? [];
    if (operation === 'ret') return state;
    if (operation.endsWith(':')) continue;
    const calculate = arithmetic[operation];
    const target = place(first);
    if (operation === 'mov' && target) {
      memory.bytes.writeUIntLE(value(second) % 2 ** (8 * target.width), target.at, target.width);
    } else if (calculate && isRegister(first)) {
      state[first] = calculate(state[first], second === undefined ? 0 : value(second)) >>> 0;
      if (!operation.startsWith('mov')) difference = state[first] | 0;
    } else if (operation === 'cmp') difference = (value(first) | 0) - (value(second) | 0);
    else if (operation === 'push') stack.push(value(first));
    else if (operation === 'pop' && isRegister(first)) state[first] = stack.pop() ?? 0;
    else if (jumps[operation]) at = jumps[operation]() ? (labels.get(String(first)) ?? at) : at;
    else throw new Error(`${operation} is not known.`);
  }
  throw new Error('It does not end.');
}

/** Formats a listing as a disassembler does, in Intel syntax. */
export const print = (listing: readonly Instruction[]): string =>
  listing
    .map(([operation, ...operands]) =>
      operation.endsWith(':') ? operation : `    ${operation.padEnd(5)} ${operands.map(word).join(', ')}`.trimEnd(),
    )
    .join('\n');

const word = (operand: string | number): string =>
  typeof operand === 'number' && operand > 9 ? `0x${operand.toString(16)}` : String(operand);
