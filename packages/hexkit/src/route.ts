import { type Cells, hexOf } from './cells.ts';
import { Heap } from './heap.ts';
import { DIRECTIONS, type Hex } from './hex.ts';

/** What a step onto a hex costs, and what a turn and a hex with a name on it add (design, section 7). */
export const cost = { land: 1, sea: 2, foreign: 3, route: 0.7, turn: 0.15, name: 6 } as const;

/**
 * How often the searches for one map may take a hex and look around it: between two stops, and in all, which takes
 * some seconds. A count and not a time, so that a map has the same routes everywhere.
 */
export const searchLimits = { leg: 1_000_000, map: 8_000_000 } as const;

/** Where routes run. */
export interface RoutingGround {
  /** The land of each continent. A hex that two of them claim belongs to the first. */
  land: readonly Cells[];
  /** Hexes with a training or lab: only the ends of a route may be among them. */
  blocked: Cells;
  /** Hexes that a name is written on: a route crosses one only where every way around is much longer. */
  names: Cells;
  /** Routes stay within this rectangle of axial columns and rows; what lies outside of it is left out. */
  limits: Limits;
}

export interface Limits {
  q: readonly [number, number];
  r: readonly [number, number];
}

/** Hexes of sea around everything, on which a route may run. */
export const MARGIN = 6;

/** A frame around all cells, with a margin of sea; the search ignores routes that leave it. */
export function limitsOf(cells: Iterable<number>, margin = MARGIN): Limits {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const key of cells) {
    const { q, r } = hexOf(key);
    left = Math.min(left, q);
    right = Math.max(right, q);
    top = Math.min(top, r);
    bottom = Math.max(bottom, r);
  }
  if (left > right) return { q: [0, 0], r: [0, 0] };
  return { q: [left - margin, right + margin], r: [top - margin, bottom + margin] };
}

/** What lies on a hex, as bits of one number. */
const on = { node: 1, name: 2, route: 4, edge: 8 } as const;
/** Headings of a hex: one for each direction in which it can be entered, and one for where a search begins. */
const HEADINGS = DIRECTIONS.length + 1;
/** The bit that marks a state as finished, above the heading that it was reached from. */
const DONE = 8;

/** Why there is no way: others stand all around, or the search has come to its limit. */
export type NoWay = 'blocked' | 'too far';

/**
 * Finds ways over one ground. Hexes are numbered row by row within the limits, with a frame around them that nobody
 * enters, so that all that is known of a hex lies in tables and a neighbour is a sum.
 */
export class Router {
  readonly #limits: Limits;
  readonly #width: number;
  /** From a hex's number to those of its neighbours. */
  readonly #steps: readonly number[];
  readonly #on: Uint8Array;
  /** The continent of a hex, counted from 1; 0 is the sea. */
  readonly #owner: Uint16Array;
  /** State (a hex with the heading in which it was entered) → what the cheapest way there costs. */
  readonly #spent: Float64Array;
  /** State → the heading before, and whether it is finished. */
  readonly #before: Uint8Array;
  #left: number;

  constructor({ land, blocked, names, limits }: RoutingGround, allowed: number = searchLimits.map) {
    this.#limits = limits;
    this.#width = limits.q[1] - limits.q[0] + 3;
    const height = limits.r[1] - limits.r[0] + 3;
    this.#steps = DIRECTIONS.map(({ q, r }) => q + r * this.#width);
    this.#on = new Uint8Array(this.#width * height);
    this.#owner = new Uint16Array(this.#on.length);
    this.#spent = new Float64Array(this.#on.length * HEADINGS).fill(Infinity);
    this.#before = new Uint8Array(this.#spent.length);
    this.#left = allowed;
    this.#drawFrame(height);
    land.forEach((cells, i) => {
      for (const at of this.#numbersOf(cells)) this.#owner[at] ||= i + 1;
    });
    this.#mark(blocked, on.node);
    this.#mark(names, on.name);
  }

  /** Makes these hexes part of a route: cheapest from now on, so that routes share their way. */
  use(cells: Cells): void {
    this.#mark(cells, on.route);
  }

  /**
   * The cheapest way through all the given hexes in order, the first and the last included.
   * @param own the two continents, by their place in the list, whose land costs little
   */
  find(stops: readonly Hex[], own: readonly [number, number]): Hex[] | NoWay {
    const way: Hex[] = stops.slice(0, 1);
    for (let i = 1; i < stops.length; i++) {
      const leg = this.#findLeg(stops[i - 1] as Hex, stops[i] as Hex, own); // both indexes are below the length
      if (typeof leg === 'string') return leg;
      way.push(...leg.slice(1));
    }
    return way;
  }

  /**
   * A* (Hart, Nilsson, Raphael 1968) over pairs of hex and heading, since the price of a turn depends on both. The
   * heuristic is the distance times the cheapest step, so that it never overestimates and the result is optimal.
   * Equal costs are settled by the order of insertion: the same ground gives the same route everywhere.
   */
  #findLeg(from: Hex, to: Hex, [a, b]: readonly [number, number]): Hex[] | NoWay {
    const [start, goal] = [this.#numberOf(from), this.#numberOf(to)];
    if (start === undefined || goal === undefined) return 'blocked';
    const [spent, before, owner, lies] = [this.#spent, this.#before, this.#owner, this.#on];
    const queue = new Heap<number>();
    const touched: number[] = [];
    let allowed = Math.min(searchLimits.leg, this.#left);
    /** Hexes to the goal: the distance of axial coordinates. */
    const rest = (q: number, r: number) => (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
    const reach = (state: number, total: number, priority: number, heading: number) => {
      if (spent[state] === Infinity) touched.push(state);
      spent[state] = total;
      before[state] = heading;
      queue.push(priority, state);
    };
    const answer = (way: Hex[] | NoWay) => {
      for (const state of touched) spent[state] = Infinity;
      return way;
    };

    reach(start * HEADINGS, 0, 0, 0);
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      // Both tables have an entry for every state, here and below.
      if ((before[state] as number) & DONE) continue;
      const cell = Math.floor(state / HEADINGS);
      const heading = state % HEADINGS;
      if (cell === goal) return answer(this.#trace(state));
      if (allowed-- <= 0) return answer('too far');
      this.#left--;
      before[state] = (before[state] as number) | DONE;
      const so = spent[state] as number;
      const at = this.#hexOf(cell);
      for (let i = 0; i < DIRECTIONS.length; i++) {
        const next: number = cell + (this.#steps[i] as number); // as many steps as directions
        const what = lies[next] as number;
        if (what & on.edge || (what & on.node && next !== goal)) continue;
        const land = owner[next] as number;
        const isOwn = land === a + 1 || land === b + 1;
        const base = what & on.route ? cost.route : land === 0 ? cost.sea : isOwn ? cost.land : cost.foreign;
        const price = base + (what & on.name && next !== goal ? cost.name : 0);
        const total = so + price + (heading === 0 || heading === i + 1 ? 0 : cost.turn);
        const into = next * HEADINGS + i + 1;
        if (total >= (spent[into] as number)) continue;
        const move = DIRECTIONS[i] as Hex; // i is below the length
        reach(into, total, total + rest(at.q + move.q - to.q, at.r + move.r - to.r) * cost.route, heading);
      }
    }
    return answer('blocked');
  }

  #trace(last: number): Hex[] {
    const way: Hex[] = [];
    let [cell, heading] = [Math.floor(last / HEADINGS), last % HEADINGS];
    for (;;) {
      way.push(this.#hexOf(cell));
      if (heading === 0) return way.reverse();
      const earlier = (this.#before[cell * HEADINGS + heading] as number) & ~DONE; // every state has an entry
      cell -= this.#steps[heading - 1] as number; // headings count from 1
      heading = earlier;
    }
  }

  #numberOf({ q, r }: Hex): number | undefined {
    const { q: columns, r: rows } = this.#limits;
    if (q < columns[0] || q > columns[1] || r < rows[0] || r > rows[1]) return undefined;
    return (r - rows[0] + 1) * this.#width + q - columns[0] + 1;
  }

  #hexOf(cell: number): Hex {
    const y = Math.floor(cell / this.#width);
    return { q: cell - y * this.#width - 1 + this.#limits.q[0], r: y - 1 + this.#limits.r[0] };
  }

  *#numbersOf(cells: Cells): Iterable<number> {
    for (const key of cells) {
      const at = this.#numberOf(hexOf(key));
      if (at !== undefined) yield at;
    }
  }

  #mark(cells: Cells, bit: number): void {
    for (const at of this.#numbersOf(cells)) this.#on[at] = (this.#on[at] as number) | bit; // within the limits
  }

  #drawFrame(height: number): void {
    const width = this.#width;
    this.#on.fill(on.edge, 0, width).fill(on.edge, width * (height - 1));
    for (let y = 0; y < height; y++) {
      this.#on[y * width] = on.edge;
      this.#on[(y + 1) * width - 1] = on.edge;
    }
  }
}
