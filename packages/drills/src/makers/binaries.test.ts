import { expect, it } from 'vitest';
import { itForEachSeed, roundFor, seeds, undump } from '../testing.ts';

const hex = (text = ''): number => Number.parseInt(text, 16);
/** Returns the file offset of an address, from the table of segments. */
function offsetOf(address: number, table: string): number | undefined {
  const rows = [...table.matchAll(/LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x(\w+)/g)].map((row) => row.slice(1).map(hex));
  const [offset = 0, start = 0] = rows.find(([, from = 0, size = 0]) => address >= from && address < from + size) ?? [];
  return start ? address - start + offset : undefined;
}

/**
 * Parses instructions with their addresses, and the target of each `[rip+…]`: the address of the next line plus the
 * constant.
 */
function instructions(text: string, last: number) {
  const rows = [...text.matchAll(/^ +(\w+):\t(.*)$/gm)].map(([, address, what = '']) => ({ at: hex(address), what }));
  return rows.map(({ at, what }, i) => {
    const away = /\[rip\+0x(\w+)\]/.exec(what)?.[1];
    return { at, what, target: away ? (rows[i + 1]?.at ?? at + last) + hex(away) : undefined };
  });
}

itForEachSeed(seeds)('finds the entry point in the file', (seed) => {
  const { answer, of } = roundFor('elf-entry', seed);
  const header = undump(of('xxd')).bytes;
  expect(header).toHaveLength(64);
  // As sections.py of the lesson reads it.
  expect(header.toString('latin1', 0, 6)).toBe('\x7fELF\x02\x01');
  expect([54, 58].map((at) => header.readUInt16LE(at))).toEqual([56, 64]);
  const table = of('readelf');
  const entry = Number(header.readBigUInt64LE(24));
  expect(answer).toBe(String(offsetOf(entry, table)));
  // The offset must not be the end of the address, or learners could guess it.
  expect(entry.toString(16)).not.toMatch(new RegExp(`${Number(answer).toString(16)}$`));
  const code = /0x(\w+) 0x\w+ 0x\w+ 0x(\w+) 0x\w+ R E/.exec(table)?.slice(1).map(hex) ?? [];
  expect(Number(answer) - (code[0] ?? 0)).toBeLessThan(code[1] ?? 0);
});

itForEachSeed(seeds)('finds the text that is passed to the comparison', (seed) => {
  const { answer, of } = roundFor('elf-text-used', seed);
  const rows = instructions(of('Code'), 5);
  const compare = rows.findIndex(({ what }) => what.includes('u_strcmp'));
  const target = rows.slice(0, compare).findLast(({ what }) => what.includes('rsi,'))?.target ?? 0;
  const data = undump(of('.rodata')).bytes;
  const text = new TextDecoder('utf-16le').decode(data.subarray(target - 0x402000));
  expect(text.slice(0, text.indexOf('\0'))).toBe(answer);
});

itForEachSeed(seeds)('follows a call through its slot to the name and both arguments', (seed) => {
  const { answer, of, normalize } = roundFor('elf-import-call', seed);
  const call = instructions(of('A call'), 5);
  const stub = hex(/call +(\w+)/.exec(of('A call'))?.[1]);
  const slot = instructions(of('.plt.got'), 2).find(({ at }) => at === stub)?.target ?? 0;
  const name = new RegExp(`^0*${slot.toString(16)} .* (\\w+)@`, 'm').exec(of('readelf'))?.[1];
  const data = undump(of('.rodata')).bytes;
  const argument = (register: string) => {
    const at = (call.find(({ what }) => what.includes(register))?.target ?? 0) - 0x402000;
    return data.toString('latin1', at, data.indexOf(0, at));
  };
  expect(answer).toBe(`${name} ${argument('rdi')} ${argument('rsi')}`);
  expect(normalize(`${name}("${argument('rdi')}", "${argument('rsi')}");`)).toBe(answer);
});

/** Returns the turnstile's messages for a good and a bad ticket. */
function messageFor(bytes: Map<number, number>, start: number, text: Map<number, string>, isGood: boolean): string {
  const [byte, long] = [
    (at: number) => bytes.get(at) ?? -1,
    (at: number) => Buffer.from([0, 1, 2, 3].map((i) => bytes.get(at + i) ?? 0)).readInt32LE(),
  ];
  let [at, rdi] = [start, 0];
  // The first call returns whether the ticket is good. The second call prints.
  for (let calls = 0; ; ) {
    const operation = byte(at);
    if (operation === 0xe8 && calls++ === 0) at += 5;
    else if (operation === 0xe8) return text.get(rdi) ?? '';
    else if (operation === 0x85 || operation === 0x90) at += operation === 0x85 ? 2 : 1;
    else if (operation === 0x48) {
      rdi = at + 7 + long(at + 3);
      at += 7;
    } else if (operation === 0x75) at += 2 + (isGood ? byte(at + 1) : 0);
    else if (operation === 0x74) at += 2 + (isGood ? 0 : byte(at + 1));
    else if (operation === 0xeb) at += 2 + byte(at + 1);
    else throw new Error(`${operation} at ${at}`);
  }
}

it('makes the turnstile behave as requested after the patch', () => {
  const wishes = new Set<string>();
  for (const seed of seeds) {
    const { answer, of } = roundFor('elf-patch-jump', seed);
    const rows = [...of('The code').matchAll(/^ +(\w+):\t((?:\w\w )+)/gm)];
    const bytes = new Map(
      rows.flatMap(([, at, row = '']) =>
        [...Buffer.from(row.replace(/ /g, ''), 'hex')].map((one, i) => [hex(at) + i, one] as const),
      ),
    );
    const texts = new Map([...of('Texts').matchAll(/^(\w+) {2}(.*)$/gm)].map(([, at, text = '']) => [hex(at), text]));
    const start = hex(rows[0]?.[1]);
    const now = (isGood: boolean) => messageFor(bytes, start, texts, isGood);
    expect([now(true), now(false)].sort()).toEqual(['No ticket, no pier.', 'Walk on.']);
    // The original code decides which message belongs to a good ticket, so a call that returns 0 may be the good case.
    const good = now(true) === 'Walk on.';
    const [offset, patch = ''] = answer.split(':');
    const jump = [...bytes.keys()].find((at) => offsetOf(at, of('readelf')) === hex(offset)) ?? 0;
    expect([0x74, 0x75]).toContain(bytes.get(jump));
    for (const [i, one] of Buffer.from(patch, 'hex').entries()) bytes.set(jump + i, one);
    const passes = [good, !good].map((isGood) => now(isGood) === 'Walk on.');
    const wish = of('Find').replace(/.*which /, '');
    wishes.add(wish);
    expect(passes).toEqual(
      { 'every ticket passes': [true, true], 'no ticket passes': [false, false] }[wish] ?? [false, true],
    );
  }
  expect(wishes.size).toBe(3);
});
