/*
 * V8's Math.random is xorshift128+ without the addition: each bit of a state is an XOR of the 128 bits of the first
 * state. It draws 64 numbers at a time and hands them out backwards.
 */

const BLOCK = 64;
/** Bits of a number that are taken from the upper end of the state. */
const SHOWN = 52;

/** Limits of the result of one call of Math.random. They are multiplied by 2^64 and inclusive. */
export interface Limits {
  /** Number of the call. */
  call: number;
  low: bigint;
  high: bigint;
}

/** Bits 0 to 127 tell which unknown bits are XORed. Word 4 is the result. */
type Row = Int32Array;
/** The 64 bits of a half of the state, lowest first. */
type Half = Row[];

const emptyRow = () => new Int32Array(5);
const xorRows = (a: Row, b: Row): Row => a.map((word, i) => word ^ (b[i] ?? 0));
const xor = (a: Half, b: Half): Half => a.map((row, i) => xorRows(row, b[i] ?? emptyRow()));
// Bits are counted from the lowest, so a shift to the right takes the next higher bit
const shift = (a: Half, by: number): Half => a.map((_, i) => a[i + by] ?? emptyRow());

const unknown = (from: number): Half =>
  Array.from({ length: 64 }, (_, i) => {
    const row = emptyRow();
    row[(from + i) >> 5] = 1 << ((from + i) & 31);
    return row;
  });

/** Returns the first halves of this number of states, each bit as an XOR of the unknown bits. */
function symbolicStates(count: number): Half[] {
  let [s0, s1] = [unknown(0), unknown(64)];
  return Array.from({ length: count }, () => {
    const shown = s0;
    let mixed = xor(s0, shift(s0, -23));
    mixed = xor(mixed, shift(mixed, 17));
    [s0, s1] = [s1, xor(xor(mixed, s1), shift(s1, 26))];
    return shown;
  });
}

let symbolic: Half[] = [];

/**
 * Recovers the generator from limits of its results.
 * @returns call → result; undefined if the results do not come from Math.random, or if they are too few
 */
export function recover(known: Limits[]): ((call: number) => number) | undefined {
  const most = Math.max(...known.map(({ call }) => call));
  const blocks = Math.ceil((most + 1) / BLOCK) + 1;
  if (symbolic.length < blocks * BLOCK) symbolic = symbolicStates(blocks * BLOCK);
  for (let used = 0; used < BLOCK; used++) {
    // The first call may be anywhere in a block
    const placeOf = (call: number) => {
      const at = call + used;
      return at - (at % BLOCK) + (BLOCK - 1 - (at % BLOCK));
    };
    const start = solve(known, placeOf);
    if (!start) continue;
    const states = numbersFrom(start);
    return (call) => toDouble(states(placeOf(call)));
  }
  return undefined;
}

/** Returns both halves of the first state, if exactly one fits. */
function solve(known: Limits[], placeOf: (call: number) => number): [bigint, bigint] | undefined {
  const pivots: Row[] = [];
  let rank = 0;
  for (const { call, low, high } of known) {
    const state = symbolic[placeOf(call)] ?? [];
    for (let bit = 63; bit >= 64 - SHOWN && low >> BigInt(bit) === high >> BigInt(bit); bit--) {
      const row = Int32Array.from(state[bit] ?? emptyRow());
      row[4] = Number((low >> BigInt(bit)) & 1n);
      const place = reduce(pivots, row);
      if (place >= 0) rank++;
      else if (row[4] !== 0) return undefined;
    }
  }
  if (rank < 128) return undefined;
  const bits: number[] = [];
  for (const row of pivots) {
    const place = bits.length;
    let value = row[4] ?? 0;
    for (let i = 0; i < place; i++) value ^= ((row[i >> 5] ?? 0) >>> (i & 31)) & 1 & (bits[i] ?? 0);
    bits.push(value);
  }
  const half = (from: number) =>
    BigInt(
      `0b${bits
        .slice(from, from + 64)
        .reverse()
        .join('')}`,
    );
  return [half(0), half(64)];
}

/** Subtracts the rows found so far, and keeps the rest. Returns its highest bit; -1 if nothing is left. */
function reduce(pivots: Row[], row: Row): number {
  for (let word = 3; word >= 0; word--) {
    while (row[word] !== 0) {
      const place = word * 32 + 31 - Math.clz32(row[word] ?? 0);
      const pivot = pivots[place];
      if (!pivot) {
        pivots[place] = row;
        return place;
      }
      for (let i = 0; i < 5; i++) row[i] = (row[i] ?? 0) ^ (pivot[i] ?? 0);
    }
  }
  return -1;
}

const WORD = (1n << 64n) - 1n;

/** Returns place → first half of that state. */
function numbersFrom([first, second]: [bigint, bigint]): (place: number) => bigint {
  const states: bigint[] = [];
  let [s0, s1] = [first, second];
  return (place) => {
    while (states.length <= place) {
      states.push(s0);
      let mixed = s0 ^ ((s0 << 23n) & WORD);
      mixed ^= mixed >> 17n;
      [s0, s1] = [s1, mixed ^ s1 ^ (s1 >> 26n)];
    }
    return states[place] ?? 0n;
  };
}

/** Newer versions of V8 take 53 bits. The program runs in the same version as the exploit. */
const BITS = Array.from({ length: 64 }, Math.random).some((number) => (number * 2 ** 52) % 1 !== 0) ? 53n : 52n;

const toDouble = (state: bigint): number => Number(state >> (64n - BITS)) / 2 ** Number(BITS);
