import { expect, it } from 'vitest';
import { itForEachSeed, roundFor, seeds } from '../testing.ts';

const operators: Record<string, (a: number, b: number) => number> = {
  ...{ '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '%': (a, b) => a % b, '^': (a, b) => a ^ b },
  ...{ iadd: (a, b) => a + b, isub: (a, b) => a - b, imul: (a, b) => a * b, irem: (a, b) => a % b },
  ixor: (a, b) => a ^ b,
};

/** Executes a listing of Python bytecode, using its offsets and the values in brackets, and returns the result. */
function returned(listing: string, names: Map<string, number>): number {
  const rows = [...listing.matchAll(/(\d+) ([A-Z_]+)(?: +\d+)?(?: \((?:to )?(\S+)\))?$/gm)];
  const stack: number[] = [];
  const pop = () => stack.pop() ?? Number.NaN;
  for (let i = 0; ; i++) {
    const [, , name = '', means = ''] = rows[i] ?? [];
    const to = () => rows.findIndex(([, offset]) => offset === means) - 1;
    if (name === 'LOAD_CONST') stack.push(Number(means));
    else if (name === 'LOAD_FAST') stack.push(names.get(means) ?? Number.NaN);
    else if (name === 'STORE_FAST') names.set(means, pop());
    else if (name === 'BINARY_OP' || name === 'COMPARE_OP') {
      const [right, left] = [pop(), pop()];
      stack.push(means === '>' ? Number(left > right) : (operators[means]?.(left, right) ?? Number.NaN));
    } else if (name === 'POP_JUMP_FORWARD_IF_FALSE') i = pop() ? i : to();
    else if (name === 'POP_JUMP_BACKWARD_IF_TRUE') i = pop() ? to() : i;
    else if (name === 'RETURN_VALUE') return pop();
    else if (name !== 'RESUME') throw new Error(name);
  }
}

itForEachSeed(seeds)('fee returns the value that its instructions leave on the stack', (seed) => {
  const { answer, of } = roundFor('bytecode-python', seed);
  const [, crates = '', nights = ''] = /fee\((\d+), (\d+)\)/.exec(of('Find')) ?? [];
  const names = new Map([
    ['crates', Number(crates)],
    ['nights', Number(nights)],
  ]);
  expect(String(returned(of('fee'), names))).toBe(answer);
});

it('prints the listing of Python 3.11', () => {
  const { of } = roundFor('bytecode-python', 'clerk 0');
  const rows = of('fee')
    .split('\n')
    .map((row) => row.replace(/ \(.*/, '').replace(/(BINARY_OP +)\d+/, '$1?'));
  // Output of dis of 3.11.7: offsets with the caches of each instruction, and jump targets in words.
  expect(rows.slice(0, 8)).toEqual([
    '  1           0 RESUME                   0',
    '',
    '  2           2 LOAD_CONST               1',
    '              4 STORE_FAST               2',
    '',
    '  3           6 LOAD_FAST                0',
    '              8 LOAD_CONST               2',
    '             10 COMPARE_OP               4',
  ]);
  expect(rows.at(-1)).toBe('             84 RETURN_VALUE');
});

/** Returns the result of a class's `check` for a word. */
function checked(listing: string, fares: number[], word: string): boolean {
  const rows = [...listing.matchAll(/^ +(\d+): (\S+)(?: +(\S+))?/gm)];
  const [stack, locals] = [[] as number[], [] as number[]];
  const pop = () => stack.pop() ?? Number.NaN;
  for (let at = '0'; ; ) {
    const row = rows.findIndex(([, offset]) => offset === at);
    const [, , name = '', operand = ''] = rows[row] ?? [];
    at = rows[row + 1]?.[1] ?? '';
    if (name === 'getstatic' || name === 'aload_0') stack.push(-1);
    else if (name === 'arraylength') stack.splice(-1, 1, fares.length);
    else if (name === 'invokevirtual' && operand === '#7') stack.splice(-1, 1, word.length);
    else if (name === 'invokevirtual') stack.splice(-2, 2, word.charCodeAt(stack.at(-1) ?? 0));
    else if (name === 'iaload') stack.splice(-2, 2, fares[stack.at(-1) ?? 0] ?? Number.NaN);
    else if (name === 'istore_1') locals[1] = pop();
    else if (name === 'iload_1') stack.push(locals[1] ?? Number.NaN);
    else if (name === 'iinc') locals[1] = (locals[1] ?? 0) + 1;
    else if (name.startsWith('iconst_')) stack.push(Number(name.slice(7)));
    else if (name === 'bipush') stack.push(Number(operand));
    else if (name === 'goto') at = operand;
    else if (name === 'ireturn') return pop() === 1;
    else if (name.startsWith('if_icmp')) {
      const [right, left] = [pop(), pop()];
      if (name === 'if_icmpeq' ? left === right : left >= right) at = operand;
    } else {
      const [right, left] = [pop(), pop()];
      stack.push(operators[name]?.(left, right) ?? Number.NaN);
    }
  }
}

itForEachSeed(seeds)('check returns true for the word and false for others', (seed) => {
  const { answer, of } = roundFor('bytecode-java', seed);
  const fares = of('FARES').split(', ').map(Number);
  const check = (word: string) => checked(of('javap'), fares, word);
  expect(check(answer)).toBe(true);
  expect(check(`${answer}a`)).toBe(false);
  for (let i = 0; i < answer.length; i++) {
    const other = answer[i] === 'q' ? 'z' : 'q';
    expect(check(answer.slice(0, i) + other + answer.slice(i + 1))).toBe(false);
  }
});

it('lets jumps lead to instructions, and uses two bytes for large constants', () => {
  for (const seed of seeds) {
    const listing = roundFor('bytecode-java', seed).of('javap');
    const rows = [...listing.matchAll(/^ +(\d+): (\S+)(?: +(\S+))?/gm)];
    const offsets = rows.map(([, offset]) => offset);
    for (const [, , name = '', operand] of rows) if (/^(if_|goto)/.test(name)) expect(offsets).toContain(operand);
    const sizes: Record<string, number> = { bipush: 2, iinc: 3, goto: 3, getstatic: 3, invokevirtual: 3 };
    for (const [i, [, offset, name = '']] of rows.entries()) {
      const size = sizes[name] ?? (name.startsWith('if_') ? 3 : 1);
      if (i + 1 < rows.length) expect(Number(offsets[i + 1]) - Number(offset)).toBe(size);
    }
  }
});
