import type { Drill } from '../drill.ts';
import { shuffled } from '../lists.ts';
import { bitsOf, folded } from '../material/signals.ts';
import { normalizeHex, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { letters } from '../words.ts';

/** Two I2C lines, with three samples per bit. */
function bus(): {
  looks: [clock: number, data: number][];
  start(): void;
  stop(): void;
  byte(value: number, nack?: boolean): void;
} {
  const looks: [number, number][] = [
    [1, 1],
    [1, 1],
  ];
  return {
    looks,
    start: () => {
      if (looks.at(-1)?.[0] === 0) looks.push([0, 1], [1, 1]);
      looks.push([1, 0], [0, 0]);
    },
    stop: () => {
      looks.push([0, 0], [1, 0], [1, 1], [1, 1]);
    },
    byte: (value, nack = false) => {
      for (const bit of [...bitsOf(Buffer.of(value)), nack ? 1 : 0]) looks.push([0, bit], [1, bit], [0, bit]);
    },
  };
}

/** Samples of the four SPI lines while bytes go out and come in, mode 0. */
function transfer(mosi: Buffer, miso: Buffer): number[][] {
  const [out, back] = [bitsOf(mosi), bitsOf(miso)];
  const busy = out.flatMap((bit, i) => [
    [0, 0, bit, back[i] ?? 0],
    [0, 1, bit, back[i] ?? 0],
  ]);
  return [[1, 0, 0, 0], ...busy, [0, 0, 0, 0], [1, 0, 0, 0]];
}

/** The JTAG states, with the next state for TMS 0 and for TMS 1 (IEEE 1149.1). */
const turns: Record<string, readonly [string, string]> = {
  reset: ['idle', 'reset'],
  idle: ['idle', 'select-dr'],
  'select-dr': ['capture-dr', 'select-ir'],
  'select-ir': ['capture-ir', 'reset'],
  ...Object.fromEntries(
    ['dr', 'ir'].flatMap((name): [string, readonly [string, string]][] => [
      [`capture-${name}`, [`shift-${name}`, `exit1-${name}`]],
      [`shift-${name}`, [`shift-${name}`, `exit1-${name}`]],
      [`exit1-${name}`, [`pause-${name}`, `update-${name}`]],
      [`pause-${name}`, [`pause-${name}`, `exit2-${name}`]],
      [`exit2-${name}`, [`shift-${name}`, `update-${name}`]],
      [`update-${name}`, ['idle', 'select-dr']],
    ]),
  ),
};
const step = (state: string, turn: number): string => turns[state]?.[turn === 1 ? 1 : 0] ?? 'reset';

/** A recording of TMS and TDO: state changes with noise on TDO, and shifts with data bits. */
function port(random: Random) {
  const tms: number[] = [];
  const tdo: number[] = [];
  const walk = (...path: number[]): void => {
    for (const turn of path) {
      tms.push(turn);
      tdo.push(random.int(0, 1));
    }
  };
  return {
    tms,
    tdo,
    walk,
    /** Goes from idle through a shift and back. At the bit `pause`, the tool stops for some clocks. */
    shift: (register: 'dr' | 'ir', bits: readonly number[], pause = -1) => {
      walk(...(register === 'ir' ? [1, 1, 0, 0] : [1, 0, 0]));
      for (const [i, bit] of bits.entries()) {
        const isLast = i === bits.length - 1;
        tms.push(isLast || i === pause ? 1 : 0);
        tdo.push(bit);
        if (i === pause && !isLast) walk(0, ...Array<number>(random.int(0, 4)).fill(0), 1, 0);
      }
      walk(1, 0);
    },
  };
}
const inHex = (bits: readonly number[]): string =>
  (bits.join('').match(/.{1,4}/g) ?? []).map((four) => Number.parseInt(four.padEnd(4, '0'), 2).toString(16)).join('');

export const busDrills = {
  'wire-i2c': {
    form: 'five bytes in hexadecimal',
    isDistinct: true,
    normalize: normalizeHex,
    make: (random) => {
      const [wanted, other, missing] = random.some(
        Array.from({ length: 100 }, (_, i) => i + 0x10),
        3,
      ) as [number, number, number];
      const register = random.int(0, 0x1f);
      const answers = { [wanted]: random.bytes(5), [other]: random.bytes(5) };
      const wires = bus();
      for (const chip of shuffled(random, [wanted, other, missing])) {
        wires.start();
        wires.byte(chip << 1, chip === missing);
        const bytes = answers[chip];
        if (bytes) {
          wires.byte(register);
          wires.start();
          wires.byte((chip << 1) | 1);
          for (const [i, value] of bytes.entries()) wires.byte(value, i === 4);
        }
        wires.stop();
      }
      const answer = answers[wanted]?.toString('hex') ?? '';
      const name = wanted.toString(16);
      return {
        given: [
          {
            label: 'SCL, one character for each sample',
            text: folded(wires.looks.map(([clock]) => clock).join(''), 60),
          },
          { label: 'SDA, at the same samples', text: folded(wires.looks.map(([, data]) => data).join(''), 60) },
          { label: 'Find', text: `the answer of the chip with the 7-bit address ${name} (hex)` },
        ],
        answer,
        solution: [
          'Put both rows into `scl` and `sda`, and `i2c.py` of the lesson prints the transfers. By hand: find the samples where SCL stays 1 and SDA falls (START). Then read SDA at each sample where SCL rises, nine bits at a time.',
          `The address is in the upper seven bits, and the bit 1 after it means reading: \`f"{0x${name} << 1 | 1:02x}"\` is \`${((wanted << 1) | 1).toString(16).padStart(2, '0')}\`. The five bytes after this one are the answer.`,
          `\`${other.toString(16)}\` is another chip. There is no chip at \`${missing.toString(16)}\`: the ninth bit stays high.`,
        ],
      };
    },
  },
  'wire-spi': {
    form: 'the text, twelve small letters',
    isDistinct: true,
    normalize: (text) => normalizeText(text).replaceAll(' ', ''),
    make: (random) => {
      const text = letters(random, 12);
      const base = random.int(0x10, 0xfff) * 0x40;
      const order = random.pick([
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ]);
      const reads = order.map((part) => {
        const address = base + 4 * part;
        const mosi = Buffer.from([3, address >> 16, (address >> 8) & 255, address & 255, 0, 0, 0, 0]);
        return transfer(mosi, Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from(text.slice(4 * part, 4 * part + 4))]));
      });
      const status = transfer(Buffer.of(5, 0), Buffer.of(0xff, random.int(0, 1)));
      const looks = [...status, ...reads.flat()];
      const wire = (at: number): string => folded(looks.map((look) => look[at]).join(''), 60);
      return {
        given: [
          { label: 'CS', text: wire(0) },
          { label: 'CLK', text: wire(1) },
          { label: 'MOSI', text: wire(2) },
          { label: 'MISO', text: wire(3) },
          { label: 'Find', text: 'the data that was read, in the order of its addresses (mode 0)' },
        ],
        answer: text,
        solution: [
          'Read MOSI and MISO only at samples where CLK has just risen from 0 to 1 while CS is low. When CS rises, the command ends.',
          `With the rows joined in \`cs\`, \`clk\`, \`mosi\` and \`miso\`: \`bits = lambda w: "".join(" " if cs[i] == "1" else w[i] for i in range(1, len(w)) if cs[i] == "1" or clk[i - 1:i + 1] == "01").split()\`. Now \`bits(mosi)\` has one row of bits for each command.`,
          `The first command is \`05\`, the status. Each of the others is \`03\`, three address bytes and four filler bytes: ${order.map((part) => `\`${(base + 4 * part).toString(16).padStart(6, '0')}\``).join(', ')}. In these commands, bytes five to eight of MISO are the data.`,
          `The parts in the order of reading: ${order.map((part) => `\`${text.slice(4 * part, 4 * part + 4)}\``).join(', ')}. Put them in the order of the addresses.`,
        ],
      };
    },
  },
  'wire-walk': {
    form: 'the name of a state, such as exit1-dr',
    isDistinct: false,
    hasVeryFewAnswers: true,
    normalize: (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/[\s_/]+/g, '-')
        .replace(/^(run-test|test-logic)-/, '')
        .replace(/-scan$/, ''),
    make: (random) => {
      const start = random.pick(Object.keys(turns));
      const path = Array.from({ length: 9 }, () => random.pick([0, 0, 1]));
      const states: string[] = [];
      for (const turn of path) states.push(step(states.at(-1) ?? start, turn));
      return {
        given: [
          { label: 'Initial state of the port', text: start },
          { label: 'TMS, clock by clock', text: path.join(' ') },
          { label: 'Find', text: 'the final state' },
        ],
        answer: states.at(-1) ?? start,
        solution: [
          'Follow the state diagram and take one of two transitions at each clock, as `NEXT` in the lesson lists them. Some transitions lead back to the same state: 0 in idle, in shift and in pause, and 1 in reset.',
          `${path.map((turn, i) => `${turn} to ${states[i]}`).join(', ')}.`,
        ],
      };
    },
  },
  'wire-tap': {
    form: 'the text, eight small letters',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const text = letters(random, 8);
      const tap = port(random);
      const identity = random.bytes(4);
      identity[0] = (identity[0] ?? 0) | 1;
      const pause = random.int(5, 58);
      tap.walk(...Array<number>(random.int(5, 8)).fill(1), ...Array<number>(random.int(1, 6)).fill(0));
      tap.shift('dr', bitsOf(identity, 'lowest first'));
      tap.walk(...Array<number>(random.int(0, 5)).fill(0));
      tap.shift('ir', [1, 0, 0, 0, 0]);
      tap.walk(...Array<number>(random.int(0, 5)).fill(0));
      tap.shift('dr', bitsOf(Buffer.from(text), 'lowest first'), pause);
      return {
        given: [
          { label: 'TMS, four clocks per digit, the earliest in the highest bit', text: inHex(tap.tms) },
          { label: 'TDO, at the same clocks', text: inHex(tap.tdo) },
          {
            label: 'Known',
            text: `${tap.tms.length} clocks; bits come lowest first, and the first letter is in the lowest byte\nafter reading the identity, the tool selected a register of 64 bits`,
          },
        ],
        answer: text,
        solution: [
          `\`tap.py\` of the lesson follows the states if you replace its three rows: \`tms = bits("${inHex(tap.tms)}")[:${tap.tms.length}]\`, \`tdo = bits("${inHex(tap.tdo)}")[:${tap.tms.length}]\` and \`tdi = tdo\`, because TDI is not needed here.`,
          `The first transfer has 32 bits, the identity \`${Buffer.from(identity).reverse().toString('hex')}\`. The second has five, the instruction.`,
          `The third has 64 bits. After ${pause + 1} of them the tool went into pause and came back, and TDO showed noise meanwhile. As a number, the 64 bits are \`0x${Buffer.from(text).reverse().toString('hex')}\`.`,
          `\`(0x${Buffer.from(text).reverse().toString('hex')}).to_bytes(8, "little").decode()\``,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
