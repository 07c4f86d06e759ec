import { type Cells, hexOf } from './cells.ts';
import { Heap } from './heap.ts';
import { DIRECTIONS, type Hex } from './hex.ts';

/** Cost of a step onto a hex, and the additional costs of a turn and of a hex under a name (design, section 7). */
export const cost = { land: 1, sea: 2, foreign: 3, route: 0.7, turn: 0.15, name: 6 } as const;

/**
 * Maximum number of hexes that the searches for one map expand: between two stops, and in total (which takes some
 * seconds). The limit is a count and not a time, so that a map has the same routes on every machine.
 */
export const searchLimits = { leg: 1_000_000, map: 8_000_000 } as const;

/** Input of the route search. */
export interface RoutingGround {
  /** The land of each continent. A hex that two of them claim belongs to the first. */
  land: readonly Cells[];
  /** Hexes with a training or lab. A route may contain only those at its ends. */
  blocked: Cells;
  /** Hexes under a name. A route crosses one only if every other route is much longer. */
  names: Cells;
  /** Routes stay within this rectangle of axial columns and rows. Everything outside is ignored. */
  limits: Limits;
}

export interface Limits {
  q: readonly [number, number];
  r: readonly [number, number];
}

/** Width of the sea around everything that routes may use, in hexes. */
export const MARGIN = 6;

/** Returns the rectangle around all cells plus a margin of sea. The search ignores routes that leave it. */
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

/** Contents of a hex, as bits of one number. */
const on = { node: 1, name: 2, route: 4, edge: 8 } as const;
/** Number of headings per hex: one for each direction of entry, and one for the start of a search. */
const HEADINGS = DIRECTIONS.length + 1;
/** Bit that marks a state as finished. The lower bits hold the previous heading. */
const DONE = 8;

/** Why there is no route: other hexes block it, or the search has reached its limit. */
export type NoRoute = 'blocked' | 'too far';

/**
 * Finds routes over one ground. Hexes are numbered row by row within the limits, with a closed frame around them. All
 * data about a hex is therefore in arrays, and the number of a neighbour is a sum.
 */
export class Router {
  readonly #limits: Limits;
  readonly #width: number;
  /** Differences between the number of a hex and the numbers of its neighbours. */
  readonly #steps: readonly number[];
  readonly #on: Uint8Array;
  /** The continent of a hex, counted from 1; 0 is the sea. */
  readonly #owner: Uint16Array;
  /** State (a hex with the heading in which it was entered) → lowest cost from the start. */
  readonly #spent: Float64Array;
  /** State → previous heading, and whether the state is finished. */
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

  /** Marks hexes as part of a route. They are the cheapest from now on, so that routes share hexes. */
  use(cells: Cells): void {
    this.#mark(cells, on.route);
  }

  /**
   * Finds the cheapest route through all given hexes in order, including the first and the last.
   * @param own the two continents, by their index in the list, whose land is cheap
   */
  find(stops: readonly Hex[], own: readonly [number, number]): Hex[] | NoRoute {
    const route: Hex[] = stops.slice(0, 1);
    for (let i = 1; i < stops.length; i++) {
      const leg = this.#findLeg(stops[i - 1] as Hex, stops[i] as Hex, own); // both indexes are below the length
      if (typeof leg === 'string') return leg;
      route.push(...leg.slice(1));
    }
    return route;
  }

  /**
   * A* (Hart, Nilsson, Raphael 1968) over pairs of hex and heading, because the cost of a turn depends on both. The
   * heuristic is the distance times the cheapest step: it never overestimates, so the result is optimal. Insertion
   * order decides between equal costs, so the same ground always gives the same route.
   */
  #findLeg(from: Hex, to: Hex, [a, b]: readonly [number, number]): Hex[] | NoRoute {
    const [start, goal] = [this.#numberOf(from), this.#numberOf(to)];
    if (start === undefined || goal === undefined) return 'blocked';
    const [spent, before, owner, lies] = [this.#spent, this.#before, this.#owner, this.#on];
    const queue = new Heap<number>();
    const touched: number[] = [];
    let allowed = Math.min(searchLimits.leg, this.#left);
    /** Number of hexes to the goal: the distance in axial coordinates. */
    const rest = (q: number, r: number) => (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
    const reach = (state: number, total: number, priority: number, heading: number) => {
      if (spent[state] === Infinity) touched.push(state);
      spent[state] = total;
      before[state] = heading;
      queue.push(priority, state);
    };
    const answer = (route: Hex[] | NoRoute) => {
      for (const state of touched) spent[state] = Infinity;
      return route;
    };

    reach(start * HEADINGS, 0, 0, 0);
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      // Both arrays have an entry for every state, here and below.
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
    const route: Hex[] = [];
    let [cell, heading] = [Math.floor(last / HEADINGS), last % HEADINGS];
    for (;;) {
      route.push(this.#hexOf(cell));
      if (heading === 0) return route.reverse();
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
