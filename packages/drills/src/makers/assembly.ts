import type { Drill } from '../drill.ts';
import { inHex } from '../material/debugger-output.ts';
import { type Instruction, print, run } from '../material/x86-machine.ts';
import { normalizeNumber } from '../normalize-answer.ts';
import type { Random } from '../random.ts';

const asked = 'a number, in decimal or with 0x in hexadecimal';

/** Returns a drill that asks for the value of eax after a listing has run. */
function resultOf(listing: readonly Instruction[], solution: string[]) {
  const { eax } = run(listing);
  return {
    given: [{ label: 'Runs from the top', text: print(listing) }],
    answer: String(eax),
    solution: [...solution, `At \`ret\` eax holds ${eax}, which is \`${inHex(eax)}\`.`],
  };
}

const moves = (random: Random): Instruction[] => {
  const [a, b, c] = [random.int(20, 200), random.int(20, 200), random.int(3, 60)];
  return [
    ['mov', 'eax', a],
    ['mov', 'ecx', b],
    ['add', 'eax', 'ecx'],
    ['mov', 'edx', 'eax'],
    ['sub', 'edx', c],
    ['add', 'ecx', 'edx'],
    ['mov', 'eax', 'ecx'],
    ['ret'],
  ];
};

export const assemblyDrills = {
  'asm-moves': {
    form: asked,
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const listing = moves(random);
      const sum = run(listing.slice(0, 3)).eax;
      return resultOf(listing, [
        'Write a line for each register and change it instruction by instruction. The first operand is the one that changes.',
        `After \`add eax, ecx\` eax holds ${sum}. edx gets a copy, so later changes of edx do not change eax.`,
      ]);
    },
  },
  'asm-bits': {
    form: asked,
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const left = random.int(2, 6);
      const right = random.int(1, left - 1);
      const start = random.int(0x1000, 0xffff);
      const listing: Instruction[] = [
        ['mov', 'eax', start],
        ['shl', 'eax', left],
        ['xor', 'eax', random.int(0x1000, 0xffff)],
        ['shr', 'eax', right],
        ['and', 'eax', 0xffff],
        ['ret'],
      ];
      return resultOf(listing, [
        `\`shl eax, ${left}\` adds ${left} zeros at the right end, which multiplies by ${2 ** left}: \`${inHex(start * 2 ** left)}\`.`,
        `\`shr eax, ${right}\` drops ${right} bits at the right end, and \`and eax, 0xffff\` keeps the last four hexadecimal digits.`,
      ]);
    },
  },
  'asm-branch': {
    form: asked,
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const limit = random.int(50, 90);
      const input = random.int(20, 120);
      const listing: Instruction[] = [
        ['mov', 'edi', input],
        ['mov', 'eax', random.int(100, 900)],
        ['cmp', 'edi', limit],
        ['jle', 'small'],
        ['sub', 'eax', 'edi'],
        ['jmp', 'end'],
        ['small:'],
        ['imul', 'edi', 3],
        ['add', 'eax', 'edi'],
        ['end:'],
        ['xor', 'eax', random.int(0x100, 0xfff)],
        ['ret'],
      ];
      return resultOf(listing, [
        `\`cmp\` compares and \`jle\` jumps if the first is less or equal: ${input} against ${limit}, so it ${input <= limit ? 'jumps to small' : 'does not jump'}.`,
        input <= limit
          ? 'The subtraction is skipped; edi is tripled and added.'
          : 'edi is subtracted, and `jmp end` skips the code at small.',
      ]);
    },
  },
  'asm-loop': {
    form: asked,
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const [rounds, step, start] = [random.int(5, 12), random.int(3, 25), random.int(10, 99)];
      const listing: Instruction[] = [
        ['mov', 'eax', start],
        ['mov', 'ecx', rounds],
        ['again:'],
        ['add', 'eax', 'ecx'],
        ['add', 'eax', step],
        ['dec', 'ecx'],
        ['jne', 'again'],
        ['ret'],
      ];
      return resultOf(listing, [
        `\`dec ecx\` counts down and \`jne\` goes back until ecx is 0: the loop runs ${rounds} times.`,
        `The rounds add ${rounds}, ${rounds - 1}, … 1, in total ${(rounds * (rounds + 1)) / 2}, and ${rounds} times ${step}, in total ${rounds * step}. The start value is ${start}.`,
      ]);
    },
  },
  'asm-stack': {
    form: asked,
    isDistinct: false,
    hasFewAnswers: true,
    normalize: normalizeNumber,
    make: (random) => {
      const [a, b, c] = random.some(
        Array.from({ length: 80 }, (_, i) => i + 15),
        3,
      ) as [number, number, number];
      const listing: Instruction[] = [
        ['push', a],
        ['push', b],
        ['push', c],
        ['pop', 'eax'],
        ['pop', 'ecx'],
        ['push', 'eax'],
        ['imul', 'ecx', 2],
        ['pop', 'edx'],
        ['pop', 'eax'],
        ['sub', 'ecx', 'edx'],
        ['imul', 'eax', random.int(3, 9)],
        ['add', 'eax', 'ecx'],
        ['ret'],
      ];
      return resultOf(listing, [
        `The value that was pushed last is popped first: \`pop eax\` takes ${inHex(c)}, \`pop ecx\` takes ${inHex(b)}.`,
        `Then eax goes back on the stack and into edx, and the last \`pop eax\` takes the value at the bottom, ${inHex(a)}.`,
      ]);
    },
  },
  'asm-check': {
    form: asked,
    isDistinct: false,
    normalize: normalizeNumber,
    make: (random) => {
      const wanted = random.int(100_000, 400_000);
      const [add, mask] = [random.int(0x1000, 0xffff), random.int(0x10_0000, 0xff_ffff)];
      const body: Instruction[] = [
        ['imul', 'edi', 3],
        ['add', 'edi', add],
        ['xor', 'edi', mask],
      ];
      const { edi } = run(body, { edi: wanted });
      const listing: Instruction[] = [
        ...body,
        ['cmp', 'edi', edi],
        ['jne', 'wrong'],
        ['mov', 'eax', 1],
        ['ret'],
        ['wrong:'],
        ['mov', 'eax', 0],
        ['ret'],
      ];
      return {
        given: [{ label: 'Which number in edi makes it return 1?', text: print(listing) }],
        answer: String(wanted),
        solution: [
          `Go backwards from the comparison. XOR undoes itself: \`${inHex(edi)} ^ ${inHex(mask)}\` is \`${inHex(edi ^ mask)}\`.`,
          `Subtract \`${inHex(add)}\`: ${(edi ^ mask) - add}. Divide by 3: ${wanted}.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
