/** Output of tools that inspect a program: instructions by objdump, memory by gdb. */

export const inHex = (value: number | bigint): string => `0x${value.toString(16)}`;

/** Encodes a number in little-endian order, as in memory. */
export function little(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes.subarray(0, size);
}

/**
 * An instruction: its size in bytes and its text, with one space after the operation. A text that depends on the
 * position is a function of the address of the next instruction.
 */
export type Line = readonly [size: number, text: string | ((next: number) => string)];

/** Formats instructions with their addresses, as `objdump -d -M intel --no-show-raw-insn` does. */
export function disassembly(start: number, lines: readonly Line[]): string {
  let at = start;
  return lines
    .map(([size, text]) => {
      const shown = `  ${at.toString(16)}:\t`;
      at += size;
      const [, operation = '', operands = ''] = /^(\S+) ?(.*)$/.exec(typeof text === 'string' ? text : text(at)) ?? [];
      return shown + (operands ? `${operation.padEnd(6)} ${operands}` : operation);
    })
    .join('\n');
}

/** Formats memory as gdb's `x/…xb`, `x/…xw` and `x/…xg` do: eight bytes, four words or two giant words per row. */
export function examined(bytes: Buffer, start: number, width: 1 | 4 | 8): string {
  const perRow = { 1: 8, 4: 4, 8: 2 }[width] * width;
  const cell = (at: number): string =>
    `0x${Buffer.from(bytes.subarray(at, at + width))
      .reverse()
      .toString('hex')}`;
  return Array.from({ length: Math.ceil(bytes.length / perRow) }, (_, row) => {
    const cells = Array.from({ length: perRow / width }, (_, i) => row * perRow + i * width);
    return `${inHex(start + row * perRow)}:\t${cells
      .filter((at) => at < bytes.length)
      .map(cell)
      .join('\t')}`;
  }).join('\n');
}
